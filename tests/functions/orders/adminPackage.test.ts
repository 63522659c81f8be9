import { beforeEach, describe, expect, it } from 'vitest';
import type { Package } from '#contract/package.ts';
import { startWorld } from '../world/harness.ts';
import { finishJob } from '../world/runJob.ts';

const world = await startWorld();
const { as, call, ok, set } = world;

beforeEach(() => world.reset());
const PACKAGE = 'pkg_0003';

const sales = (days = 30) => ok('adminPackage', 'getPackageSales', { id: PACKAGE, days }, as());
const thePackage = () => ok('adminPackage', 'getPackageById', { id: PACKAGE }, as());
const update = (fields: Partial<Package>) =>
  ok('adminPackage', 'updatePackage', { _id: PACKAGE, rev: 1, ...fields }, as());
/** The orders that have bought it, as the list of orders finds them. */
const bought = async () => {
  const filter = { packageId: PACKAGE };
  const { list } = await ok('adminOrder', 'getOrders', { filter, pageSize: 100 }, as());
  return list.flatMap(order => ('damaged' in order ? [] : [order]));
};

describe('what was sold of a package', () => {
  it('is the sum of its orders paid in the period, found by the filter of the list too', async () => {
    const all = await bought();
    expect(all.length).toBeGreaterThan(2);
    expect(all.every(({ items }) => items.some(({ refId }) => refId === PACKAGE))).toBe(true);
    const paid = all.filter(({ payTime }) => payTime !== null);
    const sum = (field: 'payFen' | 'refundedFen') =>
      paid.reduce((total, order) => total + order[field], 0);
    expect(await sales(366)).toMatchObject({
      orders: paid.length,
      paidFen: sum('payFen'),
      refundedFen: sum('refundedFen'),
      differing: 0,
    });
    // Paid before the period: not part of it.
    for (const { _id } of paid) await set('orders', _id, { payTime: Date.now() - 40 * 86_400_000 });
    expect(await sales()).toMatchObject({ orders: 0, paidFen: 0, refundedFen: 0 });
    expect((await sales(60)).orders).toBe(paid.length);
  });

  it('names the orders whose copy is not what the package is now, and leaves them as they are', async () => {
    const before = await bought();
    await update({ priceFen: 4_590, giftCredits: 100, originPriceFen: null, badge: '新' });
    const { differing, different } = await sales();
    expect(differing).toBe(before.filter(({ payTime }) => payTime !== null).length);
    expect(different[0]?.item).toMatchObject({
      unitFen: 4_990,
      snapshot: { credits: 600, giftCredits: 60 },
    });
    expect(await bought()).toEqual(before);
  });

  it('does not count fields that no order copies as a difference', async () => {
    await update({
      originPriceFen: null,
      badge: '新',
      benefits: ['一项'],
      limitPerUser: 3,
      sort: 1,
    });
    expect((await sales()).differing).toBe(0);
  });
});

