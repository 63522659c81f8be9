import { beforeEach, describe, expect, it } from 'vitest';
import type { StoredOrder } from '#cloudfunctions/_shared/orders/orders.ts';
import { noGrant } from '../../noGrant.ts';
import { pastedNumbers } from '../../pastedForms.ts';
import { printsOf } from '../prints/prints.ts';
import { startWorld } from '../world/harness.ts';

const world = await startWorld();
const { ok, call } = world;
let token = '';
beforeEach(async () => ({ token } = await world.reset()));
const { as, set, order, refund, print, newOrder, newPrint, finish, processRefund, gateway } =
  await printsOf(world, () => token);

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

type Item = { itemIndex: number; qty: number; amountFen?: number };
const preview = (id: string, data: object) =>
  call('adminOrder', 'previewRefund', { id, ...data }, as());
const due = async (id: string, items: Item[]) =>
  (await ok('adminOrder', 'previewRefund', { id, items }, as())).amountFen;

/** The next refund of this order need not wait a minute. */
const rested = async (id: string) => {
  await set('orders', id, { lastRefundTime: 1 });
  for (const trade of gateway.trades.values()) trade.lastRefundTime = 0;
};

const paidBack = async (id: string, items: Item[], more: object = {}) => {
  await rested(id);
  const amountFen = await due(id, items);
  const answer = await processRefund(id, { amountFen, items, ...more });
  expect(answer).toMatchObject({ code: 0 });
  const made = (answer.data as { _id: string })._id;
  finish(made);
  await ok('adminOrder', 'syncRefund', { id: made }, as());
  return refund(made);
};

describe('a refund of single photos', () => {
  it('returns their part of what was paid, and with the last of them exactly all of it', async () => {
    const { id } = await printed();
    const amounts: number[] = [];
    for (const items of [
      [{ itemIndex: 0, qty: 1 }],
      [{ itemIndex: 0, qty: 1 }],
      [
        { itemIndex: 0, qty: 1 },
        { itemIndex: 1, qty: 3 },
      ],
      [{ itemIndex: 1, qty: 1 }],
      [{ itemIndex: 2, qty: 1 }],
    ])
      amounts.push((await paidBack(id, items)).amountFen);
    // 600 fen for seven prints: 257 and 343.
    expect(amounts).toEqual([85, 86, 86 + 257, 86, 800]);
    expect(await order(id)).toMatchObject({ status: 'refunded', refundedFen: 1_400 });
  });

  it('shows on each line what was returned, is being returned and was printed again', async () => {
    const { id, printId } = await printed();
    await ok(
      'adminPrintOrder',
      'createReprint',
      { id: printId, items: [{ itemIndex: 1, qty: 3 }], reason: '折痕' },
      as(),
    );
    const dropped = await ok(
      'adminPrintOrder',
      'createReprint',
      { id: printId, items: [{ itemIndex: 0, qty: 1 }], reason: '折痕' },
      as(),
    );
    const cancel = { id: dropped._id, status: 'cancelled', reason: '不用了' };
    await ok('adminPrintOrder', 'updatePrintOrderStatus', cancel, as());
    await paidBack(id, [{ itemIndex: 0, qty: 2 }]);
    await rested(id);
    const items = [{ itemIndex: 1, qty: 1 }];
    await processRefund(id, { amountFen: await due(id, items), items });
    const { lines } = await ok('adminOrder', 'getOrderById', { id }, as());
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
      const { cancelsPrints, leavesPrints } = await ok(
        'adminOrder',
        'previewRefund',
        { id, ...data },
        as(),
      );
      return [cancelsPrints, leavesPrints];
    };
    const one = { items: [{ itemIndex: 0, qty: 1 }] };
    expect(await effect('confirmed', {})).toEqual([true, false]);
    expect(await effect('confirmed', one)).toEqual([false, true]);
    expect(await effect('confirmed', { amountFen: 100 })).toEqual([false, false]);
    expect(await effect('producing', {})).toEqual([false, true]);
    expect(await effect('shipped', one)).toEqual([false, false]);
  });

  it('takes another amount only where it was chosen by hand', async () => {
    const { id } = await printed();
    const items = [
      { itemIndex: 0, qty: 1 },
      { itemIndex: 2, qty: 1 },
    ];
    expect(await processRefund(id, { amountFen: 800, items })).toMatchObject({
      code: 40001,
      data: { fields: { amountFen: '按所选明细应退 ¥8.85，请核对后重试' } },
    });
    const wrongSum = items.map(item => ({ ...item, amountFen: 442 }));
    expect((await processRefund(id, { amountFen: 885, items: wrongSum })).code).toBe(40001);
    const { data } = await processRefund(id, { amountFen: 450, items, freeAmount: true });
    expect((await refund((data as { _id: string })._id)).items).toEqual([
      { itemIndex: 0, qty: 1, amountFen: 43 },
      { itemIndex: 2, qty: 1, amountFen: 407 },
    ]);
  });

  it('returns no more than refunds of an amount have left', async () => {
    const { id } = await printed();
    const { data } = await processRefund(id, { amountFen: 1_350 });
    finish((data as { _id: string })._id);
    await ok('adminOrder', 'syncRefund', { id: (data as { _id: string })._id }, as());
    expect((await paidBack(id, [{ itemIndex: 2, qty: 1 }])).amountFen).toBe(50);
    expect((await order(id)).status).toBe('refunded');
    // Also those that no refund has named.
    const { lines } = await ok('adminOrder', 'getOrderById', { id }, as());
    expect(lines).toMatchObject([
      { refundedQty: 3, refundedFen: 257, refundingQty: 0 },
      { refundedQty: 4, refundedFen: 343, refundingQty: 0 },
      { refundedQty: 1, refundedFen: 800, refundingQty: 0 },
    ]);
  });
});

