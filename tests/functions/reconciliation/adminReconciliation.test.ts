import { describe, expect, it } from 'vitest';
import type { ReconciliationDay } from '#contract/reconciliation.ts';
import { HOUR, startReconciliationWorld } from './reconciliationWorld.ts';

const {
  world,
  newOrder,
  newRefund,
  gateway,
  set,
  tradeOf,
  bills,
  dayAfter,
  dayOf,
  startOf,
  DAY,
  noon,
  paid,
  refunded,
  run,
  timer,
  stored,
  found,
  seen,
} = await startReconciliationWorld();

/** The two sides differ by exactly the sum of the differences. */
const explains = async ({ there, ours }: ReconciliationDay) => {
  const open = (await found()).filter(({ status }) => status !== 'resolved');
  const gap = (of: string) =>
    open
      .filter(difference => difference.of === of)
      .reduce((sum, { billFen, ownFen }) => sum + (billFen ?? 0) - (ownFen ?? 0), 0);
  expect([there.paidFen - ours.paidFen, there.refundedFen - ours.refundedFen]).toEqual([
    gap('payment'),
    gap('refund'),
  ]);
};

describe('a compared day', () => {
  it('agrees when the bill has the same payments and refunds', async () => {
    for (let at = 0; at < 5; at += 1) await paid(noon + at * 60_000);
    await refunded(noon + HOUR);
    const day = await run();
    const sums = { paidCount: 5, paidFen: 5 * 1_999, refundCount: 1, refundedFen: 500 };
    expect(day).toMatchObject({ status: 'agreed', hasBill: true, there: sums, ours: sums });
    expect(day.funds).toMatchObject({ paidFen: 9_995, refundedFen: 500, agrees: true });
    expect(await found()).toEqual([]);
  });

  it('without a bill has sums of zero', async () => {
    expect(await run()).toMatchObject({
      status: 'agreed',
      hasBill: false,
      funds: null,
      run: 1,
      there: { paidCount: 0, paidFen: 0, refundCount: 0, refundedFen: 0 },
    });
  });

  it('waits while its bill is being made, and is compared once it is available', async () => {
    await paid();
    bills.setMode('creating');
    expect(await run()).toMatchObject({
      status: 'waiting',
      failure: '微信支付还没有生成账单',
      run: 0,
      hasBill: null,
    });
    expect((await stored()).nextTime).toBeGreaterThan(Date.now() + 9 * 60_000);
    bills.setMode('ok');
    await set('reconciliationDays', DAY, { nextTime: Date.now() - 1 });
    await timer();
    expect(await stored()).toMatchObject({ status: 'agreed', failure: '', nextTime: null, run: 1 });
  });

  it.each([
    ['wrongHash', '账单校验值不符'],
    ['truncated', '账单下载不完整'],
  ] as const)('uses nothing of a bill that is %s', async (mode, failure) => {
    await paid();
    world.remember({ trades: [], unknown: [(await paid()).orderNo] });
    bills.setMode(mode);
    expect(await run()).toMatchObject({ status: 'waiting', failure, run: 0 });
    expect(await found()).toEqual([]);
    for (let again = 0; again < 2; again += 1) {
      await set('reconciliationDays', DAY, { nextTime: Date.now() - 1 });
      await timer();
    }
    expect(await stored()).toMatchObject({ status: 'failed', failure });
    const asked = { kinds: ['failedReconciliations' as const] };
    expect((await world.ok('adminDashboard', 'getTodo', asked)).list).toHaveLength(1);
    bills.setMode('ok');
    expect(await run()).toMatchObject({ status: 'different', openCount: 1, failure: '' });
  });

  it('lists other channels with their sums, as not in this bill', async () => {
    await paid();
    await paid(noon, { payChannel: 'offline', payFen: 5_000 });
    await paid(noon, { payChannel: 'code', payFen: 0 });
    await refunded(noon, { payChannel: 'offline', amountFen: 700 });
    const day = await run();
    expect(day).toMatchObject({ status: 'agreed', ours: { paidCount: 1, refundCount: 0 } });
    const none = { refundCount: 0, refundedFen: 0 };
    expect(day.others).toEqual([
      { payChannel: 'code', paidCount: 1, paidFen: 0, ...none },
      { payChannel: 'offline', paidCount: 1, paidFen: 5_000, refundCount: 1, refundedFen: 700 },
    ]);
  });

  it('is not compared before it has a bill, nor after the gateway no longer has it', async () => {
    const today = dayOf(Date.now());
    for (const day of [today, dayAfter(today), dayAfter(today, -92)])
      expect(await world.call('adminReconciliation', 'runDay', { day }), day).toMatchObject({
        code: 40902,
      });
    const shown = await world.ok('adminReconciliation', 'getDayById', { id: DAY });
    expect(shown).toMatchObject({ _id: DAY, status: 'waiting', run: 0, dayTime: startOf(DAY) });
  });

  it('keeps no personal data of the bill', async () => {
    const openid = 'oPersonInTheBill00000000000x';
    gateway.trades.set('SHOP0001', {
      ...tradeOf(await paid(), { successTime: noon, openid, outTradeNo: 'SHOP0001' }),
    });
    await run();
    expect(await seen()).toEqual([['paid_there', 'SHOP0001', 'open']]);
    expect(await world.dump()).not.toContain(openid);
  });
});

