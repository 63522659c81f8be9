import { codes } from '#contract/envelope.ts';
import { manualOrderTransitions, type OrderStatus } from '#contract/order.ts';
import { mayMove } from '#contract/states.ts';
import { auditRow } from '../_shared/audit.ts';
import { ActionError, notFound, stateNotAllowed } from '../_shared/errors.ts';
import { closeOrder } from '../_shared/orders/close.ts';
import { tryFulfil } from '../_shared/orders/fulfil.ts';
import { type Actor, illegalMove, moved, type StoredOrder } from '../_shared/orders/orders.ts';
import type { MovablePrintOrder } from '../_shared/printOrders.ts';
import { newId } from '../_shared/repository.ts';
import { inTransaction } from '../_shared/transaction.ts';
import { wechatPay } from '../_shared/wechatPay/client.ts';

/** The two moves by hand; payments, refunds and fulfilment make the others. */
export const updateOrderStatus = async (
  order: StoredOrder,
  to: OrderStatus,
  reason: string,
  actor: Actor,
): Promise<StoredOrder> => {
  if (!mayMove(manualOrderTransitions, order.status, to)) throw illegalMove(order.status, to);
  if (to === 'completed')
    return order.type === 'print' ? completePrint(order, actor) : tryFulfil(order, actor);
  const closing = await closeOrder(order, wechatPay, actor, reason || '后台关闭');
  if (closing.kind === 'closed') return closing.order;
  if (closing.kind === 'paid') throw stateNotAllowed('用户已付款，订单已更新为已支付');
  if (closing.kind === 'paying') throw stateNotAllowed('用户正在付款，请稍后再试');
  throw new ActionError(codes.thirdParty);
};

/** Only when the prints are completed and the order is not. */
const completePrint = async (seen: StoredOrder, actor: Actor): Promise<StoredOrder> => {
  const now = Date.now();
  const rowId = newId();
  return inTransaction(async transaction => {
    const before = await transaction.get<StoredOrder>('orders', seen._id);
    if (!before) throw notFound();
    const print = before.printOrderId
      ? await transaction.get<MovablePrintOrder>('printOrders', before.printOrderId)
      : null;
    if (print && print.status !== 'completed') throw stateNotAllowed('冲印订单尚未完成');
    const patch = {
      ...moved(before, 'completed', actor.name, '后台完成', now),
      rev: before.rev + 1,
      updateTime: now,
    };
    const after: StoredOrder = { ...before, ...patch };
    await transaction.update('orders', before._id, patch);
    const target = { resource: 'order', resourceId: before._id };
    const row = auditRow(actor.context, actor.admin, { ...target, before, after });
    await transaction.insert('auditLogs', { ...row, _id: rowId });
    return after;
  });
};
