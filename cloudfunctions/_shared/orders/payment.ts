import { codes } from '#contract/envelope.ts';
import { messageAmount } from '#contract/messageEvents.ts';
import { mayBePaidOffline } from '#contract/orderRules.ts';
import { orderTypes } from '#contract/orderStates.ts';
import { orderSentences } from '#contract/sentences/orders.ts';
import type { Actor } from '../base/actor.ts';
import { ActionError, conflict, stateNotAllowed } from '../base/errors.ts';
import { inTransaction } from '../base/transaction.ts';
import { count } from '../counting/counters.ts';
import { paymentFigures } from '../counting/facts.ts';
import { notifyUser } from '../messages/outbox.ts';
import type { StoredUser } from '../users/ledger.ts';
import { userLogRow } from '../users/userLog.ts';
import { fulfil, PATIENCE_MS } from './fulfil.ts';
import { isPreparedSince, orderGrams, planOrderMove, type StoredOrder } from './orders.ts';

export interface Payment {
  transactionId: string;
  payTime: number;
  /** The amount actually paid; null where the gateway does not state it. */
  totalFen: number | null;
  /** Received outside WeChat: how, as the administrator describes it. */
  offline?: { reason: string; note: string; voucher: string; seen: StoredOrder };
}

/** @throws 40901 for an order that may be paid at the gateway after what was closed there */
const checkOffline = (seen: StoredOrder, before: StoredOrder) => {
  if (!mayBePaidOffline(before)) throw stateNotAllowed(orderSentences.notForOffline);
  if (isPreparedSince(seen, before)) throw conflict(before);
};

const isPaidOffline = ({ status, payChannel }: StoredOrder) =>
  payChannel === 'offline' && status !== 'pending' && status !== 'closed';

/**
 * Records a payment, once however often it is reported, and grants what was bought. A closed order becomes paid and is
 * flagged.
 * @throws 50201 when the amount is not the order's
 */
export const recordPayment = async (
  orderId: string,
  payment: Payment,
  actor: Actor,
): Promise<StoredOrder> => {
  const { offline } = payment;
  const { order, changed } = await inTransaction(async transaction => {
    const before = await transaction.require<StoredOrder>('orders', orderId);
    if (offline && !isPaidOffline(before)) checkOffline(offline.seen, before);
    if (before.status !== 'pending' && before.status !== 'closed')
      return { order: before, changed: false };
    if (payment.totalFen !== before.payFen)
      throw new ActionError(codes.thirdParty, orderSentences.wrongAmount);
    const latePay = before.status === 'closed';
    const reason = offline
      ? orderSentences.paidOffline(offline.reason)
      : latePay
        ? orderSentences.paidAfterClosing
        : orderSentences.paid;
    const patch = {
      ...planOrderMove(before, 'paid', actor.name, reason, transaction.now),
      latePay,
      ...(offline && {
        payChannel: 'offline' as const,
        offlineNote: offline.note,
        voucher: offline.voucher,
        files: [offline.voucher].filter(Boolean),
      }),
      payTime: payment.payTime,
      transactionId: payment.transactionId,
      fulfil: {
        ...before.fulfil,
        status: 'pending' as const,
        nextTime: transaction.now + PATIENCE_MS,
      },
      grams: orderGrams({ ...before, transactionId: payment.transactionId }),
    };
    const user = before.userId ? await transaction.get<StoredUser>('users', before.userId) : null;
    const entry = { by: actor, resource: 'order', ...(offline && { reason: offline.reason }) };
    // Granted at once; the job grants what is cut off there.
    transaction.due('orders', transaction.now + PATIENCE_MS);
    const after = await transaction.change('orders', before, patch, entry);
    if (user) {
      await transaction.note('users', user._id, {
        'stats.orderCount': user.stats.orderCount + 1,
        'stats.paidFen': user.stats.paidFen + before.payFen,
        lastPayTime: payment.payTime,
      });
      const paid = {
        type: 'pay',
        title: orderSentences.paid,
        refType: 'order',
        refId: orderId,
      } as const;
      await transaction.insert('userLogs', userLogRow(user, paid));
    }
    await notifyUser(transaction, {
      event: 'orderPaid',
      key: orderId,
      user: { _id: after.userId, openid: after.openid },
      subjects: [`orders/${orderId}`],
      values: {
        orderNo: after.orderNo,
        goods: after.items[0]?.name ?? orderTypes[after.type].label,
        amount: messageAmount(after.payFen),
      },
    });
    return { order: after, changed: true };
  });
  if (!changed) return order;
  await count(payment.payTime, paymentFigures(order));
  return fulfil(order, actor);
};
