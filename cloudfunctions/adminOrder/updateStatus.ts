import { codes } from '#contract/envelope.ts';
import { manualOrderTransitions } from '#contract/order.ts';
import { type OrderStatus } from '#contract/orderStates.ts';
import { orderSentences } from '#contract/sentences/orders.ts';
import { mayMove } from '#contract/states.ts';
import type { Actor } from '../_shared/base/actor.ts';
import { ActionError, stateNotAllowed } from '../_shared/base/errors.ts';
import { inTransaction } from '../_shared/base/transaction.ts';
import { closeOrder } from '../_shared/orders/close.ts';
import { tryFulfil } from '../_shared/orders/fulfil.ts';
import { illegalMove, planOrderMove, type StoredOrder } from '../_shared/orders/orders.ts';
import type { StoredPrintOrder } from '../_shared/prints/records.ts';
import type { WechatPay } from '../_shared/wechatPay/client.ts';

/** The two moves by hand; payments, refunds and fulfilment make the others. */
export const updateOrderStatus = async (
  order: StoredOrder,
  to: OrderStatus,
  reason: string,
  actor: Actor,
  gateway: () => Promise<WechatPay>,
): Promise<StoredOrder> => {
  if (!mayMove(manualOrderTransitions, order.status, to)) throw illegalMove(order.status, to);
  if (to === 'completed')
    return order.type === 'print' ? completePrint(order, actor) : tryFulfil(order, actor);
  const closing = await closeOrder(order, gateway, actor, reason || orderSentences.closedByAdmin);
  if (closing.kind === 'closed') return closing.order;
  if (closing.kind === 'paid') throw stateNotAllowed(orderSentences.paidMeanwhile);
  if (closing.kind === 'paying') throw stateNotAllowed(orderSentences.userPaying);
  throw new ActionError(codes.thirdParty);
};

/** Only when the prints are completed and the order is not. */
const completePrint = (seen: StoredOrder, by: Actor): Promise<StoredOrder> =>
  inTransaction(async transaction => {
    const before = await transaction.require<StoredOrder>('orders', seen._id);
    const print = before.printOrderId
      ? await transaction.get<StoredPrintOrder>('printOrders', before.printOrderId)
      : null;
    if (print && print.status !== 'completed')
      throw stateNotAllowed(orderSentences.printsUncompleted);
    const patch = planOrderMove(
      before,
      'completed',
      by.name,
      orderSentences.completedByAdmin,
      transaction.now,
    );
    return transaction.change('orders', before, patch, { by, resource: 'order' });
  });
