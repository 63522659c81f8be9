import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { startWorld } from '../world/harness.ts';
import { commerceOf } from './commerce.ts';

const world = await startWorld({ ORDERS_PER_ADDRESS: 2, ORDERS_UNPAID_PER_USER: 3 });
const { as } = world;
const { nextAskTime } = await import('#cloudfunctions/_shared/orders/orders.ts');
const { hasTooManyUnpaid } = await import('#cloudfunctions/_shared/orders/unpaid.ts');
beforeEach(() => world.reset());
afterEach(async () => {
  await world.forgetInjections();
  vi.useRealTimers();
});
const { order, set, newOrder, gateway, notices, timer } = commerceOf(world);
const { wechatpay } = world.sandbox;

const MINUTE = 60_000;
const OPENID = 'oUpF8uMuAJO_M2pxb1Q9zNjWeS6o';
const inWechat = { caller: { TCB_UUID: '77', WX_OPENID: OPENID } };
const anonymous = (uid: string) => ({
  caller: { TCB_UUID: uid, TCB_ISANONYMOUS_USER: 'true' },
  ip: '198.51.100.9',
});
const buy = (who: object, data: object = {}) =>
  world.call('appOrder', 'createOrder', { packageId: 'pkg_0002', refundRules: '1', ...data }, who);
const prepayments = () => wechatpay.calls().filter(({ method }) => method === 'POST');
/** Two seconds and a half past a full minute. */
const standStill = () => {
  const now = Math.floor(Date.now() / MINUTE) * MINUTE + 2_500;
  vi.setSystemTime(now);
  return now;
};

describe('the code to pay with', () => {
  it('is asked for as the order says, stored, and valid for 110 minutes', async () => {
    const now = standStill();
    const idemKey = 'prepay_key_1';
    const { code, data } = await buy(inWechat, { idemKey });
    expect(code).toBe(0);
    const stored = await order(data._id);
    expect(stored).toMatchObject({
      codeUrl: '',
      prepayTime: now,
      askTime: now + MINUTE / 2,
      rev: 1,
    });
    expect(stored.prepayId).toMatch(/^wx\d{34}$/);
    expect(data.payment).toEqual({
      kind: 'jsapi',
      timeStamp: String(Math.floor(now / 1_000)),
      nonceStr: expect.stringMatching(/^\w{16,}$/) as string,
      package: `prepay_id=${stored.prepayId}`,
      signType: 'RSA',
      paySign: expect.stringMatching(/^[\w+/=]{300,}$/) as string,
    });
    expect(data).toMatchObject({ _id: stored._id, orderNo: stored.orderNo, status: 'pending' });
    expect(prepayments()).toMatchObject([
      {
        path: '/v3/pay/transactions/jsapi',
        body: {
          out_trade_no: stored.orderNo,
          description: '基础积分包',
          amount: { total: 1_990 },
          payer: { openid: OPENID },
        },
      },
    ]);
    const expire = prepayments()[0]?.body?.['time_expire'] as string;
    expect(Date.parse(expire)).toBe(Math.floor(stored.expireTime! / 1_000) * 1_000);
    const packageAt = async (time: number) => {
      await set('orders', stored._id, { prepayTime: now - time });
      return ((await buy(inWechat, { idemKey })).data.payment as { package: string }).package;
    };
    expect(await packageAt(110 * MINUTE - 1)).toBe(`prepay_id=${stored.prepayId}`);
    expect(prepayments()).toHaveLength(1);
    const second = await packageAt(110 * MINUTE);
    expect(second).not.toBe(`prepay_id=${stored.prepayId}`);
    expect(second).toBe(`prepay_id=${(await order(stored._id)).prepayId}`);
  });

  it('is a picture outside WeChat, missing while the gateway is silent or after the payment', async () => {
    const idemKey = 'prepay_key_2';
    wechatpay.disturb({ mode: 'fail', ms: 0, times: 1 });
    const first = await buy(anonymous('5'), { idemKey });
    expect(first.data).toMatchObject({ status: 'pending', payment: null, payFen: 1_990 });
    expect(await order(first.data._id)).toMatchObject({ prepayTime: 0, codeUrl: '' });
    const { data } = await buy(anonymous('5'), { idemKey });
    const stored = await order(data._id);
    expect(stored).toMatchObject({ prepayId: '' });
    expect(data.payment).toEqual({ kind: 'native', codeUrl: stored.codeUrl });
    expect(prepayments().at(-1)?.body).not.toHaveProperty('payer');
    const known = await buy(anonymous('5'), { idemKey });
    expect(known.data.payment).toEqual(data.payment);
    expect(prepayments()).toHaveLength(2);
    await gateway.pay(stored.orderNo);
    await world.ok('adminOrder', 'syncPayment', { id: stored._id }, as());
    const paid = await buy(anonymous('5'), { idemKey });
    expect(paid.data).toMatchObject({ _id: stored._id, status: 'completed', payment: null });
  });

  it('is followed by questions after half a minute, one, two, five and ten minutes', () => {
    const times = [0.5, 1, 2, 5, 10].map(minutes => 1_000 + minutes * MINUTE);
    expect(nextAskTime(1_000, 1_000)).toBe(times[0]);
    times.forEach((time, at) => {
      expect(nextAskTime(1_000, time - 1)).toBe(time);
      expect(nextAskTime(1_000, time)).toBe(times[at + 1] ?? null);
    });
  });
});

