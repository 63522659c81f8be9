import { refundEntity, type RefundStatus } from '#contract/refund.ts';
import { mayMove } from '#contract/states.ts';
import type { StoredOrder } from '../orders/orders.ts';
import { recount } from './lines.ts';
import { orderRefundStatus, type StoredRefund } from './refunds.ts';

/**
 * The allowed moves from one state to another: direct, or through `processing` if the acceptance was missed. Null if
 * there is none; a success is final.
 */
export const wayTo = (from: RefundStatus, to: RefundStatus): RefundStatus[] | null => {
  if (from === to) return [];
  if (mayMove(refundEntity.transitions, from, to)) return [to];
  const through = mayMove(refundEntity.transitions, from, 'processing');
  return through && mayMove(refundEntity.transitions, 'processing', to) ? ['processing', to] : null;
};

/** Neither paid nor given up, by the gateway or by us. */
export const isOpen = (status: RefundStatus) => !['success', 'closed', 'voided'].includes(status);

/** The order's sums after its refund has reached state `to`. */
export const orderSums = (order: StoredOrder, refund: StoredRefund, to: RefundStatus) => {
  const open = isOpen(to);
  const reserved = open && to !== 'request_failed';
  const refundingFen =
    order.refundingFen +
    (reserved ? refund.amountFen : 0) -
    (refund.reserved ? refund.amountFen : 0);
  const refundedFen = order.refundedFen + (to === 'success' ? refund.amountFen : 0);
  const [was, is] = [refund.reserved || refund.status === 'success', reserved || to === 'success'];
  const refundItems =
    was === is ? order.refundItems : recount(order.refundItems, refund.items, is ? 1 : -1);
  const others = order.openRefundId === refund._id ? '' : order.openRefundId;
  // Beside another refund only when the gateway carries out a voided one.
  const openRefundId = others || (open ? refund._id : '');
  const sums = { refundingFen, refundedFen, refundItems, openRefundId };
  return {
    reserved,
    sums: { ...sums, refundStatus: orderRefundStatus({ ...order, ...sums }, open ? to : null) },
  };
};
