import { expect, it, vi } from 'vitest';
import { startTaskWorld } from '../tasks/taskWorld.ts';
import { commerceOf } from './commerce.ts';

const { world, photo, template, seen, run, as } = await startTaskWorld();
const { order, refund, gateway, notices, http, tradeOf, timer, finish } = commerceOf(world);
const { ok, call, rows } = world;

const PRICE = 299;
const wish = (more: object = {}) => ({
  templateId: 'tpl_0001',
  inputs: { photo },
  expectFen: PRICE,
  refundRules: '1',
  ...more,
});
const buy = (more: object = {}) => call('appOrder', 'createOrder', wish(more));

/** An order of the template, paid at the gateway, by its notice. */
const bought = async (more: object = {}) => {
  await template({ priceFen: PRICE });
  const { code, data } = await buy(more);
  expect(code).toBe(0);
  return data;
};
/** As the gateway's notice reports it, also for an order that was closed. */
const pay = async (id: string) => {
  const trade = tradeOf(await order(id));
  gateway.trades.set(trade.outTradeNo, trade);
  await http('payNotice', notices.signed('', notices.ofTrade(trade)));
  return order(id);
};

it('sees the price where one task can be bought', async () => {
  expect(await ok('appTask', 'quote', { templateId: 'tpl_0001' })).toMatchObject({
    priceFen: null,
  });
  await template({ priceFen: PRICE });
  expect(await ok('appTask', 'quote', { templateId: 'tpl_0001' })).toMatchObject({
    priceFen: PRICE,
  });
  expect(await buy({ expectFen: 100 })).toMatchObject({ code: 40902, data: { payFen: PRICE } });
});

it('makes one task when it is paid, without credits, and announces it', async () => {
  const before = (await rows('creditLedger')).length;
  const placed = await bought();
  expect(placed).toMatchObject({ type: 'template', payFen: PRICE, taskId: '' });
  const paid = await pay(placed._id);
  expect(paid).toMatchObject({ status: 'completed', fulfil: { status: 'done' }, purchase: null });
  await pay(placed._id);
  expect((await rows('tasks')).filter(({ orderId }) => orderId === placed._id)).toHaveLength(1);
  await run(30);
  expect(await seen(paid.taskId)).toMatchObject({
    status: 'succeeded',
    costCredits: 0,
    paidFen: PRICE,
  });
  expect(await rows('creditLedger')).toHaveLength(before);
  expect(await ok('appOrder', 'getOrder', { id: placed._id })).toMatchObject({
    taskId: paid.taskId,
  });
});

it('counts as a use of the preset that it is made with, once', async () => {
  await world.set('templatePresets', 'pre_0002', { templateId: 'tpl_0001' });
  const { _id } = await bought({ presetId: 'pre_0002' });
  await pay(_id);
  await pay(_id);
  const used = (await rows('templatePresets')).find(({ _id: id }) => id === 'pre_0002');
  expect(used).toMatchObject({ useCount: 1 });
});

it('gives the money back, once, where there is no result', async () => {
  const placed = await bought();
  const { taskId } = await pay(placed._id);
  await ok('appTask', 'cancelTask', { id: taskId });
  expect(await seen(taskId)).toMatchObject({
    status: 'cancelled',
    paidFen: PRICE,
    isRefunded: false,
  });
  await timer('orders');
  await timer('orders');
  const refunds = (await rows('refunds')).filter(({ orderId }) => orderId === placed._id);
  expect(refunds).toMatchObject([{ amountFen: PRICE, reasonCode: '未能生成作品' }]);
  const refundId = String(refunds[0]?.['_id']);
  finish(refundId);
  vi.setSystemTime(Date.now() + 60_000);
  await timer('refunds');
  expect(await refund(refundId)).toMatchObject({ status: 'success' });
  expect(await order(placed._id)).toMatchObject({ status: 'refunded', fulfil: { status: 'none' } });
});

it('gives the money back, once, where its pictures do not pass the review', async () => {
  const placed = await bought();
  const { taskId: id } = await pay(placed._id);
  await world.set('tasks', id, { status: 'saving', inReview: true });
  const rejecting = { id, reason: '裸露过多' };
  const reject = () => call('adminTask', 'rejectTask', rejecting, as());
  expect((await Promise.all([reject(), reject()])).map(({ code }) => code).sort()).toEqual([
    0, 40902,
  ]);
  await timer('orders');
  await timer('orders');
  expect((await rows('refunds')).filter(({ orderId }) => orderId === placed._id)).toMatchObject([
    { amountFen: PRICE },
  ]);
});

it('gives the money back where the template is gone when it is paid', async () => {
  const placed = await bought();
  await template({ status: 'offline' });
  expect(await pay(placed._id)).toMatchObject({
    status: 'paid',
    fulfil: { status: 'failed' },
    purchase: null,
  });
  await timer('orders');
  expect((await rows('refunds')).filter(({ orderId }) => orderId === placed._id)).toHaveLength(1);
});

it('is refused with the reasons of a task: inputs, photos of others, consent, members only', async () => {
  await template({ priceFen: PRICE });
  expect(await buy({ inputs: {} })).toMatchObject({
    code: 40001,
    data: { fields: { 'inputs.photo': expect.any(String) } },
  });
  expect((await buy({ inputs: { photo: 'user_upload/other/photo.jpg' } })).code).toBe(40001);
  await template({ priceFen: PRICE, vipOnly: true });
  expect(await buy()).toMatchObject({ code: 40902, message: '该模板仅限会员使用' });
  await template({ priceFen: null, vipOnly: false });
  expect(await buy()).toMatchObject({ code: 40902, message: '该模板不单独出售' });
  const both = { packageId: 'pkg_0002', templateId: 'tpl_0001', refundRules: '1' };
  expect((await call('appOrder', 'createOrder', both)).code).toBe(40001);
});

it('forgets what was chosen when it is cancelled, and returns a payment that came too late', async () => {
  const placed = await bought();
  expect((await order(placed._id)).purchase).toMatchObject({ inputs: { photo } });
  await ok('appOrder', 'cancelOrder', { id: placed._id });
  expect((await order(placed._id)).purchase).toBeNull();
  expect(await pay(placed._id)).toMatchObject({ status: 'paid', fulfil: { status: 'failed' } });
  await timer('orders');
  expect((await rows('refunds')).some(({ orderId }) => orderId === placed._id)).toBe(true);
});

it('can be paid after a reload, by its owner alone', async () => {
  const placed = await bought();
  const again = await ok('appOrder', 'payOrder', { id: placed._id });
  expect(again.payment).toEqual(placed.payment);
  const other = { caller: { TCB_UUID: 'other', TCB_ISANONYMOUS_USER: 'true' } };
  expect((await call('appOrder', 'payOrder', { id: placed._id }, other)).code).toBe(40400);
});
