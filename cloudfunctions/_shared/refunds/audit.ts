import { type AuditEntry, auditRow } from '../audit.ts';
import type { Actor } from '../orders/orders.ts';
import type { Transaction } from '../transaction.ts';
import type { StoredRefund } from './refunds.ts';

/**
 * Stores the audit row of a refund's change in the transaction of the change.
 * @param rowId made before the transaction, so that a repeated transaction stores the row once
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
