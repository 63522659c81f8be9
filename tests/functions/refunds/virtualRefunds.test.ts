import { beforeEach, describe, expect, it } from 'vitest';
import type { StoredOrder } from '#cloudfunctions/_shared/orders/orders.ts';
import { pushAccount } from '../../../sandbox/weChat/pushes.ts';
import { commerceOf } from '../orders/commerce.ts';
import {
  delivery,
  OPENID,
  PRICE,
  query,
  taken,
  virtualCommerceOf,
} from '../orders/virtualCommerce.ts';
import { startWorld } from '../world/harness.ts';

const world = await startWorld({ REFUND_IN_FLIGHT_MS: 0 });
const { order, refund, set, timer } = commerceOf(world);
const { open, control, bought, onPhone, credits, sent, push, paid } = virtualCommerceOf(world);

const seen = async () =>
  (await (await fetch(`${world.emulator.url}/__sandbox/wechat`)).json()) as {
    virtualOrders: { id: string; leftFen: number }[];
    virtualRefunds: { id: string; orderId: string; status: number; fen: number }[];
  };
const process = (of: StoredOrder, fields: object = {}) =>
  world.call('adminOrder', 'processRefund', {
    id: of._id,
    amountFen: PRICE,
    reasonCode: '其他',
    ...fields,
  });
/** WeChat carries it out in its own time. */
const settled = async () => {
  for (;;) {
    const { virtualRefunds } = await seen();
    if (virtualRefunds.every(({ status }) => status !== 1)) return virtualRefunds;
    await new Promise(done => setTimeout(done, 20));
  }
};
const asked = async (id: string) => {
  await set('refunds', id, { nextQueryTime: Date.now() - 1, turn: null });
  await timer('refunds');
  return refund(id);
};
const refundsOf = async ({ _id }: StoredOrder) =>
  (await world.rows('refunds')).filter(({ orderId }) => orderId === _id);
const notice = (of: StoredOrder, fields: object) => ({
  Event: 'xpay_refund_notify',
  OpenId: of.openid,
  MchOrderId: of.orderNo,
  RetCode: 0,
  RefundSuccTimestamp: Math.floor(Date.now() / 1_000),
  ...fields,
});
const atApple = async () => {
  const of = await bought();
  expect(await onPhone({ ...of.payment, terminal: 'ios' })).toMatchObject({ errCode: 0 });
  const { WeChatPayInfo: _none, ...content } = delivery(of);
  expect(await push(content)).toMatchObject(taken);
  return order(of._id);
};

beforeEach(async () => {
  await world.reset();
  await open({ ios: true });
  await control('PUT', '', { refundsMs: 50 });
});

describe('a refund of a virtual payment', () => {
  it('takes the credits at once, goes back through WeChat, and ends the order when it has arrived', async () => {
    const of = await paid();
    const { code, data } = await process(of);
    expect(code).toBe(0);
    expect(data).toMatchObject({ status: 'processing', payChannel: 'virtual' });
    expect(await credits()).toMatchObject({ paid: 0 });
    expect(await settled()).toMatchObject([{ id: data._id, orderId: of.orderNo, fen: PRICE }]);
    expect(await asked(data._id)).toMatchObject({
      status: 'success',
      refundId: expect.stringMatching(/^R/),
    });
    expect(await order(of._id)).toMatchObject({ status: 'refunded', refundedFen: PRICE });
  });

  it('in parts asks WeChat what is left before each', async () => {
    const of = await paid();
    for (const amountFen of [500, 700]) {
      await set('orders', of._id, { lastRefundTime: null });
      const { data } = await process(of, { amountFen });
      await settled();
      expect(await asked(data._id)).toMatchObject({ status: 'success', amountFen });
    }
    expect(await order(of._id)).toMatchObject({ status: 'completed', refundedFen: 1_200 });
    expect((await seen()).virtualOrders).toMatchObject([{ leftFen: PRICE - 1_200 }]);
  });

  it('that WeChat could not carry out gives the credits back, and may be sent again', async () => {
    const of = await paid();
    const before = await credits();
    await control('PUT', '', { refunds: 'FAIL' });
    const { data } = await process(of);
    await settled();
    expect(await asked(data._id)).toMatchObject({ status: 'closed' });
    expect(await credits()).toEqual(before);
    await control('PUT', '', { refunds: 'SUCCESS' });
    const again = await world.ok('adminOrder', 'retryRefund', { id: data._id });
    expect(again).toMatchObject({ status: 'processing' });
    await settled();
    expect(await asked(data._id)).toMatchObject({ status: 'success' });
  });

  it('whose answer is lost is found by its number, and made once', async () => {
    const of = await paid();
    await control('PUT', '', { mode: 'lose', times: 1, path: '/xpay/refund_order' });
    const { data } = await process(of);
    expect(data).toMatchObject({ status: 'request_failed', outcomeUnknown: true });
    await settled();
    expect(await asked(data._id)).toMatchObject({ status: 'success' });
    expect((await seen()).virtualRefunds).toHaveLength(1);
  });

  it('is settled by its push, sealed or plain, and nothing is believed about another order', async () => {
    const [one, other] = [await paid(), await paid()];
    const { data } = await process(one);
    await settled();
    const fields = { MchRefundId: data._id, WxRefundId: 'R1', RefundFee: PRICE };
    expect((await push(notice(other, fields))).statusCode).toBe(400);
    expect(await push(notice(one, fields))).toMatchObject(taken);
    expect(await refund(data._id)).toMatchObject({ status: 'success' });
    const plain = JSON.stringify(notice(one, fields));
    expect(await sent(plain, query(pushAccount.token))).toMatchObject(taken);
    const { refundId } = await refund(data._id);
    const unnamed = { ...fields, MchRefundId: '', WxRefundId: refundId };
    expect(await push(notice(one, unnamed))).toMatchObject(taken);
    expect((await push(notice(other, { RefundFee: PRICE }))).statusCode).toBe(400);
    expect(await order(one._id)).toMatchObject({ refundedFen: PRICE });
    expect(await order(other._id)).toMatchObject({ refundedFen: 0 });
  });
});