describe('a package', () => {
  it('that was sold is refused to be deleted with a way out, and can be taken off sale', async () => {
    expect(await call('adminPackage', 'deletePackage', { id: PACKAGE }, as())).toMatchObject({
      code: 40904,
      message: '该套餐已售出过，不能删除，可以下架',
    });
    const off = { id: PACKAGE, status: 'disabled' };
    await ok('adminPackage', 'setPackageStatus', off, as());
    expect(await thePackage()).toMatchObject({ status: 'disabled' });
    const { list } = await ok('appOrder', 'getPackages', {}, {});
    expect(list.map(({ _id }) => _id)).not.toContain(PACKAGE);
  });

  it('that was sold or ordered is refused to be deleted, though nobody has counted it', async () => {
    await world.set('packages', 'pkg_0008', { soldCount: 0, status: 'disabled' });
    const model = (await world.rows('orders')).find(({ _id }) => _id === 'ord_0003')!;
    const item = { ...(model['items'] as object[])[0], refId: 'pkg_0008' };
    const remove = () => call('adminPackage', 'deletePackage', { id: 'pkg_0008' }, as());
    const bought = { ...model, _id: 'ord_9', orderNo: '9'.repeat(20), items: [item] };
    for (const [status, message] of [
      ['pending', '该套餐有未支付的订单，不能删除，可以下架'],
      ['refunded', '该套餐已售出过，不能删除，可以下架'],
    ]) {
      await world.insert('orders', [{ ...bought, _id: `ord_9${status}`, orderNo: status, status }]);
      expect(await remove()).toMatchObject({ code: 40904, message });
      await world.set('orders', `ord_9${status}`, { items: [] });
    }
    expect((await remove()).code).toBe(0);
  });

  it('is counted anew from its orders, and so is what a limited key has used', async () => {
    const recount = () => finishJob(world, 'recountFigures');
    const sold = async () => {
      const list = await world.rows('packages');
      return list.map(({ _id, soldCount }) => [_id, soldCount]);
    };
    const ofOrders = (await world.rows('orders')).filter(
      order => (order['fulfil'] as { status: string } | undefined)?.status === 'done',
    );
    const truth = (await world.rows('packages')).map(({ _id }) => [
      _id,
      ofOrders.filter(({ items }) =>
        (items as { refId: string }[]).some(({ refId }) => refId === _id),
      ).length,
    ]);
    await recount();
    expect(await sold()).toEqual(truth);
    expect(await recount()).toMatchObject({ packages: 0 });
    for (const soldCount of [99, 0]) {
      await world.set('packages', PACKAGE, { soldCount });
      expect(await recount()).toMatchObject({ packages: 1 });
      expect(await sold()).toEqual(truth);
    }

    const { someTask } = await import('../world/fixtures/people.ts');
    const now = Date.now();
    await world.set('apiKeys', 'key_0001', { dailyCoinsCap: 100 });
    const ended = { createTime: now, finishTime: now, coins: 60, apiKeyId: 'key_0001' };
    await world.insert('tasks', [someTask(21, 'succeeded', ended), someTask(22, 'failed', ended)]);
    expect(await recount()).toMatchObject({ keys: 1 });
    const day = (await world.rows('apiKeyUsageDaily')).find(
      ({ apiKeyId, coins }) => apiKeyId === 'key_0001' && coins === 120,
    );
    expect(day).toBeDefined();
    expect(await recount()).toMatchObject({ keys: 0 });
  });

  it('that is no membership any more grants no days', async () => {
    const credits = { _id: 'pkg_0005', rev: 1, type: 'credits' };
    expect(await ok('adminPackage', 'updatePackage', credits, as())).toMatchObject({ days: null });
  });

  it('is sold virtually once that is switched on', async () => {
    const fields = { _id: PACKAGE, rev: 1, payChannels: ['virtual', 'wxpay'] };
    await world.set('settings', 'payment', { virtual: { enabled: true } });
    expect((await call('adminPackage', 'updatePackage', fields, as())).code).toBe(0);
  });

  it('that nobody can buy is not saved, and one from before can be read and mended', async () => {
    const unsold = { payChannels: ['virtual'] };
    const refused = {
      code: 40001,
      data: { fields: { payChannels: '虚拟支付尚未启用，请先在支付设置中填写' } },
    };
    const fields = { _id: PACKAGE, rev: 1 };
    expect(
      await call('adminPackage', 'updatePackage', { ...fields, ...unsold }, as()),
    ).toMatchObject(refused);
    await world.set('packages', PACKAGE, unsold);
    expect(await ok('adminPackage', 'getPackageById', { id: PACKAGE }, as())).toMatchObject(unsold);
    expect(
      await call('adminPackage', 'updatePackage', { ...fields, badge: '热' }, as()),
    ).toMatchObject(refused);
    const mended = { ...fields, payChannels: ['wxpay'] };
    expect((await call('adminPackage', 'updatePackage', mended, as())).code).toBe(0);
  });
});