describe('the number of a line', () => {
  const two = [{ itemIndex: 0, qty: 2 }];

  it('is not refunded twice, neither at once nor later', async () => {
    const { id } = await printed();
    const amountFen = await due(id, two);
    const answers = await Promise.all(
      [1, 2].map(() => processRefund(id, { amountFen, items: two })),
    );
    expect(answers.map(({ code }) => code).sort()).toEqual([0, 40902]);
    const made = answers.find(({ code }) => code === 0)?.data as { _id: string };
    expect((await order(id)).refundItems).toEqual([{ itemIndex: 0, qty: 2, amountFen }]);
    finish(made._id);
    await ok('adminOrder', 'syncRefund', { id: made._id }, as());
    await rested(id);
    const refusal = {
      code: 40001,
      data: { fields: { items: expect.stringMatching(/只剩 1 件可退/) } },
    };
    expect(await preview(id, { items: two })).toMatchObject(refusal);
    expect(await processRefund(id, { amountFen, items: two })).toMatchObject(refusal);
    expect(await preview(id, { items: [{ itemIndex: 9, qty: 1 }] })).toMatchObject({ code: 40001 });
  });

  it('is free again when the refund was voided or closed, which then cannot be sent again', async () => {
    const { id } = await printed();
    world.sandbox.wechatpay.disturb({
      mode: 'fail',
      ms: 0,
      times: 1,
      status: 403,
      code: 'NOT_ENOUGH',
    });
    const refused = await processRefund(id, { amountFen: await due(id, two), items: two });
    const { refundId } = refused.data as { refundId: string };
    await ok('adminOrder', 'voidRefund', { id: refundId, reason: '重新发起' }, as());
    expect((await order(id)).refundItems).toEqual([]);

    await rested(id);
    const { data } = await processRefund(id, { amountFen: await due(id, two), items: two });
    const closed = (data as { _id: string })._id;
    finish(closed, 'CLOSED');
    await ok('adminOrder', 'syncRefund', { id: closed }, as());
    await paidBack(id, two);
    await rested(id);
    expect(await call('adminOrder', 'retryRefund', { id: closed }, as())).toMatchObject({
      code: 40902,
      message: '这笔退款的明细已由其他退款退回，不能重新提交',
    });
    expect((await refund(closed)).status).toBe('closed');
  });
});

it('a refund names each line of the order once', async () => {
  const { _id, items, payFen } = await newOrder();
  const line = { itemIndex: 0, qty: 1, amountFen: Math.floor(payFen / 2) };
  expect(items[0]?.qty).toBe(1);
  expect(
    await processRefund(_id, { amountFen: line.amountFen * 2, items: [line, line] }),
  ).toMatchObject({
    code: 40001,
    data: { fields: { items: '同一件商品只能填写一行' } },
  });
});

const bundle = (name: string, qty: number, credits: number, giftCredits = 0) => ({
  refId: name,
  name,
  qty,
  unitFen: 1_000,
  amountFen: 1_000 * qty,
  snapshot: { type: 'credits', credits, giftCredits, days: null },
});

it('the items say what is taken back of the grants, and the preview what the user has left', async () => {
  const fulfil = { status: 'done', time: 1, error: '', credits: 300, giftCredits: 0, days: 0 };
  const { _id, userId } = await newOrder({
    items: [bundle('大包', 1, 200), bundle('小包', 2, 50)],
    payFen: 3_000,
    totalFen: 3_000,
    fulfil: fulfil as StoredOrder['fulfil'],
  });
  await set('users', userId, { credits: { paid: 30, gift: 0 } });
  const items = [{ itemIndex: 1, qty: 1 }];
  expect(await preview(_id, { items })).toMatchObject({
    data: {
      amountFen: 1_000,
      leftFen: 2_000,
      clawback: { credits: 50, packageDays: 0, allowNegative: false },
      creditsTaken: 30,
      balance: 30,
      cancelsPrints: false,
      leavesPrints: false,
    },
  });
  expect((await paidBack(_id, items)).asked?.credits).toBe(50);
});

