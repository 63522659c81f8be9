import { beforeEach, describe, expect, it } from 'vitest';
import type { StoredOrder } from '#cloudfunctions/_shared/orders/orders.ts';
import { pastedForms, pastedNumbers } from '../../pastedForms.ts';
import { startWorld } from '../world/harness.ts';
import { commerceOf } from './commerce.ts';

const world = await startWorld();
beforeEach(() => world.reset());
const { as, order } = commerceOf(world);
const find = async (data: object) =>
  (await world.ok('adminOrder', 'getOrders', data, as())).list.map(({ _id }) => _id);

describe('the list of orders', () => {
  it('finds an order by its number, its tail, the transaction, the phone and a part of the name', async () => {
    const { orderNo, transactionId, userSnap } = await order('ord_0003');
    for (const q of [orderNo, orderNo.slice(-4), transactionId, userSnap.nickName.slice(0, 2)])
      expect(await find({ q }), q).toContain('ord_0003');
    expect(await find({ q: '00000000000000000000' })).toEqual([]);
    expect(await find({ q: '.*' })).toEqual([]);
  });

  it('finds the orders of a user by openid, id and phone number, and the order of a refund by its number', async () => {
    const { openid, userId, userSnap, orderNo } = await order('ord_0003');
    for (const q of [openid, userId].flatMap(pastedForms))
      expect(await find({ q }), q).toContain('ord_0003');
    for (const q of [
      `1380000${userSnap.phoneTail}`,
      `+86 138 0000 ${userSnap.phoneTail}`,
      ...pastedNumbers(`RF${orderNo}01`),
      ...pastedNumbers(orderNo),
    ])
      expect(await find({ q }), q).toContain('ord_0003');
    const others = await find({ q: openid });
    for (const id of others) expect((await order(id)).openid).toBe(openid);
  });

  it('narrows by state, sum, time and fulfilment, and counts every state for the tabs', async () => {
    const stored = (await world.rows('orders')) as unknown as StoredOrder[];
    const of = (fits: (order: StoredOrder) => boolean) =>
      stored
        .filter(fits)
        .sort((one, other) => other.createTime - one.createTime)
        .map(({ _id }) => _id);
    const pending = of(({ status }) => status === 'pending');
    expect(await find({ filter: { status: 'pending' } })).toEqual(pending);
    expect(await find({ filter: { fulfilStatus: 'failed' } })).toEqual(['ord_0004']);
    expect(await find({ filter: { refundStatus: 'abnormal' } })).toEqual(
      of(({ refundStatus }) => refundStatus === 'abnormal'),
    );
    const dear = { filter: { payFen: { from: 14_900 } }, sort: { field: 'payFen', order: 'desc' } };
    expect((await find(dear)).sort()).toEqual(of(({ payFen }) => payFen >= 14_900).sort());
    expect(await find({ filter: { createTime: { to: 1 } } })).toEqual([]);
    const { counts } = await world.ok('adminOrder', 'getOrders', { withCounts: true }, as());
    const closed = of(({ status }) => status === 'closed').length;
    expect(counts).toMatchObject({ pending: pending.length, closed, refunded: expect.any(Number) });
  });

  it('counts a state that is asked for twice once', async () => {
    const ask = (status: string[]) =>
      world.ok('adminOrder', 'getOrders', { filter: { status }, withCounts: true }, as());
    const [once, twice] = [await ask(['paid']), await ask(['paid', 'paid'])];
    expect(once.total).toBeGreaterThan(0);
    expect(once.total).toBe(once.counts?.['paid']);
    expect(twice.total).toBe(once.total);
  });
});

describe('one order', () => {
  it('is shown with its refunds and the refundable amount', async () => {
    const at = (id: string) => world.ok('adminOrder', 'getOrderById', { id }, as());
    expect(await at('ord_0003')).toMatchObject({
      refunds: [],
      refundable: { maxFen: 4_990, obstacle: '', credits: 660, days: 0 },
    });
    expect((await at('ord_0009')).refunds).toMatchObject([{ _id: 'rf_0004', status: 'abnormal' }]);
    expect((await at('ord_0009')).refundable?.obstacle).toBe('该订单还有一笔退款没有结束');
    expect(JSON.stringify(await at('ord_0003'))).not.toMatch(/prepayId|codeUrl|grams|reserved/);
  });

  it('keeps the remarks of all administrators, also two written at once, and checks the version that was read', async () => {
    await Promise.all(
      ['已电话联系', '用户满意'].map(text =>
        world.ok('adminOrder', 'addRemark', { id: 'ord_0001', text }, as()),
      ),
    );
    const { adminRemarks } = await order('ord_0001');
    expect(adminRemarks.map(({ text }) => text).sort()).toEqual(['已电话联系', '用户满意']);
    expect(adminRemarks[0]).toMatchObject({ by: '测试管理员' });
    const stale = { id: 'ord_0002', status: 'closed', rev: 99 };
    expect((await world.call('adminOrder', 'updateOrderStatus', stale, as())).code).toBe(40901);
  });
});

it('figures come from the counters, in one database round trip, today and day by day', async () => {
  // Not at the top: functions read their environment when they load.
  const { dayOf } = await import('#contract/shanghai.ts');
  const today = dayOf(Date.now());
  await world.insert('counters', [
    { _id: '1', part: 'figures_live', day: today, figures: { paidOrders: 2, paidFen: 300 } },
    { _id: '2', part: 'figures_live', day: today, figures: { paidOrders: 1, paidFen: 50 } },
    { _id: '3', part: 'figures_total', figures: { paidOrders: 6, refundedFen: 7 } },
  ]);
  const stats = await world.ok('adminOrder', 'getOrderStats', { days: 3 }, as());
  expect(stats).toMatchObject({
    today: { paidOrders: 3, paidFen: 350, createdOrders: 0 },
    total: { paidOrders: 9, refundedFen: 7 },
    openRefunds: 4,
    abnormalRefunds: 1,
    failedFulfilments: 1,
  });
  expect(stats.days.map(({ day }) => day).at(-1)).toBe(today);
});

it('packages grant what fits their kind, at a price no higher than the one struck through', async () => {
  const call = (action: 'createPackage' | 'updatePackage', data: object) =>
    world.call('adminPackage', action, data, as());

  const base = { name: '测试套餐', priceFen: 100 };
  for (const [more, field] of [
    [{}, 'credits'],
    [{ type: 'membership', credits: 1 }, 'days'],
    [{ credits: 1, originPriceFen: 99 }, 'originPriceFen'],
  ] as const)
    expect((await call('createPackage', { ...base, ...more })).data).toHaveProperty([
      'fields',
      field,
    ]);
  const made = await call('createPackage', { ...base, credits: 10 });
  expect(made).toMatchObject({ code: 0, data: { status: 'disabled', soldCount: 0, rev: 1 } });
  expect((await call('updatePackage', { _id: 'pkg_0005', rev: 1, days: null })).code).toBe(40001);
});
