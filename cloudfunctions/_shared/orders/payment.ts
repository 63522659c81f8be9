import { auditRow } from '../audit.ts';
import { paymentFigures } from '../counting/facts.ts';
import { count } from '../counters.ts';
import { ActionError, notFound } from '../errors.ts';
import type { StoredUser } from '../ledger.ts';
import { newId } from '../repository.ts';
import { inTransaction } from '../transaction.ts';
import { userLogRow } from '../userLog.ts';
import { codes } from '#contract/envelope.ts';
import { fulfil } from './fulfil.ts';
import { type Actor, moved, orderGrams, type StoredOrder } from './orders.ts';

export interface Payment {
  transactionId: string;
  payTime: number;
  /** The amount actually paid. */
  totalFen: number;
}

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
  const now = Date.now();
  const rowId = newId();
  const logId = newId();
  const { order, changed } = await inTransaction(async transaction => {
    const before = await transaction.get<StoredOrder>('orders', orderId);
    if (!before) throw notFound();
    if (before.status !== 'pending' && before.status !== 'closed')
      return { order: before, changed: false };
    if (payment.totalFen !== before.payFen)
      throw new ActionError(codes.thirdParty, '支付金额与订单不符，请人工核对');
    const latePay = before.status === 'closed';
    const patch = {
      ...moved(before, 'paid', actor.name, latePay ? '关闭后收到付款' : '支付成功', now),
      latePay,
      payTime: payment.payTime,
      transactionId: payment.transactionId,
      fulfil: { ...before.fulfil, status: 'pending' as const },
      grams: orderGrams({ ...before, transactionId: payment.transactionId }),
      rev: before.rev + 1,
      updateTime: now,
    };
    const after: StoredOrder = { ...before, ...patch };
    const user = before.userId ? await transaction.get<StoredUser>('users', before.userId) : null;
    await transaction.update('orders', orderId, patch);
    if (user) {
      await transaction.update('users', user._id, {
        'stats.orderCount': user.stats.orderCount + 1,
        'stats.paidFen': user.stats.paidFen + before.payFen,
      });
      const entry = { type: 'pay', title: '支付成功', refType: 'order', refId: orderId } as const;
      await transaction.insert('userLogs', userLogRow(user, entry, now, logId));
    }
    const target = { resource: 'order', resourceId: orderId };
    const row = auditRow(actor.context, actor.admin, { ...target, before, after });
    await transaction.insert('auditLogs', { ...row, _id: rowId });
    return { order: after, changed: true };
  });
  if (!changed) return order;
  await count(payment.payTime, paymentFigures(order));
  return fulfil(order, actor);
};
