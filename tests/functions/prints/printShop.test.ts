import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { startWorld } from '../world/harness.ts';
import { printsOf } from './prints.ts';

const world = await startWorld();
const { call, ok, rows } = world;
beforeEach(() => world.reset());
const { newPrint } = await printsOf(world);

afterEach(() => vi.useRealTimers());

const HOUR = 3_600_000;
const price = (id: string) => ok('adminPackagePrice', 'getPackagePriceById', { id });
const update = (data: object) => call('adminPackagePrice', 'updatePackagePrice', data);
const history = async (id: string) =>
  (await ok('adminPackagePrice', 'getPriceHistory', { id })).list;
const quoted = async (sizeId: string, paper: string, qty = 1) =>
  call('appPrint', 'quote', { items: [{ sizeId, paper, qty }] });
const unit = async (sizeId: string, paper: string) => {
  const { code, data } = await quoted(sizeId, paper);
  return code === 0 ? data.items[0]?.unitFen : code;
};

describe('a print size', () => {
  it('computes its pixels from its measures, also after changes', async () => {
    const fields = { code: '5x7', name: '5x7', widthMm: 127, heightMm: 178, idemKey: 'size-key-1' };
    const made = await ok('adminPrintSize', 'createPrintSize', fields);
    expect(made).toMatchObject({ pixelWidth: 1_500, pixelHeight: 2_102, dpi: 300 });
    expect(made).toMatchObject({ minPixelWidth: 900, minPixelHeight: 1_261 });
    expect(await ok('adminPrintSize', 'createPrintSize', fields)).toEqual(made);
    const change = { _id: made._id, rev: 1, widthMm: 254, dpi: 150, minPixelHeight: 1_000 };
    expect(await ok('adminPrintSize', 'updatePrintSize', change)).toMatchObject({
      rev: 2,
      pixelWidth: 1_500,
      pixelHeight: 1_051,
      minPixelWidth: 900,
    });
    const tooMany = { _id: made._id, rev: 2, minPixelWidth: 1_501 };
    expect(await call('adminPrintSize', 'updatePrintSize', tooMany)).toMatchObject({
      code: 40001,
      data: { fields: { minPixelWidth: '不能大于成品的像素' } },
    });
  });

  it('has a unique code', async () => {
    const fields = { code: 'A4', name: '又一个', widthMm: 210, heightMm: 297 };
    expect(await call('adminPrintSize', 'createPrintSize', fields)).toMatchObject({
      code: 40001,
      data: { fields: { code: '已有相同代号的尺寸' } },
    });
  });

  it('is not deleted while a price or an open print order names it', async () => {
    const remove = (id: string) => call('adminPrintSize', 'deletePrintSize', { id });
    expect(await remove('size_0002')).toMatchObject({
      code: 40904,
      data: { resource: 'packagePrices', count: 2 },
    });
    const { _id } = await newPrint('producing', { sizeIds: ['size_0007'] });
    await newPrint('completed', { sizeIds: ['size_0007'] });
    expect(await remove('size_0007')).toMatchObject({
      code: 40904,
      data: { resource: 'printOrders', count: 1 },
    });
    const express = { id: _id, expressCompany: 'sf', expressNo: 'SF1234500000001' };
    await ok('adminPrintOrder', 'setShipping', express);
    const done = { id: _id, status: 'completed' };
    await ok('adminPrintOrder', 'updatePrintOrderStatus', done);
    expect((await remove('size_0007')).code).toBe(0);
  });
});

