import { type PrintOrderStatus, printOrderTransitions } from '#contract/printOrderStates.ts';
import { mayMove } from '#contract/states.ts';
import { auditRow } from './audit.ts';
import { count } from './counters.ts';
import type { StoredUser } from './ledger.ts';
import { type Actor, moved, type StoredOrder } from './orders/orders.ts';
import { planMove } from './prints/moves.ts';
import type { StoredPrintOrder } from './prints/records.ts';
import { newId } from './repository.ts';
import { inTransaction, type Transaction } from './transaction.ts';

/** What every move of a print order needs. */
export type MovablePrintOrder = StoredPrintOrder;

/**
 * Moves a print order inside a transaction, so that check and move are atomic. Does nothing if it is in the state
 * already.
 * @returns the print order before the move, or null if it does not exist
 * @throws 40902 when the table does not allow it
 */
export const advancePrintOrder = async (
  transaction: Transaction,
  id: string,
  to: PrintOrderStatus,
  by: string,
  reason: string,
  now: number,
): Promise<MovablePrintOrder | null> => {
  const before = await transaction.get<MovablePrintOrder>('printOrders', id);
  if (!before || before.status === to) return before;
  const patch = planMove(before, { to, by, reason, now });
  await transaction.update('printOrders', id, { ...patch, rev: before.rev + 1, updateTime: now });
  if (before.status === 'pending' && to === 'paid') await countForUser(transaction, before.userId);
  return before;
};

const countForUser = async (transaction: Transaction, userId: string) => {
  const user = userId ? await transaction.get<StoredUser>('users', userId) : null;
  if (user)
    await transaction.update('users', userId, {
      'stats.printCount': (user.stats.printCount ?? 0) + 1,
    });
};

/**
 * Cancels a print order that is not yet in production, and its reprints. Later ones are left unchanged.
 * @returns whether the print order itself was cancelled
 */
export const cancelUnproduced = async (
  transaction: Transaction,
  id: string,
  by: string,
  reason: string,
  now: number,
): Promise<boolean> => {
  const found = await transaction.get<MovablePrintOrder>('printOrders', id);
  if (!found) return false;
  for (const reprint of found.reprintIds ?? [])
    await cancelUnproduced(transaction, reprint, by, reason, now);
  if (!mayMove(printOrderTransitions, found.status, 'cancelled')) return false;
  await advancePrintOrder(transaction, id, 'cancelled', by, reason, now);
  return true;
};

/**
 * Completes a print order whose parcel has arrived, and its order, atomically. A reprint completes only itself. Does
 * nothing if it is completed already.
 * @returns null if it does not exist
 * @throws 40902
 */
export const completePrintOrder = async (
  id: string,
  actor: Actor,
  reason: string,
): Promise<StoredPrintOrder | null> => {
  const now = Date.now();
  const rowId = newId();
  const { print, isNew } = await inTransaction(async transaction => {
    const before = await advancePrintOrder(transaction, id, 'completed', actor.name, reason, now);
    if (!before || before.status === 'completed') return { print: before, isNew: false };
    const after = await transaction.get<StoredPrintOrder>('printOrders', id);
    const order =
      before.reprintOf || !before.orderId
        ? null
        : await transaction.get<StoredOrder>('orders', before.orderId);
    if (order?.status === 'paid')
      await transaction.update('orders', order._id, {
        ...moved(order, 'completed', actor.name, '冲印已完成', now),
        rev: order.rev + 1,
        updateTime: now,
      });
    const target = { resource: 'printOrder', resourceId: id, reason };
    const row = auditRow(actor.context, actor.admin, { ...target, before, after });
    await transaction.insert('auditLogs', { ...row, _id: rowId });
    return { print: after, isNew: true };
  });
  if (print && isNew) await count(print.createTime, { completedPrints: 1 });
  return print;
};
