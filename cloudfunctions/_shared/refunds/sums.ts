import { type RefundStatus, refundTransitions } from '#contract/refund.ts';
import { mayMove } from '#contract/states.ts';
import type { StoredOrder } from '../orders/orders.ts';
import { orderRefundStatus, type StoredRefund } from './refunds.ts';

/**
 * The legal way from one state to another: there at once, or through `processing`, when we missed that the gateway had
 * accepted it. Null when there is none: a success stays one.
 */
export const wayTo = (from: RefundStatus, to: RefundStatus): RefundStatus[] | null => {
  if (from === to) return [];
  // "The gateway has closed it" and "we give it up unheard" are not the same: the first had been accepted.
  if (from !== 'request_failed' && mayMove(refundTransitions, from, to)) return [to];
  if (to === 'processing' && mayMove(refundTransitions, from, to)) return [to];
  const through = mayMove(refundTransitions, from, 'processing');
  return through && mayMove(refundTransitions, 'processing', to) ? ['processing', to] : null;
};

/** The order's sums after its refund has come to stand at `to`. */
export const orderSums = (order: StoredOrder, refund: StoredRefund, to: RefundStatus) => {
  const open = to !== 'success' && to !== 'closed';
  const reserved = open && to !== 'request_failed';
  const refundingFen =
    order.refundingFen +
    (reserved ? refund.amountFen : 0) -
    (refund.reserved ? refund.amountFen : 0);
  const refundedFen = order.refundedFen + (to === 'success' ? refund.amountFen : 0);
  const openRefundId = open
    ? refund._id
    : order.openRefundId === refund._id
      ? ''
      : order.openRefundId;
  const sums = { refundingFen, refundedFen, openRefundId };
  return {
    reserved,
    sums: { ...sums, refundStatus: orderRefundStatus({ ...order, ...sums }, open ? to : null) },
  };
};
