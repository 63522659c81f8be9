import {
  differenceStatuses,
  type ReconciliationDifference,
  reconciliationDifferenceEntity,
} from '#contract/reconciliation.ts';
import { reconciliationSentences } from '#contract/sentences/reconciliation.ts';
import { mayMove } from '#contract/states.ts';
import type { Actor } from '../base/actor.ts';
import { existing } from '../base/changeRecord.ts';
import { stateNotAllowed } from '../base/errors.ts';
import { inTransaction } from '../base/transaction.ts';
import type { StoredDay, StoredDifference } from './records.ts';
import { statusOf } from './statusOf.ts';

/**
 * Closes a difference with an explanation: the difference, the counts of its day and the audit row in one transaction.
 *
 */
export const closeDifference = (
  id: string,
  note: string,
  rev: number | undefined,
  actor: Actor,
): Promise<ReconciliationDifference> =>
  inTransaction(async transaction => {
    const before = await transaction.require<StoredDifference>('reconciliationDifferences', id);
    const day = await transaction.require<StoredDay>('reconciliationDays', before.day);
    existing(before, rev);
    if (!mayMove(reconciliationDifferenceEntity.transitions, before.status, 'closed'))
      throw stateNotAllowed(
        reconciliationSentences.notExplainable(differenceStatuses[before.status].label),
      );
    const patch = {
      status: 'closed' as const,
      note,
      closeBy: actor.name,
      closeTime: transaction.now,
    };
    const counts = {
      openCount: Math.max(0, day.openCount - 1),
      waitingCount: day.waitingCount,
      closedCount: day.closedCount + 1,
    };
    await transaction.change('reconciliationDays', day, {
      ...counts,
      ...(day.status === 'different' && { status: statusOf(counts) }),
    });
    const entry = { by: actor, resource: 'reconciliationDifference', reason: note };
    return transaction.change('reconciliationDifferences', before, patch, entry);
  });
