import { beforeEach, describe, expect, it, vi } from 'vitest';
import { functions } from '#contract/index.ts';
import { fileRow } from '../world/fixtures/files.ts';
import { startWorld } from '../world/harness.ts';
import { printsOf } from './prints.ts';

const world = await startWorld();
const { call, ok, rows } = world;
beforeEach(() => world.reset());
const { order, print, newPrint, set, http, tradeOf, notices, timer } = await printsOf(world);

const example = functions.appPrint.createPrintOrder.example;
const photo = example.items[0]!.filePath;
const DAY = 86_400_000;
const stranger = { caller: { TCB_UUID: '2000000000000000002', TCB_ISANONYMOUS_USER: 'true' } };
const create = (more: object = {}, options = {}) =>
  call('appPrint', 'createPrintOrder', { ...example, ...more }, options);

describe('ordering prints', () => {
  it('makes an order and a print order linked to each other, priced by the server', async () => {
    const items = [
      { filePath: photo, sizeId: 'size_0002', paper: 'glossy', qty: 20 },
      { filePath: photo, sizeId: 'size_0002', paper: 'glossy', qty: 10 },
      { filePath: photo, sizeId: 'size_0005', paper: 'glossy', qty: 1 },
    ];
    const { data } = await create({ items, userRemark: '送人' });
    // 30 × 95 + 880, and the parcel.
    expect(data).toMatchObject({
      goodsFen: 3_730,
      shippingFen: 800,
      payFen: 4_530,
      photoCount: 31,
    });
    expect(data).toMatchObject({ status: 'pending', payment: { kind: 'native' } });
    expect(data.items.map(({ unitFen, amountFen }) => [unitFen, amountFen])).toEqual([
      [95, 1_900],
      [95, 950],
      [880, 880],
    ]);
    const [stored, its] = [await print(data._id), await order(data.orderId)];
    expect(its).toMatchObject({
      type: 'print',
      printOrderId: data._id,
      payFen: 4_530,
      totalFen: 4_530,
    });
    expect(its.items.map(({ name, qty, amountFen }) => [name, qty, amountFen])).toEqual([
      ['6寸 光面冲印', 30, 2_850],
      ['A4 光面冲印', 1, 880],
      ['运费', 1, 800],
    ]);
    expect(stored).toMatchObject({ orderId: its._id, orderNo: its.orderNo, userId: its.userId });
    expect(stored.items[0]?.sizeSnap).toMatchObject({ name: '6寸', pixelWidth: 1_205 });
    // Later changes of the shop do not affect the order.
    const tiers = [{ minQty: 1, unitFen: 999 }];
    await ok('adminPackagePrice', 'updatePackagePrice', { _id: 'price_0002', rev: 1, tiers });
    expect((await print(data._id)).items[0]?.unitFen).toBe(95);
    expect(JSON.stringify(data)).not.toMatch(/13800138000|addressKey|openid|adminRemarks|priceId/);
  });

  it('is refused with too many unpaid orders, also concurrently', async () => {
    const unpaid = async () =>
      (await rows('orders')).filter(
        ({ userId, status }) => userId === 'usr_0001' && status === 'pending',
      ).length;
    const room = 10 - (await unpaid());
    const answers = await Promise.all(Array.from({ length: 14 }, () => create()));
    expect(answers.filter(({ code }) => code === 0)).toHaveLength(room);
    expect(answers.filter(({ code }) => code === 42901)).toHaveLength(14 - room);
    expect(await unpaid()).toBe(10);
  });

  it('draws another number where one of the same millisecond is taken', async () => {
    const now = Date.now();
    vi.spyOn(Date, 'now').mockReturnValue(now);
    const { momentDigits } = await import('#contract/shanghai.ts');
    const [print] = await rows('printOrders');
    await world.insert(
      'printOrders',
      Array.from({ length: 60 }, (_none, at) => ({
        ...print,
        _id: `prt_same${at}`,
        printNo: `P${momentDigits(now)}${String(at).padStart(2, '0')}`,
      })) as never,
    );
    const { code } = await create();
    vi.restoreAllMocks();
    expect(code).toBe(0);
  });

  it("accepts only the visitor's own existing photos", async () => {
    await world.insert('files', [
      fileRow('user_upload/demo/other.jpg', { userId: 'usr_0002', scene: 'user_upload' }),
      fileRow('user_upload/demo/trashed.jpg', { userId: 'usr_0001', status: 'trash' }),
    ]);
    const paths = [
      'user_upload/demo/other.jpg',
      'user_upload/demo/trashed.jpg',
      'template/demo/tpl_0001.jpg',
    ];
    for (const filePath of [...paths, 'user_upload/demo/never.jpg']) {
      const items = [...example.items, { ...example.items[0], filePath }];
      const before = await world.dump();
      expect(await create({ items })).toMatchObject({
        code: 40001,
        data: { fields: { 'items.1.filePath': '照片已不存在，请重新选择' } },
      });
      expect(await world.dump()).toBe(before);
    }
    expect((await create({}, stranger)).code).toBe(40001);
  });

  it('asks again when the price has changed', async () => {
    expect(await create({ expectPayFen: 1 })).toMatchObject({
      code: 40902,
      data: { payFen: 1_520 },
    });
    expect((await create({ expectPayFen: 1_520 })).code).toBe(0);
  });

  it('flags photos that are too small for the paper', async () => {
    await world.insert('files', [
      fileRow('user_upload/demo/big.jpg', { userId: 'usr_0001', width: 4_000, height: 3_000 }),
      fileRow('user_upload/demo/small.jpg', { userId: 'usr_0001', width: 600, height: 900 }),
    ]);
    const of = (name: string, crop?: object) => ({
      filePath: `user_upload/demo/${name}.jpg`,
      sizeId: 'size_0002',
      paper: 'glossy',
      qty: 1,
      ...(crop && { crop }),
    });
    const half = { x: 0.25, y: 0.25, w: 0.25, h: 0.25, rotate: 90 };
    const { data } = await create({ items: [of('big'), of('small'), of('big', half)] });
    expect(data.items.map(({ lowRes }) => lowRes)).toEqual([false, true, true]);
    const { items, issues } = await print(data._id);
    expect(items.map(({ dpi }) => dpi)).toEqual([668, 149, 167]);
    expect(issues.map(({ code, itemIndex }) => [code, itemIndex])).toEqual([
      ['low_resolution', 1],
      ['low_resolution', 2],
    ]);
    const outside = { ...half, x: 0.9 };
    expect((await create({ items: [of('big', outside)] })).code).toBe(40001);
  });
});

