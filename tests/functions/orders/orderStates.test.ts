import { beforeEach, describe, expect, it } from 'vitest';
import { manualOrderTransitions, orderEntity } from '#contract/order.ts';
import { type OrderStatus, orderStatuses } from '#contract/orderStates.ts';
import { refundEntity, type RefundStatus, refundStatuses } from '#contract/refund.ts';
import { startWorld } from '../world/harness.ts';
import { commerceOf } from './commerce.ts';

const world = await startWorld();
let token = '';
beforeEach(async () => ({ token } = await world.reset()));
const { as, order, refund, newOrder, newRefund, http, tradeOf, finish, gateway, notices } =
  commerceOf(world, () => token);

const pairsOf = <S extends string>(states: S[]) =>
  states.flatMap(from => states.map(to => ({ from, to })));
const orderPairs = pairsOf(Object.keys(orderStatuses) as OrderStatus[]);
const refundPairs = pairsOf(Object.keys(refundStatuses) as RefundStatus[]);

describe('an order', () => {
  it('has a table in which every state is reached and refunded is final', () => {
    const reached = new Set(Object.values(orderEntity.transitions).flat());
    expect([...reached].sort()).toEqual(['closed', 'completed', 'paid', 'refunded']);
    expect(orderEntity.transitions.refunded).toEqual([]);
    for (const [from, tos] of Object.entries(manualOrderTransitions))
      for (const to of tos) expect(orderEntity.transitions[from as OrderStatus]).toContain(to);
  });

  it.each(orderPairs)('moves from $from to $to by hand only as the table allows', async pair => {
    const { from, to } = pair;
    const fulfil = { status: 'failed', time: null, error: '', credits: 0, giftCredits: 0, days: 0 };
    const { _id } = await newOrder({
      status: from,
      ...(from === 'paid' && ({ fulfil } as object)),
    });
    const before = await world.dump();
    const answer = await world.call(
      'adminOrder',
      'updateOrderStatus',
      { id: _id, status: to },
      as(),
    );
    if (manualOrderTransitions[from].includes(to)) {
      expect(answer).toMatchObject({ code: 0, data: { status: to } });
      expect((await order(_id)).history.at(-1)).toMatchObject({ from, to, by: '测试管理员' });
    } else {
      expect(answer.code).toBe(40902);
      expect(await world.dump()).toBe(before);
    }
  });

  it.each(Object.keys(orderStatuses) as OrderStatus[])(
    'that is %s accepts a payment only when it was not paid',
    async status => {
      const seen = await newOrder({ status });
      const notice = notices.signed('', notices.ofTrade(tradeOf(seen)));
      expect((await http('payNotice', notice)).statusCode).toBe(200);
      const after = await order(seen._id);
      const taken = status === 'pending' || status === 'closed';
      expect(after.status).toBe(taken ? 'completed' : status);
      expect(after.latePay).toBe(status === 'closed');
      expect(after.history.length - seen.history.length).toBe(taken ? 2 : 0);
    },
  );

  it.each(Object.keys(orderStatuses) as OrderStatus[])(
    'that is %s is refunded only when it was paid',
    async status => {
      const { _id, payFen } = await newOrder({ status });
      const allowed = status === 'paid' || status === 'completed';
      const data = { id: _id, amountFen: payFen };
      const answer = await world.call('adminOrder', 'processRefund', data, as());
      expect(answer.code).toBe(allowed ? 0 : 40902);
      if (!allowed) return expect((await world.rows('refunds')).length).toBe(8);
      const id = (answer.data as { _id: string })._id;
      finish(id);
      await world.ok('adminOrder', 'syncRefund', { id }, as());
      expect(await order(_id)).toMatchObject({ status: 'refunded', refundStatus: 'full' });
    },
  );
});

describe('a refund', () => {
  it('has a table in which success is final and all others lead on', () => {
    expect(refundEntity.transitions.success).toEqual([]);
    for (const [from, tos] of Object.entries(refundEntity.transitions))
      expect(tos.length, from).toBeGreaterThan(from === 'success' ? -1 : 0);
  });

  /** By way of `processing`, where we missed that the gateway had accepted it. */
  const gatewayStates = {
    processing: 'PROCESSING',
    success: 'SUCCESS',
    closed: 'CLOSED',
    abnormal: 'ABNORMAL',
  } as const;
  const gatewayPairs = refundPairs.filter(({ to }) => to in gatewayStates);

  it.each(gatewayPairs)(
    'that is $from becomes $to when the gateway says so',
    async ({ from, to }) => {
      const made = await newRefund({ status: from, refundId: '50000001' });
      const { _id, amountFen, orderNo, orderPayFen, reserved } = made.refund;
      const status = gatewayStates[to as keyof typeof gatewayStates];
      gateway.refunds.set(_id, {
        refundId: '50000001',
        outRefundNo: _id,
        outTradeNo: orderNo,
        transactionId: '1',
        amountFen,
        totalFen: orderPayFen,
        reason: '',
        status,
        createTime: Date.now(),
        successTime: Date.now(),
        notifyUrl: '',
        account: '',
        settle: null,
        paidOut: 1,
      });
      await world.ok('adminOrder', 'syncRefund', { id: _id }, as());
      // A voided refund stays so unless money moves.
      const stays = from === 'success' || (from === 'voided' && to === 'closed');
      const expected = stays ? from : to;
      const [row, of] = [await refund(_id), await order(made.order._id)];
      expect(row.status).toBe(expected);
      const open = expected === 'processing' || expected === 'abnormal';
      expect(of.refundingFen).toBe(open ? amountFen : 0);
      expect(of.refundedFen).toBe(expected === 'success' ? amountFen : 0);
      expect(of.openRefundId).toBe(open ? _id : '');
      expect(row.reserved).toBe(open || (from === 'success' && reserved));
    },
  );

  const byHand = [
    { action: 'retryRefund', allowed: ['request_failed', 'closed'], more: {} },
    { action: 'voidRefund', allowed: ['request_failed'], more: { reason: '不退了' } },
    { action: 'applyAbnormalRefund', allowed: ['abnormal'], more: { type: 'MERCHANT_BANK_CARD' } },
  ] as const;
  const attempts = byHand.flatMap(refundAction =>
    (Object.keys(refundStatuses) as RefundStatus[]).map(from => ({ ...refundAction, from })),
  );

  it.each(attempts)('that is $from allows $action only where the table does', async at => {
    const { action: action, allowed, more, from } = at;
    const accepted = ['processing', 'abnormal', 'closed', 'success'].includes(from);
    const refundId = accepted ? '50000002' : '';
    const made = await newRefund({ status: from, refundId, outcomeUnknown: false });
    const before = await world.dump();
    const answer = await world.call('adminOrder', action, { id: made.refund._id, ...more }, as());
    const legal = (allowed as readonly string[]).includes(from);
    expect(answer.code, answer.message).toBe(legal ? 0 : 40902);
    if (!legal) return expect(await world.dump()).toBe(before);
    const after = await refund(made.refund._id);
    expect(after.status).toBe(action === 'voidRefund' ? 'voided' : 'processing');
    expect(after._id).toBe(made.refund._id);
    const of = await order(made.order._id);
    expect(of.refundingFen).toBe(action === 'voidRefund' ? 0 : after.amountFen);
  });
});
