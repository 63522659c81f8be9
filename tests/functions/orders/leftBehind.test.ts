import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { StoredOrder } from '#cloudfunctions/_shared/orders/orders.ts';
import { noGrant } from '../../noGrant.ts';
import { startWorld } from '../world/harness.ts';
import { commerceOf } from './commerce.ts';

const world = await startWorld();
let token = '';
beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() });
  ({ token } = await world.reset());
});
afterEach(() => vi.useRealTimers());
const {
  as,
  order,
  set,
  newOrder,
  newRefund,
  http,
  timer,
  one,
  notices,
  finish,
  processRefund,
  gateway,
} = commerceOf(world, () => token);

const MINUTE = 60_000;
const later = (ms: number) => vi.setSystemTime(Date.now() + ms);
const creditsOf = async (id: string) =>
  (await one<{ credits: { paid: number; gift: number } }>('users', id)).credits;
const waiting = (nextTime: number | null = 1): StoredOrder['fulfil'] => ({
  ...noGrant,
  status: 'pending',
  nextTime,
});
/** Paid, and its grant was interrupted. */
const interrupted = (fields: Partial<StoredOrder> = {}) =>
  newOrder({ status: 'paid', fulfil: waiting(), payTime: Date.now() - MINUTE, ...fields });
const alerts = async () =>
  (await world.rows('messages')).filter(({ event }) => event === 'fulfilFailed');

describe('what was paid for and not granted yet', () => {
  it('is granted although sixty older orders fail again and again; they are tried less often, and administrators told', async () => {
    const stuck: StoredOrder[] = [];
    for (let at = 0; at < 60; at += 1)
      stuck.push(await interrupted({ items: null as never, createTime: 1_000 + at }));
    const honest = await interrupted({ createTime: Date.now() });
    await timer('orders');
    expect(await order(honest._id)).toMatchObject({
      status: 'completed',
      fulfil: { status: 'done', credits: 600, nextTime: null },
    });
    const first = await order(stuck[0]!._id);
    expect(first.fulfil.status).toBe('pending');
    expect(first.fulfil.nextTime).toBeGreaterThanOrEqual(Date.now() + MINUTE - 1_000);
    expect(await alerts()).toEqual([]);
    later(65 * MINUTE);
    await timer('orders');
    await timer('orders');
    const alertRows = await alerts();
    expect(new Set(alertRows.map(({ path }) => path)).size).toBe(60);
    expect(new Set(alertRows.map(({ _id }) => _id)).size).toBe(alertRows.length);
    const { rev, fulfil } = await order(stuck[0]!._id);
    expect(fulfil.nextTime).toBe(Date.now() + 10 * MINUTE);
    later(MINUTE);
    await timer('orders');
    expect((await order(stuck[0]!._id)).rev).toBe(rev);
  });

  it('is not granted any more once all of the money went back, and nothing is asked about it', async () => {
    const before = await creditsOf('usr_0001');
    const open = await newRefund(
      {
        status: 'processing',
        clawback: { credits: 0, packageDays: 0, allowNegative: false },
      },
      { status: 'paid', fulfil: waiting(), userId: 'usr_0001' },
    );
    const { _id, orderNo, orderPayFen, amountFen } = open.refund;
    // Nothing is granted while it is under way: nobody knows yet how much of it.
    await timer('orders');
    expect((await order(open.order._id)).fulfil.status).toBe('pending');
    const notice = notices.signed(
      '',
      notices.ofRefund({
        refundId: '50000009',
        outRefundNo: _id,
        outTradeNo: orderNo,
        transactionId: '42',
        amountFen,
        totalFen: orderPayFen,
        reason: '',
        status: 'SUCCESS',
        createTime: Date.now(),
        successTime: Date.now(),
        notifyUrl: '',
        account: '零钱',
        settle: null,
        paidOut: 1,
      }),
    );
    expect((await http('refundNotice', notice)).statusCode).toBe(200);
    const ended = { status: 'none', error: '已全额退款，不再发放', nextTime: null, credits: 0 };
    expect(await order(open.order._id)).toMatchObject({ status: 'refunded', fulfil: ended });
    later(60 * MINUTE);
    await timer('orders');
    expect((await order(open.order._id)).fulfil).toMatchObject(ended);
    expect(await creditsOf('usr_0001')).toEqual(before);
    expect(await alerts()).toEqual([]);
  });

  it('that was left pending by a refund of earlier days ends as well', async () => {
    const { _id } = await newOrder({ status: 'refunded', fulfil: waiting() });
    await timer('orders');
    expect((await order(_id)).fulfil).toMatchObject({ status: 'none', nextTime: null });
    const rows = (await world.rows('auditLogs')).filter(({ resourceId }) => resourceId === _id);
    expect(rows).toHaveLength(1);
  });

  it('is granted without the part whose money went back before', async () => {
    const before = await creditsOf('usr_0001');
    const of = await interrupted({ userId: 'usr_0001', payFen: 1_000, totalFen: 1_000 });
    await set('orders', of._id, { refundedFen: 250 });
    await timer('orders');
    const granted = await order(of._id);
    // 500 bought and 100 as a present: a quarter of them is taken, bought ones first.
    const [item] = of.items;
    const whole = item!.snapshot.credits + item!.snapshot.giftCredits;
    expect(granted.fulfil.credits + granted.fulfil.giftCredits).toBe(whole - whole / 4);
    expect(granted.fulfil.giftCredits).toBe(item!.snapshot.giftCredits);
    const after = await creditsOf('usr_0001');
    expect(after.paid + after.gift - before.paid - before.gift).toBe(whole - whole / 4);
  });

  it('waits for an open refund, by hand too, and is granted when that is given up', async () => {
    const of = await interrupted();
    expect((await processRefund(of._id)).code).toBe(0);
    const retried = await world.call('adminOrder', 'retryFulfil', { id: of._id }, as());
    expect(retried).toMatchObject({ code: 40902, message: '订单有未结束的退款，结束后再发放' });
    await timer('orders');
    expect((await order(of._id)).fulfil.status).toBe('pending');
    finish(`RF${of.orderNo}01`, 'CLOSED');
    later(5 * MINUTE);
    await timer('refunds');
    await timer('orders');
    expect(await order(of._id)).toMatchObject({ status: 'completed', fulfil: { credits: 600 } });
  });
});

describe('a payment whose notice was lost', () => {
  const asked = () =>
    world.sandbox.wechatpay
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
    world.sandbox.wechatpay.disturb({ mode: 'fail', ms: 0, times: 1 });
    const { _id, payment } = await world.ok('appOrder', 'createOrder', {
      packageId: 'pkg_0002',
      refundRules: '1',
    });
    expect(payment).toBeNull();
    await minutes(12);
    for (let at = 0; at < 5; at += 1) await world.ok('appOrder', 'getOrder', { id: _id });
    expect(asked()).toBe(0);
  });

  it('reaches the books although the gateway is silent about sixty others', async () => {
    notices.silence(true);
    const silent: Promise<StoredOrder>[] = [];
    for (let at = 0; at < 60; at += 1)
      silent.push(
        newOrder({ status: 'pending', prepaid: true, expireTime: null, askTime: 1 + at }),
      );
    await Promise.all(silent);
    const { _id, orderNo } = await world.ok('appOrder', 'createOrder', {
      packageId: 'pkg_0002',
      refundRules: '1',
    });
    await gateway.pay(orderNo);
    await minutes(1);
    expect((await order(_id)).status).toBe('completed');
  });
});
