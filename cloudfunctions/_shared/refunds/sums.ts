import type { RefundStatus } from '#contract/refund.ts';
import type { StoredOrder } from '../orders/orders.ts';
import { recount } from './lines.ts';
import { orderRefundStatus, type StoredRefund } from './refunds.ts';

/** Neither paid nor given up, by the gateway or by us. */
export const isOpen = (status: RefundStatus) => !['success', 'closed', 'voided'].includes(status);

/** The order's sums after its refund, which has not succeeded yet, has reached state `to`. */
export const orderSums = (order: StoredOrder, refund: StoredRefund, to: RefundStatus) => {
  const open = isOpen(to);
  const reserved = open && to !== 'request_failed';
  const refundingFen =
    order.refundingFen +
    (reserved ? refund.amountFen : 0) -
    (refund.reserved ? refund.amountFen : 0);
  const refundedFen = order.refundedFen + (to === 'success' ? refund.amountFen : 0);
  const [was, is] = [refund.reserved, reserved || to === 'success'];
  const refundItems =
    was === is ? order.refundItems : recount(order.refundItems, refund.items, is ? 1 : -1);
  const others = order.openRefundId === refund._id ? '' : order.openRefundId;
  // Beside another refund only when the gateway carries out a voided one.
  const openRefundId = others || (open ? refund._id : '');
  const sums = { refundingFen, refundedFen, refundItems, openRefundId };
  return {
    reserved,
    sums: { ...sums, refundStatus: orderRefundStatus({ ...order, ...sums }, to) },
  };
};
