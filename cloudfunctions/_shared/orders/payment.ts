import { codes } from '#contract/envelope.ts';
import { messageAmount } from '#contract/messageEvents.ts';
import { mayBePaidOffline } from '#contract/orderRules.ts';
import { orderTypes } from '#contract/orderStates.ts';
import { orderSentences } from '#contract/sentences/orders.ts';
import type { Actor } from '../base/actor.ts';
import { _ } from '../base/cloud.ts';
import { ActionError, conflict, stateNotAllowed } from '../base/errors.ts';
import { lockOfUser } from '../base/locks.ts';
import { report } from '../base/log.ts';
import { inTransaction, known, type Transaction } from '../base/transaction.ts';
import { count } from '../counting/counters.ts';
import { paymentFigures } from '../counting/facts.ts';
import { notifyUser } from '../messages/outbox.ts';
import type { StoredUser } from '../users/ledger.ts';
import { userLogRow } from '../users/userLog.ts';
import { countGrant, type Fulfilled, fulfil, fulfilIn, PATIENCE_MS } from './fulfil.ts';
import { isPreparedSince, orderGrams, planOrderMove, type StoredOrder } from './orders.ts';

export interface Payment {
  transactionId: string;
  payTime: number;
  /** The amount actually paid; null where the gateway does not state it. */
  totalFen: number | null;
  /** By virtual payment at Apple. */
  isApples?: boolean;
  /** Received outside WeChat: how, as the administrator describes it. */
  offline?: { reason: string; note: string; voucher: string };
}

/** @throws 40901 for an order that may be paid at the gateway after what was closed there */
const checkOffline = (seen: StoredOrder, before: StoredOrder) => {
  if (!mayBePaidOffline(before)) throw stateNotAllowed(orderSentences.notForOffline);
  if (isPreparedSince(seen, before)) throw conflict(before);
};

const isPaidOffline = ({ status, payChannel }: StoredOrder) =>
  payChannel === 'offline' && status !== 'pending' && status !== 'closed';

interface Recorded extends Partial<Fulfilled> {
  order: StoredOrder;
  /** By this call. */
  isNew: boolean;
}

/** @param grant in the same step; without, the job grants what is cut off after it */
const record = async (
  transaction: Transaction,
  seen: StoredOrder,
  payment: Payment,
  actor: Actor,
  grant?: (order: StoredOrder) => Promise<Fulfilled>,
): Promise<Recorded> => {
  const { offline } = payment;
  const orderId = seen._id;
  const before = await transaction.require<StoredOrder>('orders', orderId);
  if (offline && !isPaidOffline(before)) checkOffline(seen, before);
  if (before.status !== 'pending' && before.status !== 'closed')
    return { order: before, isNew: false };
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
    ...(payment.isApples && before.virtual && { virtual: { ...before.virtual, isApples: true } }),
    fulfil: {
      ...before.fulfil,
      status: 'pending' as const,
      nextTime: transaction.now + PATIENCE_MS,
    },
    grams: orderGrams({ ...before, transactionId: payment.transactionId }),
  };
  const user = before.userId ? await transaction.get<StoredUser>('users', before.userId) : null;
  const entry = { by: actor, resource: 'order', ...(offline && { reason: offline.reason }) };
  const after = await transaction.change('orders', before, patch, entry);
  const granted = await grant?.(after);
  if (!granted) transaction.due('orders', transaction.now + PATIENCE_MS);
  if (user) {
    await transaction.note('users', user._id, {
      'stats.orderCount': _.inc(1),
      'stats.paidFen': _.inc(before.payFen),
      lastPayTime: _.max(payment.payTime),
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
  return { order: after, ...granted, isNew: true };
};

/**
 * Records a payment, once however often it is reported, and grants what was bought: in one step, or where that is not
 * possible one after the other, because a payment is valid whatever becomes of the grant. A closed order becomes paid
 * and is flagged.
 * @throws 50201 when the amount is not the order's
 */
export const recordPayment = async (
  seen: StoredOrder,
  payment: Payment,
  actor: Actor,
): Promise<StoredOrder> => {
  const { _id, userId, printOrderId } = seen;
  const counting = ({ order, isNew }: Recorded) =>
    isNew ? count(payment.payTime, paymentFigures(order)) : Promise.resolve();
  // A new way to pay changes no version of the order.
  const its = () => [
    known('orders', _id, seen, ['status', 'orderNo', 'prepayTime']),
    known('users', userId),
  ];
  // What a task needs is prepared outside of transactions.
  if (seen.type !== 'template')
    try {
      const { order } = await inTransaction<Recorded>(
        transaction =>
          record(transaction, seen, payment, actor, paid => fulfilIn(transaction, paid, actor)),
        {
          known: [...its(), known('printOrders', printOrderId)],
          locks: userId ? [lockOfUser(userId)] : [],
          beside: async done => {
            const { order, granted = null } = done;
            await Promise.all([counting(done), done.isNew && countGrant({ order, granted })]);
          },
        },
      );
      return order;
    } catch (error) {
      if (!(error instanceof ActionError)) report('paid, and granted by itself', error, _id);
    }
  const { order, isNew } = await inTransaction(
    transaction => record(transaction, seen, payment, actor),
    { known: its(), beside: counting },
  );
  return isNew ? fulfil(order, actor) : order;
};
