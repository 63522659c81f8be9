import { _ } from '../_shared/base/cloud.ts';
import { orders } from '../_shared/orders/orders.ts';
import { isWhollyPaidBack } from '../_shared/orders/refundable.ts';
import type { StoredPrintOrder } from '../_shared/prints/records.ts';

/**
 * Tells of a photo whether a refund has returned it, or is about to. Such photos stay in their print order, so that the
 * administrator who prints decides. Reprints cost nothing.
 */
export const paidBackAmong = async (prints: readonly StoredPrintOrder[]) => {
  const ids = prints.flatMap(({ orderId, reprintOf }) => (orderId && !reprintOf ? [orderId] : []));
  const found = await orders.find(
    { _id: _.in(ids) },
    { limit: ids.length || 1, fields: ['payFen', 'refundedFen', 'refundingFen', 'refundItems'] },
  );
  const byId = new Map(found.map(order => [order._id, order]));
  return ({ orderId, reprintOf }: StoredPrintOrder, itemIndex: number): boolean => {
    const order = reprintOf ? undefined : byId.get(orderId);
    if (!order) return false;
    return isWhollyPaidBack(order) || order.refundItems.some(item => item.itemIndex === itemIndex);
  };
};