describe('a difference', () => {
  it('paid there and not here is resolved by asking the gateway, and by the next comparison', async () => {
    const order = await newOrder({ status: 'closed', payFen: 1_999 });
    gateway.trades.set(order.orderNo, tradeOf(order, { successTime: noon }));
    const day = await run();
    expect(day).toMatchObject({ status: 'different', openCount: 1, ours: { paidCount: 0 } });
    await explains(day);
    expect(await found()).toMatchObject([
      {
        kind: 'paid_there',
        number: order.orderNo,
        orderId: order._id,
        ownStatus: 'closed',
        billFen: 1_999,
        ownFen: null,
        billTime: Math.floor(noon / 1_000) * 1_000,
      },
    ]);
    await world.ok('adminOrder', 'syncPayment', { id: order._id });
    expect(await run()).toMatchObject({ status: 'agreed', openCount: 0, run: 2 });
    expect(await found()).toMatchObject([
      { status: 'resolved', resolution: '重新核对时已一致', resolveTime: expect.any(Number) },
    ]);
  });

  it('paid there under a number that is not ours', async () => {
    const model = await newOrder({ status: 'closed' });
    gateway.trades.set('SHOP0009', {
      ...tradeOf(model, { successTime: noon, outTradeNo: 'SHOP0009' }),
    });
    const day = await run();
    expect(await found()).toMatchObject([{ kind: 'paid_there', orderId: '', ownStatus: '' }]);
    await explains(day);
  });

  it('refunded there and not here is resolved by asking about the refund', async () => {
    const { refund, order } = await newRefund({ status: 'request_failed', amountFen: 300 });
    gateway.trades.set(order.orderNo, tradeOf(order));
    gateway.refunds.set(refund._id, {
      refundId: '50000777',
      outRefundNo: refund._id,
      outTradeNo: order.orderNo,
      transactionId: '',
      amountFen: 300,
      totalFen: order.payFen,
      reason: '',
      status: 'SUCCESS',
      createTime: noon,
      successTime: noon + 60_000,
      notifyUrl: '',
      account: '',
      settle: null,
      paidOut: 1,
    });
    const day = await run();
    expect(await found()).toMatchObject([
      {
        kind: 'refunded_there',
        refundId: refund._id,
        orderId: order._id,
        ownStatus: 'request_failed',
        billFen: 300,
        ownFen: null,
        gatewayNo: '50000777',
      },
    ]);
    await explains(day);
    await world.ok('adminOrder', 'syncRefund', { id: refund._id });
    expect(await run()).toMatchObject({ status: 'agreed' });
    expect((await found())[0]?.status).toBe('resolved');
  });

  it('refunded there by hand names its order', async () => {
    const order = await paid(startOf(DAY) - 3 * 86_400_000);
    gateway.refunds.set('HAND1', {
      refundId: '50000778',
      outRefundNo: 'HAND1',
      outTradeNo: order.orderNo,
      transactionId: '',
      amountFen: 200,
      totalFen: order.payFen,
      reason: '',
      status: 'PROCESSING',
      createTime: noon,
      successTime: null,
      notifyUrl: '',
      account: '',
      settle: null,
      paidOut: 0,
    });
    await run();
    expect(await found()).toMatchObject([
      { kind: 'refunded_there', orderId: order._id, refundId: '', orderNo: order.orderNo },
    ]);
  });

  it('in the amount of a payment and of a refund', async () => {
    const order = await paid();
    gateway.trades.set(order.orderNo, tradeOf(order, { successTime: noon, totalFen: 2_000 }));
    const { refund } = await refunded(noon);
    await gateway.findRefund(refund._id).then(there => (there.amountFen = 499));
    const day = await run();
    expect(day).toMatchObject({ openCount: 2, there: { paidFen: 2_000, refundedFen: 499 } });
    await explains(day);
    expect(
      (await found()).map(({ kind, of, billFen, ownFen }) => [kind, of, billFen, ownFen]).sort(),
    ).toEqual([
      ['amount', 'payment', 2_000, 1_999],
      ['amount', 'refund', 499, 500],
    ]);
  });

  it('paid and refunded here, and unknown there', async () => {
    const [order] = [await paid(), await paid()];
    const { refund } = await refunded();
    world.remember({ trades: [], unknown: [order.orderNo, refund._id] });
    const day = await run();
    expect((await seen()).sort()).toEqual([
      ['payment_unknown', order.orderNo, 'open'],
      ['refund_unknown', refund._id, 'open'],
    ]);
    expect(day).toMatchObject({ there: { paidCount: 1 }, ours: { paidCount: 2, refundCount: 1 } });
    await explains(day);
  });

  it('is not made for a refund in progress, or one closed by the gateway', async () => {
    await refunded(noon, { status: 'processing', successTime: null });
    await refunded(noon, { status: 'abnormal', successTime: null });
    await refunded(noon, { status: 'closed', successTime: null });
    expect(await run()).toMatchObject({
      status: 'agreed',
      hasBill: true,
      there: { refundCount: 2 },
      ours: { refundCount: 2 },
    });
  });
});

