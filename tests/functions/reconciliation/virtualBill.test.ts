import { beforeEach, describe, expect, it } from 'vitest';
import { PRICE, virtualCommerceOf } from '../orders/virtualCommerce.ts';
import { startReconciliationWorld } from './reconciliationWorld.ts';

const { world, set, DAY, noon, run, seen, newOrder, timer, stored } =
  await startReconciliationWorld();
const { open, control, paid, bought, onPhone } = virtualCommerceOf(world);
const DAY_MS = 86_400_000;

beforeEach(async () => {
  await open({ ios: true });
  await control('PUT', '', { refundsMs: 0 });
});

/** Paid on the day that is compared, for WeChat and for us. */
const paidThen = async (time = noon) => {
  const of = await paid();
  await set('orders', of._id, { payTime: time });
  await control('PUT', '', { paidAt: { [of.orderNo]: time } });
  return of;
};
/** The bill is made when it is first asked for. */
const compared = async () => {
  await expect.poll(async () => (await run()).status, { timeout: 10_000 }).not.toBe('waiting');
  return stored();
};
const sums = (paidCount: number) => ({ paidCount, paidFen: paidCount * PRICE });

describe('the virtual payments of a day', () => {
  it('agree with what WeChat answers about them, with its fee', async () => {
    await paidThen();
    await paidThen(noon + 1_000);
    const day = await compared();
    expect(day).toMatchObject({ status: 'agreed', hasBill: true, there: sums(2), ours: sums(2) });
    expect(day).toMatchObject({ feeFen: 2 * Math.round(PRICE / 100), others: [], nextTime: null });
  });

  it('differ where WeChat knows another sum, no payment, or one that we have not recorded', async () => {
    const [other, none] = [await paidThen(), await newOrder({ payTime: noon, payFen: 300 })];
    await set('orders', other._id, { payFen: PRICE + 1 });
    await set('orders', none._id, { payChannel: 'virtual', virtual: { env: 0, productId: 'p' } });
    const lost = await bought();
    await onPhone(lost.payment);
    await control('PUT', '', { paidAt: { [lost.orderNo]: noon } });
    expect(await compared()).toMatchObject({ status: 'different', openCount: 3 });
    expect((await seen()).toSorted()).toEqual(
      [
        ['amount', other.orderNo, 'open'],
        ['payment_unknown', none.orderNo, 'open'],
        ['paid_there', lost.orderNo, 'open'],
      ].toSorted(),
    );
  });

  it('at Apple are asked about again until their fee is settled', async () => {
    const of = await paidThen();
    const apples = await bought();
    await onPhone({ ...apples.payment, terminal: 'ios' });
    await world.ok('adminOrder', 'syncPayment', { id: apples._id });
    await set('orders', apples._id, { payTime: noon });
    await control('PUT', '', { paidAt: { [apples.orderNo]: noon, [of.orderNo]: noon } });
    const { nextTime, feeFen } = await compared();
    expect(feeFen).toBe(Math.round(PRICE / 100));
    expect(nextTime).toBeGreaterThan(Date.now() + 3 * DAY_MS);
    await control('PUT', '', { paidAt: { [apples.orderNo]: noon - 30 * DAY_MS } });
    await set('reconciliationDays', DAY, { nextTime: Date.now() - 1 });
    await timer();
    expect(await stored()).toMatchObject({
      feeFen: Math.round(PRICE / 100) + Math.round(PRICE * 0.12),
      nextTime: null,
    });
  });

  it('wait while WeChat makes the bill or does not answer', async () => {
    await paidThen();
    await control('PUT', '', { mode: 'fail', path: '/xpay/query_order' });
    expect(await run()).toMatchObject({ status: 'waiting', failure: '微信支付还没有生成账单' });
    await new Promise(done => setTimeout(done, 2_100));
    expect(await run()).toMatchObject({ status: 'waiting', failure: '微信支付暂时没有答复' });
    await control('PUT', '', { mode: 'ok', path: '/xpay/query_order' });
    expect(await run()).toMatchObject({ status: 'agreed', ours: sums(1) });
  });
});
