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
  if (mayMove(refundTransitions, from, to)) return [to];
  const through = mayMove(refundTransitions, from, 'processing');
  return through && mayMove(refundTransitions, 'processing', to) ? ['processing', to] : null;
};

/** Not at an end: neither paid nor given up, by the gateway or by us. */
export const isOpen = (status: RefundStatus) => !['success', 'closed', 'voided'].includes(status);

/** The order's sums after its refund has come to stand at `to`. */
export const orderSums = (order: StoredOrder, refund: StoredRefund, to: RefundStatus) => {
  const open = isOpen(to);
  const reserved = open && to !== 'request_failed';
  const refundingFen =
    order.refundingFen +
    (reserved ? refund.amountFen : 0) -
    (refund.reserved ? refund.amountFen : 0);
  const refundedFen = order.refundedFen + (to === 'success' ? refund.amountFen : 0);
  const others = order.openRefundId === refund._id ? '' : order.openRefundId;
  // Beside another one only when the gateway carries out what was voided.
  const openRefundId = others || (open ? refund._id : '');
  const sums = { refundingFen, refundedFen, openRefundId };
  return {
    reserved,
    sums: { ...sums, refundStatus: orderRefundStatus({ ...order, ...sums }, open ? to : null) },
  };
};
