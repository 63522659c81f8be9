import { codes } from '#contract/envelope.ts';
import { approvalIdOf } from '#contract/rights/approvals.ts';
import { approvalSentences } from '#contract/sentences/approvals.ts';
import { printOrderSentences } from '#contract/sentences/printOrders.ts';
import { refundSentences } from '#contract/sentences/refunds.ts';
import { type Actor, actorOf } from '../_shared/base/actor.ts';
import type { AdminContext } from '../_shared/base/dispatcher.ts';
import { ActionError, stateNotAllowed } from '../_shared/base/errors.ts';
import { closeOrder } from '../_shared/orders/close.ts';
import { orders, type StoredOrder } from '../_shared/orders/orders.ts';
import { refundableFen } from '../_shared/orders/refundable.ts';
import { printOrders, type StoredPrintOrder } from '../_shared/prints/records.ts';
import { processRefund, WHOLE } from '../_shared/refunds/process.ts';
import { refunds, type StoredRefund } from '../_shared/refunds/refunds.ts';
import { refundWithin } from '../_shared/refunds/withinLimits.ts';
import { wechatPay } from '../_shared/wechatPay/client.ts';
import { movePrintOrder } from './changePrintOrder.ts';

/**
 * Before production only. Unpaid: the order is closed, which cancels the prints. Paid: the rest is refunded before the
 * prints are cancelled, so that a refusal by the gateway leaves both unchanged. What the role may not refund by itself
 * waits for approval, and the prints stay as they are.
 */
export const cancelPrintOrder = async (
  seen: StoredPrintOrder,
  reason: string,
  context: AdminContext,
): Promise<StoredPrintOrder & { approvalId?: string }> => {
  const actor = await actorOf(context);
  const order = seen.orderId && !seen.reprintOf ? await orders.get(seen.orderId) : null;
  const refund =
    order && order.status !== 'pending' ? await payBack(order, seen, context, reason) : null;
  if (order?.status === 'pending') await close(order, actor, reason);
  const current = (await printOrders.get(seen._id)) ?? seen;
  // It is cancelled when the refund has been approved.
  if (refund?.approval === 'waiting')
    return { ...current, approvalId: approvalIdOf('refund', refund._id) };
  // Closing the order, or a refund that succeeded at once, has cancelled it already.
  if (current.status === 'cancelled') return current;
  return movePrintOrder(current, 'cancelled', { reason }, context);
};

const close = async (order: StoredOrder, actor: Actor, reason: string): Promise<void> => {
  const { kind } = await closeOrder(order, wechatPay, actor, reason);
  if (kind === 'closed') return;
  if (kind === 'unknown') throw new ActionError(codes.thirdParty);
  throw stateNotAllowed(printOrderSentences.userPaying);
};

const payBack = async (
  order: StoredOrder,
  { printNo }: StoredPrintOrder,
  context: AdminContext,
  reason: string,
): Promise<StoredRefund | null> => {
  const open = order.openRefundId ? await refunds.get(order.openRefundId) : null;
  if (open?.approval === 'waiting') throw stateNotAllowed(approvalSentences.refundWaits);
  const amountFen = refundableFen(order);
  if (order.status === 'closed' || order.status === 'refunded' || amountFen <= 0) return null;
  const actor = await actorOf(context);
  const wish = {
    amountFen,
    reasonCode: refundSentences.printCancelled,
    // The user reads it in WeChat, and not what the administrator typed.
    reason: refundSentences.printCancelled,
    internalNote: reason,
  };
  return refundWithin(context, { order, amountFen }, decided =>
    processRefund(order, wish, actor, { ...WHOLE, ...decided, printNo }),
  );
};
