import { type AuditEntry, auditRow } from '../base/audit.ts';
import type { Actor } from '../base/actor.ts';
import type { Transaction } from '../base/transaction.ts';
import type { StoredRefund } from './refunds.ts';

/**
 * Stores the row that tells of a refund's change, in the transaction of the change.
 * @param rowId made before the transaction, so that one that is repeated stores the row once
 */
export const auditRefund = (
  transaction: Transaction,
  rowId: string,
  actor: Actor,
  after: StoredRefund,
  told: Pick<AuditEntry, 'before' | 'reason' | 'result'>,
): Promise<unknown> => {
  const entry = { ...told, resource: 'refund', resourceId: after._id, after };
  const row = auditRow(actor.context, actor.admin, entry);
  return transaction.insert('auditLogs', { ...row, _id: rowId });
};