describe("a visitor's own print order", () => {
  it('goes from payment to delivery', async () => {
    const { data } = await create();
    const notice = notices.signed('', notices.ofTrade(tradeOf(await order(data.orderId))));
    expect((await http('payNotice', notice)).statusCode).toBe(200);
    const id = data._id;
    const early = await call('appPrint', 'confirmReceipt', { id });
    expect(early.code).toBe(40902);
    for (const status of ['confirmed', 'producing'])
      await ok('adminPrintOrder', 'updatePrintOrderStatus', { id, status });
    const express = { id, expressCompany: 'jd', expressNo: 'JDV123456789012' };
    await ok('adminPrintOrder', 'setShipping', express);
    expect((await call('appPrint', 'confirmReceipt', { id }, stranger)).code).toBe(40400);
    expect(await ok('appPrint', 'confirmReceipt', { id })).toMatchObject({ status: 'completed' });
    expect(await ok('appPrint', 'confirmReceipt', { id })).toMatchObject({ status: 'completed' });
    expect((await order(data.orderId)).status).toBe('completed');
    const user = (await rows('users')).find(({ _id }) => _id === 'usr_0001');
    expect(user).toMatchObject({ stats: { printCount: 1 } });
    const { list } = await ok('appPrint', 'getPrintOrders', { pageSize: 100 });
    expect(list.map(row => row._id)).toContain(id);
    expect((await ok('appPrint', 'getPrintOrders', {}, stranger)).list).toEqual([]);
    const all = await print(id);
    expect(all.history.map(({ to }) => to)).toEqual([
      'paid',
      'confirmed',
      'producing',
      'shipped',
      'completed',
    ]);
  });

  it('resumes from hold with the last replaced photo', async () => {
    const owner = { userId: 'usr_0001', openid: 'custom:first_admin' };
    const { _id: id } = await newPrint('paid', { ...owner, slaTime: Date.now() + DAY });
    await ok('adminPrintOrder', 'holdPrintOrder', { id, itemIndexes: [0, 1], reason: '模糊' });
    const replace = (itemIndex: number, more = {}, options = {}) =>
      call('appPrint', 'replacePhoto', { id, itemIndex, filePath: photo, ...more }, options);
    expect((await replace(0, {}, stranger)).code).toBe(40400);
    expect((await replace(0, { filePath: 'user_upload/demo/never.jpg' })).code).toBe(40001);
    expect((await replace(7)).code).toBe(40902);
    expect(await replace(0)).toMatchObject({ data: { status: 'on_hold' } });
    expect((await replace(0)).code).toBe(40902);
    expect(await replace(1)).toMatchObject({ data: { status: 'paid', hold: null } });
    const { items, issues, files } = await print(id);
    expect(items.map(({ itemStatus }) => itemStatus)).toEqual(['replaced', 'replaced']);
    // What is printed is the other photo.
    expect(items.map(({ filePath }) => filePath)).toEqual([photo, photo]);
    expect(files).toEqual([photo]);
    expect(
      issues.filter(({ code }) => code === 'needs_photo').every(({ resolved }) => resolved),
    ).toBe(true);
    await ok('adminPrintOrder', 'updatePrintOrderStatus', { id, status: 'confirmed' });
  });
});

describe('the worker', () => {
  it('completes what was shipped ten days ago, and nothing later', async () => {
    const old = await newPrint('shipped', { shipTime: Date.now() - 10 * DAY - 60_000 });
    const fresh = await newPrint('shipped', { shipTime: Date.now() - 9 * DAY });
    const [a, b] = await Promise.all([timer('arrivals'), timer('arrivals')]);
    expect(a['passedOver']! + b['passedOver']!).toBe(0);
    expect((await print(old._id)).status).toBe('completed');
    expect((await print(old._id)).history).toHaveLength(1);
    expect((await order(old.orderId)).status).toBe('completed');
    expect((await print(fresh._id)).status).toBe('shipped');
    await set('printOrders', fresh._id, { shipTime: null });
    await timer('arrivals');
    expect((await print(fresh._id)).status).toBe('shipped');
  });
});
