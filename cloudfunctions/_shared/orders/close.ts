import { count } from '../counting/counters.ts';
import { cancelUnproduced } from '../prints/advance.ts';
import { inTransaction } from '../base/transaction.ts';
import type { GatewayTrade } from '../wechatPay/messages.ts';
import type { WechatPay } from '../wechatPay/client.ts';
import type { Actor } from '../base/actor.ts';
import { planOrderMove, type StoredOrder } from './orders.ts';
import { recordPayment } from './payment.ts';

export type Closing =
  | { kind: 'closed' | 'paid'; order: StoredOrder }
  /** The gateway does not say, or somebody is paying this moment: another time. */
  | { kind: 'unknown' | 'paying'; order: StoredOrder };

/** Recorded as paid if the gateway says so about this very order. */
export const recordIfPaid = async (
  order: StoredOrder,
  trade: GatewayTrade,
  actor: Actor,
): Promise<StoredOrder | null> => {
  const paid = trade.state === 'SUCCESS' || trade.state === 'REFUND';
  if (!paid || trade.outTradeNo !== order.orderNo) return null;
  return recordPayment(
    order._id,
    {
      transactionId: trade.transactionId,
      payTime: trade.successTime ?? Date.now(),
      totalFen: trade.totalFen ?? -1,
    },
    actor,
  );
};

/**
 * Closes an unpaid order: asks the gateway first, closes there, then here, so that nobody pays for what is closed. Who
 * manages to pay in between is told by the notice, and the order is paid late.
 */
export const closeOrder = async (
  order: StoredOrder,
  gateway: () => Promise<WechatPay>,
  actor: Actor,
  reason: string,
): Promise<Closing> => {
  if (order.payChannel === 'wxpay' && order.prepaid) {
    const pay = await gateway();
    const asked = await pay.queryTrade(order.orderNo);
    if (asked.kind === 'unknown') return { kind: 'unknown', order };
    if (asked.kind === 'refused' && asked.httpStatus !== 404) return { kind: 'unknown', order };
    if (asked.kind === 'ok') {
      const paid = await recordIfPaid(order, asked.data, actor);
      if (paid) return { kind: 'paid', order: paid };
      if (asked.data.state === 'USERPAYING') return { kind: 'paying', order };
      if (asked.data.state === 'NOTPAY' || asked.data.state === 'PAYERROR') {
        const closed = await pay.closeTrade(order.orderNo);
        const gone = closed.kind === 'refused' && closed.code === 'ORDER_CLOSED';
        if (closed.kind !== 'ok' && !gone) return { kind: 'unknown', order };
      }
    }
  }
  return { kind: 'closed', order: await markClosed(order._id, actor, reason) };
};

const markClosed = async (orderId: string, actor: Actor, reason: string): Promise<StoredOrder> => {
  const closed = await inTransaction(async transaction => {
    const before = await transaction.require<StoredOrder>('orders', orderId);
    const patch = planOrderMove(before, 'closed', actor.name, reason, transaction.now);
    if (before.printOrderId)
      await cancelUnproduced(transaction, before.printOrderId, actor.name, '订单已关闭');
    return transaction.change('orders', before, patch, { by: actor, resource: 'order', reason });
  });
  await count(closed.createTime, { closedOrders: 1 });
  return closed;
};
