import { type PrintOrderStatus, printOrderTransitions } from '#contract/printOrderStates.ts';
import { mayMove } from '#contract/states.ts';
import type { Actor } from '../base/actor.ts';
import { _ } from '../base/cloud.ts';
import type { Transaction } from '../base/transaction.ts';
import type { StoredUser } from '../users/ledger.ts';
import { planPrintMove } from './moves.ts';
import type { StoredPrintOrder } from './records.ts';

/**
 * Moves a print order inside a transaction, which makes check and move one step. It is where it should be
 * already: nothing happens. The audit log records it.
 * @returns the print order before the move, or null when there is none
 * @throws 40902 when the table does not allow it
 */
export const advancePrintOrder = async (
  transaction: Transaction,
  id: string,
  to: PrintOrderStatus,
  actor: Actor,
  reason: string,
): Promise<StoredPrintOrder | null> => {
  const before = await transaction.get<StoredPrintOrder>('printOrders', id);
  if (!before || before.status === to) return before;
  const patch = planPrintMove(before, { to, by: actor.name, reason, now: transaction.now });
  await transaction.change('printOrders', before, patch, {
    by: actor,
    resource: 'printOrder',
    reason,
    before: { status: before.status },
    after: { status: to },
  });
  if (before.status === 'pending' && to === 'paid') await countForUser(transaction, before.userId);
  return before;
};

const countForUser = async (transaction: Transaction, userId: string) => {
  const user = userId ? await transaction.get<StoredUser>('users', userId) : null;
  if (user) await transaction.note('users', userId, { 'stats.printCount': _.inc(1) });
};

/** Cancels what is not yet in production, reprints included; afterwards the prints are made. */
export const cancelUnproduced = async (
  transaction: Transaction,
  id: string,
  actor: Actor,
  reason: string,
): Promise<void> => {
  const found = await transaction.get<StoredPrintOrder>('printOrders', id);
  if (!found) return;
  for (const reprint of found.reprintIds ?? [])
    await cancelUnproduced(transaction, reprint, actor, reason);
  if (mayMove(printOrderTransitions, found.status, 'cancelled'))
    await advancePrintOrder(transaction, id, 'cancelled', actor, reason);
};
