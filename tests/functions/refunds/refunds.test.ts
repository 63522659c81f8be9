import { describe, expect, it } from 'vitest';
import type { StoredOrder } from '#cloudfunctions/_shared/orders/orders.ts';
import type { StoredRefund } from '#cloudfunctions/_shared/refunds/refunds.ts';
import { startRefundWorld } from './refundWorld.ts';

const {
  world,
  wechatpay,
  as,
  order,
  refund,
  set,
  newOrder,
  finish,
  processRefund,
  submissions,
  one,
  gateway,
} = await startRefundWorld();

const user = (id: string) =>
  one<{ credits: { paid: number; gift: number }; stats: Record<string, number> }>('users', id);
const ledger = async (refId: string) =>
  (await world.rows('creditLedger')).filter(row => row['refId'] === refId);

describe('a refund that goes well', () => {
  it('has its row and its number before the gateway is called, and both never change', async () => {
    const { _id, orderNo } = await newOrder();
    const { refund: carryOut } = gateway;
    const atTheGateway: { row: StoredRefund; order: StoredOrder }[] = [];
    gateway.refund = async fields => {
      gateway.refund = carryOut;
      atTheGateway.push({ row: await refund(`RF${orderNo}01`), order: await order(_id) });
      return carryOut.call(gateway, fields);
    };
    const { data } = await processRefund(_id);
    const [{ row, order: reserved } = {} as never] = atTheGateway;
    expect(row).toMatchObject({ status: 'created', amountFen: 100, outcomeUnknown: true });
    expect(reserved.refundingFen).toBe(100);
    expect(submissions()[0]?.body).toMatchObject({ out_refund_no: row._id, out_trade_no: orderNo });
    expect(data).toMatchObject({ _id: row._id, status: 'processing' });
    finish(row._id);
    const done = await world.ok('adminOrder', 'syncRefund', { id: row._id }, as());
    expect(done).toMatchObject({ status: 'success', amountFen: 100 });
    expect(await order(_id)).toMatchObject({ refundedFen: 100, refundingFen: 0, openRefundId: '' });
    expect((await order(_id)).refundStatus).toBe('partial');
  });

  it('is possible in parts, a minute apart, never more than was paid', async () => {
    const { _id, payFen } = await newOrder();
    const first = (await processRefund(_id, { amountFen: payFen - 150 })).data as { _id: string };
    expect(await processRefund(_id)).toMatchObject({
      code: 40902,
      message: '该订单还有一笔退款没有结束',
    });
    finish(first._id);
    await world.ok('adminOrder', 'syncRefund', { id: first._id }, as());
    expect(await processRefund(_id)).toMatchObject({
      code: 40902,
      message: '同一订单两次退款需间隔 1 分钟',
    });
    const later = { lastRefundTime: Date.now() - 60_001 };
    await set('orders', _id, later);
    for (const trade of gateway.trades.values()) trade.lastRefundTime = 0;
    expect(await processRefund(_id, { amountFen: 151 })).toMatchObject({
      code: 40001,
      data: { fields: { amountFen: '超过可退金额' } },
    });
    const second = (await processRefund(_id, { amountFen: 150 })).data as { _id: string };
    expect(second._id.slice(-2)).toBe('02');
    finish(second._id);
    await world.ok('adminOrder', 'syncRefund', { id: second._id }, as());
    expect(await order(_id)).toMatchObject({
      status: 'refunded',
      refundStatus: 'full',
      refundedFen: payFen,
      refundingFen: 0,
    });
  });

  it.each([
    ['the fifty-first', { refundCount: 50 }, '该订单的退款已达 50 次上限，请线下处理'],
    [
      'a year later',
      { payTime: Date.now() - 366 * 86_400_000 },
      '支付已超过一年，无法原路退款，请线下退给用户',
    ],
    ['of an activation code', { payChannel: 'code' }, '激活码订单没有可退的款项'],
  ])('is not made %s', async (_case, fields, message) => {
    const { _id } = await newOrder(fields as Partial<StoredOrder>);
    expect(await processRefund(_id)).toMatchObject({ code: 40902, message });
    expect(submissions()).toEqual([]);
  });

  it('answers the same refund for the same key, and refuses the key for another request', async () => {
    const { _id } = await newOrder();
    const idemKey = 'click_0001';
    const answers = await Promise.all([1, 2, 3].map(() => processRefund(_id, { idemKey })));
    const ids = answers.map(({ code, data }) =>
      code === 0 ? (data as { _id: string })._id : code,
    );
    expect(new Set(ids).size).toBe(1);
    expect(await processRefund(_id, { idemKey })).toMatchObject({ code: 0, data: { _id: ids[0] } });
    expect((await processRefund(_id, { idemKey, amountFen: 101 })).code).toBe(40903);
    expect(submissions()).toHaveLength(1);
  });

  it('registers what was paid back by hand without calling the gateway', async () => {
    const { _id, payFen } = await newOrder({ payChannel: 'offline' });
    expect(await processRefund(_id, { amountFen: payFen })).toMatchObject({
      data: { status: 'success', userReceivedAccount: '线下退款' },
    });
    expect((await order(_id)).status).toBe('refunded');
    expect(wechatpay.calls()).toEqual([]);
  });
});

