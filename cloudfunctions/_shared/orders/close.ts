import type { Actor } from '../base/actor.ts';
import { inTransaction, known } from '../base/transaction.ts';
import { count } from '../counting/counters.ts';
import { cancelUnproduced } from '../prints/advance.ts';
import type { WechatPay } from '../wechatPay/client.ts';
import type { GatewayTrade } from '../wechatPay/messages.ts';
import { forgetPurchase, isPreparedSince, planOrderMove, type StoredOrder } from './orders.ts';
import { recordPayment } from './payment.ts';
import { askVirtual } from './virtual.ts';

export type Closing =
  | { kind: 'closed' | 'paid'; order: StoredOrder }
  /** The gateway gives no clear answer, or a payment is in progress: try again later. */
  | { kind: 'unknown' | 'paying'; order: StoredOrder };

/** Records the payment if the gateway reports this order as paid. */
export const recordIfPaid = async (
  order: StoredOrder,
  trade: GatewayTrade,
  actor: Actor,
): Promise<StoredOrder | null> => {
  const paid = trade.state === 'SUCCESS' || trade.state === 'REFUND';
  if (!paid || trade.outTradeNo !== order.orderNo) return null;
  return recordPayment(
    order,
    {
      transactionId: trade.transactionId,
      payTime: trade.successTime ?? Date.now(),
      totalFen: trade.totalFen,
    },
    actor,
  );
};

/**
 * Closes an unpaid order at the gateway, which is asked first; one that was never prepaid is unknown there. A virtual
 * payment cannot be closed: what is paid all the same arrives late.
 * @returns `closed`: it can no longer be paid there
 */
export const closeAtGateway = async (
  order: StoredOrder,
  gateway: () => Promise<WechatPay>,
  actor: Actor,
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
  if (order.payChannel === 'virtual') {
    const asked = await askVirtual(order, actor);
    if (asked.kind === 'paid') return asked;
    if (asked.kind === 'unknown') return { kind: 'unknown', order };
  }
  return { kind: 'closed', order };
};

/**
 * Closes an unpaid order, at the gateway and then here, so that a closed order is not paid. A payment made in between
 * arrives as a notice, and the order becomes a late payment.
 */
export const closeOrder = async (
  order: StoredOrder,
  gateway: () => Promise<WechatPay>,
  actor: Actor,
  reason: string,
): Promise<Closing> => {
  const there = await closeAtGateway(order, gateway, actor);
  if (there.kind !== 'closed') return there;
  const closed = await markClosed(order, actor, reason);
  return closed ? { kind: 'closed', order: closed } : { kind: 'unknown', order };
};

/** @returns null where it was taken over, or has a new code, meanwhile */
const markClosed = (seen: StoredOrder, actor: Actor, reason: string): Promise<StoredOrder | null> =>
  inTransaction(
    async transaction => {
      const before = await transaction.require<StoredOrder>('orders', seen._id);
      if (isPreparedSince(seen, before)) return null;
      const patch = {
        ...planOrderMove(before, 'closed', actor.name, reason, transaction.now),
        ...forgetPurchase(before),
      };
      if (before.printOrderId)
        await cancelUnproduced(transaction, before.printOrderId, actor, reason);
      return transaction.change('orders', before, patch, { by: actor, resource: 'order', reason });
    },
    {
      known: [
        known('orders', seen._id, seen, ['status', 'orderNo', 'prepayTime']),
        known('printOrders', seen.printOrderId),
      ],
      beside: async order => order && count(order.createTime, { closedOrders: 1 }),
    },
  );
