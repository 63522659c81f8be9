import { describe, expect, it } from 'vitest';
import { noGrant } from '../../noGrant.ts';
import { pastedNumbers } from '../../pastedForms.ts';
import { startRefundRecords } from './refundRecords.ts';

const { world, ok, set, order, print, newOrder, newPrint, asked, rested, ...others } =
  await startRefundRecords();
const { finish, sync, processRefund } = others;

const snapshot = { type: 'print', credits: 0, giftCredits: 0, days: null };

/** Three prints of one photo and four of another for 1 yuan each, one yuan off, 8 yuan for shipping. */
const printed = async () => {
  const { _id, orderId, items } = await newPrint('completed');
  const photo = (qty: number) => ({ ...items[0], qty, unitFen: 100, amountFen: 100 * qty });
  await set('printOrders', _id, { items: [photo(3), photo(4)] });
  const ordered = (refId: string, qty: number, unitFen: number) => ({
    refId,
    name: refId,
    qty,
    unitFen,
    amountFen: qty * unitFen,
    snapshot,
  });
  await set('orders', orderId, {
    items: [ordered('size_0001', 7, 100), ordered('shipping', 1, 800)],
    totalFen: 1_500,
    discountFen: 100,
    payFen: 1_400,
    fulfil: noGrant,
  });
  return { printId: _id, id: orderId };
};

const paidBack = async (id: string, amountFen: number, more: object = {}) => {
  const made = await asked(await order(id), { amountFen, ...more });
  finish(made);
  await sync(made);
  await rested(id);
};

describe('a refund of single photos', () => {
  it('shows on each line what was returned, is being returned and was printed again', async () => {
    const { id, printId } = await printed();
    await ok('adminPrintOrder', 'createReprint', {
      id: printId,
      items: [{ itemIndex: 1, qty: 3 }],
      reason: '折痕',
    });
    const dropped = await ok('adminPrintOrder', 'createReprint', {
      id: printId,
      items: [{ itemIndex: 0, qty: 1 }],
      reason: '折痕',
    });
    const cancel = { id: dropped._id, status: 'cancelled', reason: '不用了' };
    await ok('adminPrintOrder', 'updatePrintOrderStatus', cancel);
    await paidBack(id, 171, { items: [{ itemIndex: 0, qty: 2 }] });
    await asked(await order(id), { amountFen: 85, items: [{ itemIndex: 1, qty: 1 }] });
    const { lines } = await ok('adminOrder', 'getOrderById', { id });
    expect(lines).toMatchObject([
      { kind: 'photo', qty: 3, paidFen: 257, refundedQty: 2, refundedFen: 171, reprintedQty: 0 },
      { kind: 'photo', qty: 4, paidFen: 343, refundedQty: 0, refundingQty: 1, reprintedQty: 3 },
      { kind: 'shipping', qty: 1, paidFen: 800, refundedQty: 0, refundingQty: 0 },
    ]);
  });

  it('says beforehand what becomes of prints that are not sent yet', async () => {
    const { id, printId } = await printed();
    const effect = async (status: string, data: object) => {
      await set('printOrders', printId, { status });
      const { cancelsPrints, leavesPrints } = await ok('adminOrder', 'previewRefund', {
        id,
        ...data,
      });
      return [cancelsPrints, leavesPrints];
    };
    const one = { items: [{ itemIndex: 0, qty: 1 }] };
    expect(await effect('confirmed', {})).toEqual([true, false]);
    expect(await effect('confirmed', one)).toEqual([false, true]);
    expect(await effect('confirmed', { amountFen: 100 })).toEqual([false, false]);
    expect(await effect('producing', {})).toEqual([false, true]);
    expect(await effect('shipped', one)).toEqual([false, false]);
  });

  it('shows lines that no refund has named as paid back with the last of the money', async () => {
    const { id } = await printed();
    await paidBack(id, 1_350);
    await paidBack(id, 50, { items: [{ itemIndex: 2, qty: 1 }] });
    expect((await order(id)).status).toBe('refunded');
    const { lines } = await ok('adminOrder', 'getOrderById', { id });
    expect(lines).toMatchObject([
      { refundedQty: 3, refundedFen: 257, refundingQty: 0 },
      { refundedQty: 4, refundedFen: 343, refundingQty: 0 },
      { refundedQty: 1, refundedFen: 800, refundingQty: 0 },
    ]);
  });
});

describe('the payment settings', () => {
  it('name the reasons, and say whether parts are allowed', async () => {
    const data = { refundReasons: ['照片有折痕'], allowPartial: false };
    await ok('adminSettings', 'updatePaymentSettings', { data });
    const { _id: id, payFen: amountFen } = await newOrder();
    const { refundable } = await ok('adminOrder', 'getOrderById', { id });
    expect(refundable).toMatchObject({ reasons: data.refundReasons, allowPartial: false });
    expect(await processRefund(id, { amountFen, reasonCode: '重复购买' })).toMatchObject({
      code: 40001,
      data: { fields: { reasonCode: '该退款原因已不在支付设置中，请重新选择' } },
    });
    expect(await processRefund(id, { amountFen, reasonCode: '照片有折痕' })).toMatchObject({
      code: 0,
    });
  });
});

it('refunds are found by their own and their order’s number and by their user, and summed', async () => {
  const { _id, orderNo, transactionId, userSnap, openid } = await newOrder();
  const made = await processRefund(_id, { amountFen: 300, reasonCode: '重复购买' });
  const id = (made.data as { _id: string })._id;
  const find = async (data: object) =>
    (await ok('adminOrder', 'getRefunds', { pageSize: 100, ...data })).list.map(row => row._id);
  for (const q of [...pastedNumbers(id), id.toLowerCase(), transactionId])
    expect(await find({ q }), q).toEqual([id]);
  for (const q of [orderNo, userSnap.nickName, openid]) expect(await find({ q })).toContain(id);
  const filter = { reasonCode: '重复购买', payChannel: 'wxpay' };
  expect(await find({ filter })).toContain(id);
  expect(await find({ filter: { ...filter, payChannel: 'offline' } })).toEqual([]);

  finish(id);
  await sync(id);
  const { list } = await ok('adminOrder', 'getRefunds', { pageSize: 100 });
  const sum = (among: typeof list) => among.reduce((total, row) => total + row.amountFen, 0);
  const arrived = list.filter(({ status }) => status === 'success');
  expect(await ok('adminOrder', 'getRefundSums', {})).toEqual({
    count: list.length,
    amountFen: sum(list),
    successCount: arrived.length,
    successFen: sum(arrived),
  });
  expect(await ok('adminOrder', 'getRefundSums', { q: id })).toMatchObject({
    count: 1,
    successFen: 300,
  });
});

it('print orders keep the remarks of all administrators, also when two are written at once', async () => {
  const { _id } = await newPrint('paid');
  await Promise.all(
    ['加急', '已电话联系'].map(text => ok('adminPrintOrder', 'addPrintRemark', { id: _id, text })),
  );
  const { adminRemarks } = await print(_id);
  expect(adminRemarks.map(({ text }) => text).sort()).toEqual(['加急', '已电话联系']);
  expect(adminRemarks[0]).toMatchObject({ by: '测试管理员', time: expect.any(Number) });
  // The log shows what was added, not each time all of them.
  const diffs = (await world.rows('auditLogs')).flatMap(({ resourceId, diff }) =>
    resourceId === _id ? diff : [],
  );
  expect(diffs).toHaveLength(2);
  expect(diffs).toContainEqual({ path: 'adminRemarks', from: null, to: '加急' });
});