describe('the grants of an order', () => {
  const refundWith = async (clawback: object | undefined, credits: object) => {
    const { _id, payFen, userId } = await newOrder();
    await set('users', userId, credits);
    const data = { amountFen: payFen, ...(clawback && { clawback }) };
    const made = (await processRefund(_id, data)).data as { _id: string };
    finish(made._id);
    await Promise.all(
      [1, 2, 3].map(() => world.call('adminOrder', 'syncRefund', { id: made._id }, as())),
    );
    return { made, userId, payFen };
  };

  it('are taken back once with the whole sum: bought credits first, then gifts', async () => {
    const { made, userId } = await refundWith(undefined, { credits: { paid: 700, gift: 70 } });
    expect((await refund(made._id)).clawedBack).toMatchObject({
      paid: 600,
      gift: 60,
      packageDays: 0,
    });
    expect((await user(userId)).credits).toEqual({ paid: 100, gift: 10 });
    expect(await ledger(made._id)).toHaveLength(2);
  });

  it('are taken back only as far as they are left, unless a debt was chosen', async () => {
    const clawback = { credits: 600, allowNegative: false };
    const left = await refundWith(clawback, { credits: { paid: 40, gift: 5 } });
    expect((await user(left.userId)).credits).toEqual({ paid: 0, gift: 5 });
    const debt = await refundWith(
      { credits: 600, allowNegative: true },
      { credits: { paid: 40, gift: 5 } },
    );
    expect((await user(debt.userId)).credits).toEqual({ paid: -560, gift: 5 });
  });

  it('cannot be taken back beyond what the order granted', async () => {
    const { _id } = await newOrder();
    const clawback = { credits: 661, allowNegative: true };
    expect(await processRefund(_id, { clawback })).toMatchObject({
      data: { fields: { 'clawback.credits': '超过该订单发放的积分' } },
    });
  });

  it('count for the user and on the dashboard', async () => {
    const before = await world.rows('counters');
    const { userId, payFen } = await refundWith(undefined, { 'stats.refundFen': 7 });
    expect((await user(userId)).stats['refundFen']).toBe(7 + payFen);
    const total = (await world.rows('counters')).reduce(
      (sum, { figures }) => sum + ((figures as Record<string, number>)['refundedFen'] ?? 0),
      0,
    );
    expect(before).toEqual([]);
    expect(total).toBe(payFen);
  });
});

it('writes one audit row for each step', async () => {
  const { _id } = await newOrder();
  const id = ((await processRefund(_id)).data as { _id: string })._id;
  finish(id);
  await world.ok('adminOrder', 'syncRefund', { id }, as());
  const rows = (await world.rows('auditLogs')).filter(({ resourceId }) => resourceId === id);
  expect(rows.map(({ action }) => action).sort()).toEqual([
    'processRefund',
    'processRefund',
    'syncRefund',
  ]);
});
