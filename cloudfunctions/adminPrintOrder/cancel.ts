import { codes } from '#contract/envelope.ts';
import { printOrderSentences } from '#contract/sentences/printOrders.ts';
import { refundSentences } from '#contract/sentences/refunds.ts';
import { refuse } from '../_shared/admins/limits.ts';
import { type Actor, actorOf } from '../_shared/base/actor.ts';
import type { AdminContext } from '../_shared/base/dispatcher.ts';
import { ActionError, stateNotAllowed } from '../_shared/base/errors.ts';
import { closeOrder } from '../_shared/orders/close.ts';
import { orders, type StoredOrder } from '../_shared/orders/orders.ts';
import { refundableFen } from '../_shared/orders/refundable.ts';
import { printOrders, type StoredPrintOrder } from '../_shared/prints/records.ts';
import { processRefund } from '../_shared/refunds/process.ts';
import { refundWithin } from '../_shared/refunds/withinLimits.ts';
import { wechatPay } from '../_shared/wechatPay/client.ts';
import { movePrintOrder } from './changePrintOrder.ts';

/**
 * Before production only. Unpaid: the order is closed, which cancels the prints. Paid: the rest is refunded before the
 * prints are cancelled, so that a refusal by the gateway leaves both unchanged.
 */
export const cancelPrintOrder = async (
  seen: StoredPrintOrder,
  reason: string,
  context: AdminContext,
): Promise<StoredPrintOrder> => {
  const actor = await actorOf(context);
  const order = seen.orderId && !seen.reprintOf ? await orders.get(seen.orderId) : null;
  if (order?.status === 'pending') await close(order, actor, reason);
  else if (order) await payBack(order, context, reason);
  const current = (await printOrders.get(seen._id)) ?? seen;
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
  context: AdminContext,
  reason: string,
): Promise<void> => {
  const amountFen = refundableFen(order);
  if (order.status === 'closed' || order.status === 'refunded' || amountFen <= 0) return;
  const actor = await actorOf(context);
  const wish = {
    amountFen,
    reasonCode: refundSentences.printCancelled,
    // The user reads it in WeChat, and not what the administrator typed.
    reason: refundSentences.printCancelled,
    internalNote: reason,
  };
  // The prints are cancelled with the refund, so it does not wait here; refunded from the order, they are with its success.
  const refused = (limit: string) => refuse(printOrderSentences.refundFirst(limit));
  await refundWithin(
    context,
    { order, amountFen },
    () => processRefund(order, wish, actor),
    refused,
  );
};