it('the presents go with the last items, however many refunds there were before', async () => {
  const fulfil = { status: 'done', time: 1, error: '', credits: 100, giftCredits: 20, days: 0 };
  const { _id, userId } = await newOrder({
    items: [bundle('小包', 2, 50, 10)],
    payFen: 2_000,
    totalFen: 2_000,
    fulfil: fulfil as StoredOrder['fulfil'],
  });
  await set('users', userId, { credits: { paid: 100, gift: 20 } });
  const items = [{ itemIndex: 0, qty: 1 }];
  expect((await paidBack(_id, items)).clawedBack).toMatchObject({ paid: 60, gift: 0 });
  await rested(_id);
  expect(await preview(_id, { items })).toMatchObject({ data: { creditsTaken: 60, balance: 60 } });
  expect((await paidBack(_id, items)).clawedBack).toMatchObject({ paid: 40, gift: 20 });
});

describe('the payment settings', () => {
  it('may allow whole refunds only', async () => {
    await ok('adminSettings', 'updatePaymentSettings', { data: { allowPartial: false } }, as());
    const { id } = await printed();
    const message = '支付设置不允许部分退款，只能退回剩余的全部金额';
    expect(await processRefund(id, { amountFen: 100 })).toMatchObject({ code: 40902, message });
    expect(await preview(id, { items: [{ itemIndex: 0, qty: 1 }] })).toMatchObject({ message });
    const { refundable } = await ok('adminOrder', 'getOrderById', { id }, as());
    expect(refundable?.allowPartial).toBe(false);
    expect(await processRefund(id, { amountFen: 1_400 })).toMatchObject({ code: 0 });
    const { lines } = await ok('adminOrder', 'getOrderById', { id }, as());
    expect(lines.map(({ refundingQty }) => refundingQty)).toEqual([3, 4, 1]);
  });

  it('name the reasons', async () => {
    const refundReasons = ['照片有折痕'];
    await ok('adminSettings', 'updatePaymentSettings', { data: { refundReasons } }, as());
    const { id } = await printed();
    const { refundable } = await ok('adminOrder', 'getOrderById', { id }, as());
    expect(refundable?.reasons).toEqual(refundReasons);
    expect(await processRefund(id, { reasonCode: '重复购买' })).toMatchObject({
      code: 40001,
      data: { fields: { reasonCode: '该退款原因已不在支付设置中，请重新选择' } },
    });
    expect(await processRefund(id, { reasonCode: '照片有折痕' })).toMatchObject({ code: 0 });
  });
});

it('refunds are found by their own and their order’s number and by their user, and summed', async () => {
  const { _id, orderNo, userSnap, openid } = await newOrder();
  const made = await processRefund(_id, { amountFen: 300, reasonCode: '重复购买' });
  const id = (made.data as { _id: string })._id;
  const find = async (data: object) =>
    (await ok('adminOrder', 'getRefunds', { pageSize: 100, ...data }, as())).list.map(
      row => row._id,
    );
  for (const q of pastedNumbers(id)) expect(await find({ q }), q).toEqual([id]);
  for (const q of [orderNo, userSnap.nickName, openid]) expect(await find({ q })).toContain(id);
  const filter = { reasonCode: '重复购买', payChannel: 'wxpay' };
  expect(await find({ filter })).toContain(id);
  expect(await find({ filter: { ...filter, payChannel: 'offline' } })).toEqual([]);

  finish(id);
  await ok('adminOrder', 'syncRefund', { id }, as());
  const { list } = await ok('adminOrder', 'getRefunds', { pageSize: 100 }, as());
  const sum = (among: typeof list) => among.reduce((total, row) => total + row.amountFen, 0);
  const arrived = list.filter(({ status }) => status === 'success');
  expect(await ok('adminOrder', 'getRefundSums', {}, as())).toEqual({
    count: list.length,
    amountFen: sum(list),
    successCount: arrived.length,
    successFen: sum(arrived),
  });
  expect(await ok('adminOrder', 'getRefundSums', { q: id }, as())).toMatchObject({
    count: 1,
    successFen: 300,
  });
});

it('print orders keep the remarks of all administrators, also when two are written at once', async () => {
  const { _id } = await newPrint('paid');
  await Promise.all(
    ['加急', '已电话联系'].map(text =>
      ok('adminPrintOrder', 'addPrintRemark', { id: _id, text }, as()),
    ),
  );
  const { adminRemarks } = await print(_id);
  expect(adminRemarks.map(({ text }) => text).sort()).toEqual(['加急', '已电话联系']);
  expect(adminRemarks[0]).toMatchObject({ by: '测试管理员', time: expect.any(Number) });
  // The log tells what was added, not each time all of them.
  const diffs = (await world.rows('auditLogs')).flatMap(({ resourceId, diff }) =>
    resourceId === _id ? diff : [],
  );
  expect(diffs).toHaveLength(2);
  expect(diffs).toContainEqual({ path: 'adminRemarks', from: null, to: '加急' });
});