describe('unpaid orders', () => {
  it('of one network are limited by the hour, without those that were not stored', async () => {
    const now = standStill();
    expect((await buy(anonymous('1'), { packageId: 'pkg_none' })).code).toBe(40400);
    await world.account(anonymous('1'));
    await world.inject({ action: 'database.commitTransaction', code: 'SYS_ERR', times: 1 });
    expect((await buy(anonymous('1'))).code).toBe(50001);
    const idemKey = 'unpaid_key_1';
    for (let at = 0; at < 3; at += 1) expect((await buy(anonymous('1'), { idemKey })).code).toBe(0);
    expect((await buy(anonymous('2'))).code).toBe(0);
    expect(await buy(anonymous('3'))).toMatchObject({
      code: 42901,
      message: '当前网络下单过于频繁，请一小时后再试',
    });
    vi.setSystemTime(now + 60 * MINUTE - 1);
    expect((await buy(anonymous('3'))).code).toBe(42901);
    vi.setSystemTime(now + 60 * MINUTE);
    expect((await buy(anonymous('3'))).code).toBe(0);
  });

  it('that cannot be counted are a failure and no refusal', async () => {
    await world.account(anonymous('4'));
    const { attempts, limitKey } = await import('#cloudfunctions/_shared/base/rateLimit.ts');
    const { networkOf } = await import('#cloudfunctions/_shared/base/network.ts');
    const key = limitKey(`orders from ${networkOf('198.51.100.9')}`);
    const usual = attempts.insertUnlessThere.bind(attempts);
    const broken = vi
      .spyOn(attempts, 'insertUnlessThere')
      .mockImplementation((fields, id) =>
        id === key ? Promise.reject(new Error('broken')) : usual(fields, id),
      );
    const answer = await buy(anonymous('4'));
    const isMet = broken.mock.calls.some(([, id]) => id === key);
    broken.mockRestore();
    expect([answer.code, isMet]).toEqual([50001, true]);
  });

  it('of one user are limited, of nobody in particular they are not', async () => {
    const own = { userId: 'usr_0009x', status: 'pending' } as const;
    await newOrder({ ...own, status: 'closed' });
    for (let at = 0; at < 2; at += 1) await newOrder(own);
    expect(await hasTooManyUnpaid('usr_0009x')).toBe(false);
    await newOrder(own);
    expect(await hasTooManyUnpaid('usr_0009x')).toBe(true);
    expect(await hasTooManyUnpaid('usr_other')).toBe(false);
    for (let at = 0; at < 3; at += 1) await newOrder({ ...own, userId: '' });
    expect(await hasTooManyUnpaid('')).toBe(false);
  });
});

describe('a payment whose notice was lost', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: Date.now() }));
  const later = (ms: number) => vi.setSystemTime(Date.now() + ms);
  const asked = () =>
    wechatpay
      .calls()
      .filter(({ method, path }) => method === 'GET' && path.includes('/out-trade-no/')).length;
  const minutes = async (count: number) => {
    for (let at = 0; at < count; at += 1) {
      later(MINUTE);
      await timer('orders');
    }
  };

  it('is granted within two minutes', async () => {
    const { _id, orderNo } = await world.ok('appOrder', 'createOrder', {
      packageId: 'pkg_0002',
      refundRules: '1',
    });
    notices.silence(true);
    later(20_000);
    await gateway.pay(orderNo);
    await minutes(1);
    expect(await order(_id)).toMatchObject({ status: 'completed', fulfil: { status: 'done' } });
    expect(asked()).toBe(1);
    await minutes(5);
    expect(asked()).toBe(1);
  });

  it('is asked about a few times, and then when the order expires', async () => {
    const { _id } = await world.ok('appOrder', 'createOrder', {
      packageId: 'pkg_0002',
      refundRules: '1',
    });
    await minutes(25);
    expect(asked()).toBe(4);
    expect(await order(_id)).toMatchObject({ status: 'pending', askTime: null });
    await minutes(6);
    expect(asked()).toBe(5);
    expect((await order(_id)).status).toBe('closed');
  });

  it('is not asked about where nothing was prepaid, nor by who looks at it', async () => {
    wechatpay.disturb({ mode: 'fail', ms: 0, times: 1 });
    const { _id, payment } = await world.ok('appOrder', 'createOrder', {
      packageId: 'pkg_0002',
      refundRules: '1',
    });
    expect(payment).toBeNull();
    await minutes(12);
    for (let at = 0; at < 5; at += 1) await world.ok('appOrder', 'getOrder', { id: _id });
    expect(asked()).toBe(0);
  });
});