describe('a payment at Apple', () => {
  it('can be refunded by Apple alone', async () => {
    const of = await atApple();
    const detail = await world.ok('adminOrder', 'getOrderById', { id: of._id });
    expect(detail.refundable?.obstacle).toContain('苹果');
    expect(await process(of)).toMatchObject({ code: 40902 });
  });

  it('that Apple refunds takes what was granted back, once however often it is pushed', async () => {
    const of = await atApple();
    const { refundId } = await control('POST', '/refundAtApple', { orderId: of.orderNo });
    await settled();
    const fields = { MchRefundId: '', WxRefundId: String(refundId), RefundFee: PRICE };
    const answers = await Promise.all([1, 2].map(() => push(notice(of, fields))));
    expect(answers.some(({ statusCode }) => statusCode === 200)).toBe(true);
    expect(await push(notice(of, fields))).toMatchObject(taken);
    expect(await order(of._id)).toMatchObject({ status: 'refunded', refundedFen: PRICE });
    expect(await credits()).toMatchObject({ paid: 0 });
    expect(await refundsOf(of)).toMatchObject([{ status: 'success', amountFen: PRICE }]);
  });

  it('without a result is left for people to see, and not tried again and again', async () => {
    const of = await atApple();
    const failed = { ...of.fulfil, status: 'failed', nextTime: Date.now() - 1 };
    await set('orders', of._id, { type: 'template', status: 'paid', fulfil: failed });
    await timer('orders');
    expect((await order(of._id)).fulfil).toMatchObject({ status: 'failed', nextTime: null });
    expect(await refundsOf(of)).toEqual([]);
  });

  it('is answered, when Apple asks, by the published rules', async () => {
    const of = await atApple();
    const question = {
      Event: 'xpay_subscribe_ios_refund_query_notify',
      pay_order_id: of.orderNo,
      provide_status: '1',
    };
    const answer = async () => JSON.parse((await push(question)).body) as object;
    expect(await answer()).toMatchObject({ result_code: 0 });
    const user = (await world.rows('users')).find(({ openid }) => openid === OPENID);
    await set('users', String(user?._id), { credits: { paid: 0, gift: 0 } });
    expect(await answer()).toMatchObject({
      result_code: 1,
      result_info: expect.stringContaining('已经用完'),
    });
  });
});

it('a refund made at WeChat waits for ours to end, and is never sent', async () => {
  const of = await paid();
  const { data } = await process(of, { amountFen: 500 });
  const theirs = notice(of, { WxRefundId: 'Rtheirs', RefundFee: 1_000 });
  expect((await push(theirs)).statusCode).toBe(503);
  await settled();
  await asked(data._id);
  expect(await push(theirs)).toMatchObject(taken);
  expect(await order(of._id)).toMatchObject({ refundedFen: 1_500, status: 'completed' });
  expect((await seen()).virtualRefunds).toHaveLength(1);
});