describe('an explanation', () => {
  const shop = async (totalFen = 800) => {
    const model = await newOrder({ status: 'closed' });
    const trade = tradeOf(model, { successTime: noon, outTradeNo: 'SHOP0003', totalFen });
    gateway.trades.set('SHOP0003', trade);
  };
  const close = (id: string, note = '门店收款', more = {}) =>
    world.call('adminReconciliation', 'closeDifference', { id, note, ...more });

  it("closes a difference with author and time, changes the day's counts and is in the audit log", async () => {
    await shop();
    await run();
    const [difference] = await found();
    expect(await close(difference!._id, '  ')).toMatchObject({ code: 40001 });
    expect(await close(difference!._id, '门店收款', { rev: 9 })).toMatchObject({ code: 40901 });
    const { code, data } = await close(difference!._id);
    expect(code).toBe(0);
    expect(data).toMatchObject({ status: 'closed', note: '门店收款', closeBy: '测试管理员' });
    expect(data.closeTime).toBeGreaterThan(Date.now() - 60_000);
    expect(await stored()).toMatchObject({ status: 'handled', openCount: 0, closedCount: 1 });
    expect(await close(difference!._id)).toMatchObject({ code: 40902 });
    const rows = await world.rows('auditLogs');
    expect(rows.filter(({ resourceId }) => resourceId === difference!._id)).toMatchObject([
      { action: 'closeDifference', reason: '门店收款', adminId: 'first_admin' },
    ]);
    expect(rows.filter(({ resourceId }) => resourceId === DAY)).toMatchObject([
      { action: 'runDay', resource: 'reconciliation' },
    ]);
  });

  it('stays valid when the day is compared again, as long as the difference is the same', async () => {
    await shop();
    await run();
    await close((await found())[0]!._id);
    expect(await run()).toMatchObject({ status: 'handled', openCount: 0, closedCount: 1 });
    await shop(900);
    expect(await run()).toMatchObject({ status: 'different', openCount: 1, closedCount: 0 });
    expect(await found()).toMatchObject([{ status: 'open', billFen: 900, note: '', closeBy: '' }]);
  });

  it("removes the difference from the dashboard's number and from the list behind it", async () => {
    const asked = { kinds: ['openDifferences' as const] };
    const counted = async () => (await world.ok('adminDashboard', 'getTodo', asked)).list.length;
    const listed = async () =>
      (await world.ok('adminReconciliation', 'getDifferences', { filter: { status: 'open' } }))
        .total;
    const before = await counted();
    await shop();
    await run();
    expect([await counted(), await listed()]).toEqual([before + 1, before + 1]);
    await close((await found())[0]!._id);
    expect([await counted(), await listed()]).toEqual([before, before]);
  });
});
