import { beforeEach, describe, expect, it } from 'vitest';
import { startWorld } from '../world/harness.ts';
import { commerceOf } from './commerce.ts';
import { delivery, inWechat, PRICE, PRODUCT, virtualCommerceOf } from './virtualCommerce.ts';

const world = await startWorld();
const { order, set, timer } = commerceOf(world);
const { open, useVirtual, control, keep, buy, onPhone, push } = virtualCommerceOf(world);

type Order = Awaited<ReturnType<typeof order>>;
interface Attempt {
  of: Order;
  payment: object;
  pay(payment: object): Promise<unknown>;
  /** As WeChat pushes it. */
  pushed(more?: object): Promise<number>;
}
const asked = async ({ of }: Attempt) => {
  await set('orders', of._id, { askTime: Date.now() - 1 });
  await timer('orders');
};
const paid = async (attempt: Attempt, payment = attempt.payment) =>
  expect(await attempt.pay(payment)).toMatchObject({ errCode: 0 });
const anew = async ({ of }: Attempt) =>
  (await world.ok('appOrder', 'payOrder', { id: of._id }, inWechat)).payment as object;

/** What goes wrong after the order, and whether it is granted in the end. */
const faults: [name: string, isGranted: boolean, story: (attempt: Attempt) => Promise<unknown>][] =
  [
    [
      'nothing',
      true,
      async attempt => {
        await paid(attempt);
        expect(await attempt.pushed()).toBe(200);
      },
    ],
    ['the user breaks off', false, ({ pay, payment }) => pay({ ...payment, outcome: 'cancel' })],
    [
      'the user breaks off and pays again',
      true,
      async attempt => {
        await attempt.pay({ ...attempt.payment, outcome: 'cancel' });
        await paid(attempt, await anew(attempt));
        await asked(attempt);
      },
    ],
    [
      'the push is lost',
      true,
      async attempt => {
        await paid(attempt);
        await asked(attempt);
      },
    ],
    [
      'the push comes three times at once, after we have asked',
      true,
      async attempt => {
        await paid(attempt);
        await asked(attempt);
        await Promise.all([1, 2, 3].map(() => attempt.pushed()));
      },
    ],
    [
      'the push is of the other environment',
      false,
      async attempt => expect(await attempt.pushed({ Env: 1 - attempt.of.virtual!.env })).toBe(400),
    ],
    [
      'the session is over on the phone',
      true,
      async attempt => {
        await control('PUT', '', { expireSession: attempt.of.openid });
        expect(await attempt.pay(attempt.payment)).toMatchObject({ errCode: -15007 });
        await keep();
        await paid(attempt, await anew(attempt));
        await asked(attempt);
      },
    ],
    [
      'WeChat has another price',
      false,
      async attempt => {
        const { env } = attempt.of.virtual!;
        await control('PUT', '', { goods: { [`${PRODUCT}${env ? '_s' : ''}`]: PRICE + 1 } });
        expect(await attempt.pay(attempt.payment)).toMatchObject({ errCode: -15013 });
        await asked(attempt);
      },
    ],
    [
      'WeChat does not answer when it is asked first',
      true,
      async attempt => {
        await paid(attempt);
        await control('PUT', '', { mode: 'lose', times: 1, path: '/xpay/query_order' });
        await asked(attempt);
        await asked(attempt);
      },
    ],
  ];

describe.each([
  ['android', 0],
  ['android', 1],
  ['ios', 0],
])('on %s in environment %i', (terminal, env) => {
  beforeEach(async () => {
    await world.reset();
    await open({ ios: true, sandbox: env === 1 });
    await control('PUT', '', { goods: { [`${PRODUCT}_s`]: PRICE } });
    await keep();
  });

  it.each(faults)('%s: granted once: %s', async (_name, isGranted, story) => {
    const before = (await world.rows('creditLedger')).length;
    const { code, data } = await buy({ isIos: terminal === 'ios', wechatVersion: '8.0.68' });
    expect(code).toBe(0);
    const of = await order(data._id);
    await story({
      of,
      payment: data.payment as object,
      pay: payment => onPhone({ ...payment, terminal }),
      pushed: async more => (await push(delivery(of, {}, { Env: env, ...more }))).statusCode,
    });
    const { status, fulfil } = await order(of._id);
    expect(status).toBe(isGranted ? 'completed' : 'pending');
    const lines = fulfil.giftCredits > 0 ? 2 : 1;
    expect(await world.rows('creditLedger')).toHaveLength(before + (isGranted ? lines : 0));
  });
});

it('on ios the sandbox sells nothing, and nothing is sold to an old WeChat', async () => {
  await world.reset();
  await open({ ios: true, sandbox: true });
  await keep();
  const onIos = { isIos: true, wechatVersion: '8.0.68' };
  expect(await buy(onIos)).toMatchObject({ code: 40902, message: '暂不支持在苹果设备上购买' });
  await useVirtual({ ios: true });
  for (const wechatVersion of ['8.0.67', '7.0.99', undefined])
    expect(await buy({ isIos: true, wechatVersion })).toMatchObject({ code: 40902 });
  expect(await buy({ isIos: true, wechatVersion: '8.0.100' })).toMatchObject({ code: 0 });
});