describe('a price line', () => {
  it('is never overwritten: a change is a version with its own id', async () => {
    const before = await price('price_0002');
    const tiers = [{ minQty: 1, unitFen: 111 }];
    const after = await update({ _id: 'price_0002', rev: 1, tiers });
    expect(after).toMatchObject({ code: 0, data: { tiers, lineId: before.lineId, rev: 1 } });
    expect(after.data._id).not.toBe('price_0002');
    const [newest, former] = await history('price_0002');
    expect(newest?._id).toBe(after.data._id);
    expect(former).toMatchObject({
      ...before,
      rev: 2,
      isLatest: false,
      updateTime: former?.updateTime,
      updateBy: former?.updateBy,
      endTime: newest?.effectiveTime,
    });
    expect(await unit('size_0002', 'glossy')).toBe(111);
    const { list } = await ok('adminPackagePrice', 'getPackagePrices', { pageSize: 100 });
    expect(list.filter(row => row.lineId === before.lineId).map(row => row._id)).toEqual([
      after.data._id,
    ]);
    // A client with the old version gets the new one.
    expect(await update({ _id: 'price_0002', rev: 2, shippingFen: 1 })).toMatchObject({
      code: 40901,
      data: { current: { _id: after.data._id } },
    });
  });

  it('changed by ten at once gets one version, and one newest', async () => {
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_one, at) =>
        update({ _id: 'price_0001', rev: 1, shippingFen: at }),
      ),
    );
    expect(answers.filter(({ code }) => code === 0)).toHaveLength(1);
    expect(answers.filter(({ code }) => code !== 0).every(({ code }) => code === 40901)).toBe(true);
    expect((await history('price_0001')).filter(({ isLatest }) => isLatest)).toHaveLength(1);
    const log = (await rows('auditLogs')).filter(({ action }) => action === 'updatePackagePrice');
    expect(log).toHaveLength(1);
  });

  it('may be scheduled: until then the previous price holds, and a scheduled one can be replaced', async () => {
    const now = Date.now();
    const raise = (_id: string, unitFen: number, effectiveTime: number) =>
      update({ _id, rev: 1, tiers: [{ minQty: 1, unitFen }], effectiveTime });
    const waiting = await raise('price_0004', 500, now + HOUR);
    expect(await unit('size_0003', 'glossy')).toBe(200);
    const listed = await ok('adminPackagePrice', 'getPackagePrices', { pageSize: 100 });
    expect(listed.list.find(({ _id }) => _id === waiting.data._id)).toMatchObject({
      tiers: [{ unitFen: 500 }],
      current: { tiers: [{ unitFen: 200 }, { unitFen: 170 }] },
    });
    expect(listed.list.filter(({ current }) => current)).toHaveLength(1);
    const later = await raise(waiting.data._id, 600, now + 3 * HOUR);
    expect(later.code).toBe(0);
    const versions = await history('price_0004');
    const former = versions.find(({ _id }) => _id === 'price_0004');
    expect(former?.endTime).toBe(now + 3 * HOUR);
    expect(await unit('size_0003', 'glossy')).toBe(200);
    vi.useFakeTimers({ toFake: ['Date'], now: now + 3 * HOUR });
    expect(await unit('size_0003', 'glossy')).toBe(600);
    vi.setSystemTime(now + 3 * HOUR - 1);
    expect(await unit('size_0003', 'glossy')).toBe(500);
    vi.useRealTimers();
    // In the past nothing takes effect: what was sold keeps its price.
    const past = await raise(later.data._id, 300, 5);
    expect(past.data.effectiveTime).toBeGreaterThanOrEqual(now);
    expect(await unit('size_0003', 'glossy')).toBe(300);
  });

  it('is one for each size and paper, with consistent terms', async () => {
    const line = {
      name: '又一条',
      sizeId: 'size_0002',
      paper: 'glossy',
      tiers: [{ minQty: 1, unitFen: 1 }],
    };
    const create = (more: object) =>
      call('adminPackagePrice', 'createPackagePrice', { ...line, ...more });
    const fields = async (more: object) =>
      Object.keys(((await create(more)).data as unknown as { fields: object }).fields);
    expect(await fields({})).toEqual(['paper']);
    expect(await fields({ sizeId: 'size_0001', paper: 'silk' })).toEqual(['paper']);
    expect(await fields({ sizeId: 'gone' })).toEqual(['sizeId']);
    const free = { sizeId: 'size_0001', paper: 'matte' };
    expect(await fields({ ...free, packFen: 100 })).toEqual(['packQty']);
    expect(await fields({ ...free, endTime: 5 })).toEqual(['endTime']);
    for (const tiers of [
      [{ minQty: 2, unitFen: 5 }],
      [
        { minQty: 1, unitFen: 5 },
        { minQty: 1, unitFen: 4 },
      ],
      [
        { minQty: 1, unitFen: 5 },
        { minQty: 5, unitFen: 6 },
      ],
    ])
      expect(await fields({ ...free, tiers })).toEqual(['tiers']);
    const answers = await Promise.all(Array.from({ length: 8 }, () => create(free)));
    expect(answers.filter(({ code }) => code === 0)).toHaveLength(1);
    expect(await unit('size_0001', 'matte')).toBe(1);
  });

  it('disabled leaves the size’s own price in effect, deleted it keeps its history', async () => {
    const off = { id: 'price_0003', status: 'disabled' };
    const remove = () => call('adminPackagePrice', 'deletePackagePrice', { id: 'price_0003' });
    expect(await remove()).toMatchObject({ code: 40902 });
    await ok('adminPackagePrice', 'setPackagePriceStatus', off);
    expect(await unit('size_0002', 'matte')).toBe(120);
    expect((await remove()).code).toBe(0);
    expect(
      (await call('adminPackagePrice', 'getPackagePriceById', { id: 'price_0003' })).code,
    ).toBe(40400);
    expect((await history('price_0003')).length).toBe(3);
    const again = {
      name: '6寸绒面',
      sizeId: 'size_0002',
      paper: 'matte',
      tiers: [{ minQty: 1, unitFen: 140 }],
    };
    expect((await call('adminPackagePrice', 'createPackagePrice', again)).code).toBe(0);
    expect(await unit('size_0002', 'matte')).toBe(140);
  });

  it('is not possible for sizes or papers that are not on sale', async () => {
    expect(await unit('size_0007', 'glossy')).toBe(40001);
    expect(await unit('size_0001', 'silk')).toBe(40001);
    const { list } = await ok('appPrint', 'getPrintSizes', {});
    expect(list.map(({ _id }) => _id)).not.toContain('size_0007');
    expect(JSON.stringify(list)).not.toMatch(/priceId|lineId|basePriceFen|rev|createBy/);
  });
});
