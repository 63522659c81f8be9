import { codes } from '#contract/envelope.ts';
import { refundSentences } from '#contract/sentences/refunds.ts';
import type { Actor } from '../base/actor.ts';
import { ActionError, invalid, stateNotAllowed } from '../base/errors.ts';
import { inTransaction } from '../base/transaction.ts';
import type { StoredOrder } from '../orders/orders.ts';
import type { HeldRefund } from './lease.ts';
import {
  obstacleTo,
  orderRefundStatus,
  refundableFen,
  refunds,
  type StoredRefund,
} from './refunds.ts';
import { intentOf, type RefundWish, rowOf } from './row.ts';

const checkItems = (order: StoredOrder, { items = [], amountFen }: RefundWish) => {
  const lines = new Set(items.map(({ itemIndex }) => itemIndex));
  if (lines.size < items.length) throw invalid({ items: refundSentences.repeatedItem });
  if (items.some(({ itemIndex, qty }) => qty > (order.items[itemIndex]?.qty ?? 0)))
    throw invalid({ items: refundSentences.itemsDiffer });
  const sum = items.reduce((total, item) => total + item.amountFen, 0);
  if (items.length > 0 && sum !== amountFen)
    throw invalid({ items: refundSentences.itemsSumDiffers });
};

/** @throws 40902 or 40001, in words for people */
const check = (order: StoredOrder, wish: RefundWish, allowPartial: boolean, now: number) => {
  const obstacle = obstacleTo(order, now);
  if (obstacle) throw stateNotAllowed(obstacle);
  if (wish.amountFen > refundableFen(order))
    throw invalid({ amountFen: refundSentences.amountTooLarge });
  if (!allowPartial && wish.amountFen < refundableFen(order))
    throw invalid({ amountFen: refundSentences.noPartialRefunds });
  checkItems(order, wish);
};

/** The refund already made with this key. @throws 40903 if it was for something else */
const repeated = async (orderId: string, wish: RefundWish): Promise<StoredRefund | null> => {
  if (!wish.idemKey) return null;
  const of = await refunds.find({ orderId }, { sort: [['createTime', 'desc']] });
  const first = of.find(({ idemKey }) => idemKey === wish.idemKey);
  if (!first) return null;
  if (first.intent !== intentOf(wish)) throw new ActionError(codes.repeated);
  return first;
};

/**
 * The row of a refund, with the number it will bear at the gateway for ever, before the gateway hears of it. All sums
 * and limits are those of the one order document, so however many ask at once, one is made. Its maker has the lease on it.
 */
export const createRefund = async (
  seen: StoredOrder,
  wish: RefundWish,
  allowPartial: boolean,
  actor: Actor,
): Promise<{ refund: HeldRefund; isNew: true } | { refund: StoredRefund; isNew: false }> => {
  const before = await repeated(seen._id, wish);
  if (before) return { refund: before, isNew: false };
  const now = Date.now();
  check(seen, wish, allowPartial, now);
  try {
    const refund = await inTransaction(async transaction => {
      const order = await transaction.require<StoredOrder>('orders', seen._id);
      check(order, wish, allowPartial, now);
      const row = rowOf(order, wish, actor, now);
      const refundingFen = order.refundingFen + row.amountFen;
      await transaction.change('orders', order, {
        refundingFen,
        refundCount: order.refundCount + 1,
        lastRefundTime: now,
        openRefundId: row._id,
        refundStatus: orderRefundStatus({ ...order, refundingFen }, 'created'),
      });
      const entry = { by: actor, resource: 'refund', reason: wish.reason };
      return transaction.insert('refunds', row, entry, now);
    });
    return { refund, isNew: true };
  } catch (error) {
    const first = await repeated(seen._id, wish);
    if (first) return { refund: first, isNew: false };
    // Other refunds of this order were stored first, several times.
    if ((error as { code?: unknown }).code === 'DATABASE_TRANSACTION_CONFLICT')
      throw stateNotAllowed(refundSentences.otherInProgress);
    throw error;
  }
};
