import { beforeEach, describe, expect, it } from 'vitest';
import { manualOrderTransitions, orderEntity } from '#contract/order.ts';
import { type OrderStatus, orderStatuses } from '#contract/orderStates.ts';
import { type RefundStatus, refundStatuses } from '#contract/refund.ts';
import { noGrant } from '../../noGrant.ts';
import { startWorld } from '../world/harness.ts';
import { commerceOf } from './commerce.ts';

const world = await startWorld();
beforeEach(() => world.reset());
const { as, order, refund, set, newOrder, newRefund, http, tradeOf, notices } = commerceOf(world);

const orderStates = Object.keys(orderStatuses) as OrderStatus[];
const refundStates = Object.keys(refundStatuses) as RefundStatus[];

describe('an order', () => {
  it('has a table in which every state is reached and refunded is final', () => {
    const reached = new Set(Object.values(orderEntity.transitions).flat());
    expect([...reached].sort()).toEqual(['closed', 'completed', 'paid', 'refunded']);
    expect(orderEntity.transitions.refunded).toEqual([]);
    for (const [from, tos] of Object.entries(manualOrderTransitions))
      for (const to of tos) expect(orderEntity.transitions[from as OrderStatus]).toContain(to);
  });

  it.each(orderStates)('moves from %s by hand only as the table allows', async from => {
    const fulfil = { ...noGrant, status: 'failed' } as const;
    for (const to of orderStates) {
      const before = await newOrder({ status: from, ...(from === 'paid' && { fulfil }) });
      const data = { id: before._id, status: to };
      const answer = await world.call('adminOrder', 'updateOrderStatus', data, as());
      const after = await order(before._id);
      if (manualOrderTransitions[from].includes(to)) {
        expect(answer, to).toMatchObject({ code: 0, data: { status: to } });
        expect(after.history.at(-1)).toMatchObject({ from, to, by: '测试管理员' });
      } else {
        expect(answer.code, to).toBe(40902);
        expect(after).toEqual(before);
      }
    }
  });

  it('accepts a payment only when it was not paid', async () => {
    for (const status of orderStates) {
      const seen = await newOrder({ status });
      const notice = notices.signed('', notices.ofTrade(tradeOf(seen)));
      expect((await http('payNotice', notice)).statusCode).toBe(200);
      const after = await order(seen._id);
      const taken = status === 'pending' || status === 'closed';
      expect(after.status, status).toBe(taken ? 'completed' : status);
      expect(after.latePay, status).toBe(status === 'closed');
      expect(after.history.length - seen.history.length, status).toBe(taken ? 2 : 0);
    }
  });
});

describe('a refund', () => {
  it.each([
    { action: 'retryRefund', allowed: ['request_failed', 'closed'], more: {} },
    { action: 'voidRefund', allowed: ['request_failed'], more: { reason: '不退了' } },
    { action: 'applyAbnormalRefund', allowed: ['abnormal'], more: { type: 'MERCHANT_BANK_CARD' } },
  ] as const)('refuses $action where the table does', async ({ action, allowed, more }) => {
    const { _id: id } = (await newRefund()).refund;
    for (const status of refundStates) {
      if ((allowed as readonly RefundStatus[]).includes(status)) continue;
      await set('refunds', id, { status });
      const before = await refund(id);
      const { code } = await world.call('adminOrder', action, { id, ...more }, as());
      expect(code, status).toBe(40902);
      expect(await refund(id)).toEqual(before);
    }
  });
});
