import {
  differenceStatuses,
  differenceTransitions,
  type ReconciliationDifference,
} from '#contract/reconciliation.ts';
import { mayMove } from '#contract/states.ts';
import { auditRow } from '../audit.ts';
import { conflict, notFound, stateNotAllowed } from '../errors.ts';
import type { Actor } from '../orders/orders.ts';
import { newId } from '../repository.ts';
import { inTransaction } from '../transaction.ts';
import type { StoredDay, StoredDifference } from './records.ts';
import { statusOf } from './statusOf.ts';

/**
 * Closes a difference with an explanation: the difference, the counts of its day and the audit row in one transaction.
 */
export const closeDifference = async (
  id: string,
  note: string,
  rev: number | undefined,
  actor: Actor,
): Promise<ReconciliationDifference> => {
  const now = Date.now();
  const rowId = newId();
  return inTransaction(async transaction => {
    const before = await transaction.get<StoredDifference>('reconciliationDifferences', id);
    const day = before && (await transaction.get<StoredDay>('reconciliationDays', before.day));
    if (!before || !day) throw notFound();
    if (rev !== undefined && rev !== before.rev) throw conflict(before);
    if (!mayMove(differenceTransitions, before.status, 'closed'))
      throw stateNotAllowed(`「${differenceStatuses[before.status].label}」的差异不能再说明`);
    const patch = {
      status: 'closed' as const,
      note,
      closeBy: actor.name,
      closeTime: now,
      rev: before.rev + 1,
      updateTime: now,
    };
    const after: StoredDifference = { ...before, ...patch };
    await transaction.update('reconciliationDifferences', id, patch);
    const counts = {
      openCount: Math.max(0, day.openCount - 1),
      waitingCount: day.waitingCount,
      closedCount: day.closedCount + 1,
    };
    await transaction.update('reconciliationDays', day._id, {
      ...counts,
      ...(day.status === 'different' && { status: statusOf(counts) }),
      rev: day.rev + 1,
      updateTime: now,
    });
    const target = { resource: 'reconciliationDifference', resourceId: id, reason: note };
    const row = auditRow(actor.context, actor.admin, { ...target, before, after });
    await transaction.insert('auditLogs', { ...row, _id: rowId });
    return after;
  });
};
