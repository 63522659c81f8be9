import type { ApprovalKind } from '#contract/rights/approvals.ts';
import { approvalSentences } from '#contract/sentences/approvals.ts';
import { closeApproval, type Decision } from '../approvals/close.ts';
import { approvals, type StoredApproval } from '../approvals/records.ts';
import type { Actor } from '../base/actor.ts';
import { _ } from '../base/cloud.ts';
import { eachDue } from '../base/eachDue.ts';
import { inTransaction, known, type Transaction } from '../base/transaction.ts';
import type { StoredCompensation } from '../compensations/records.ts';
import type { StoredOrder } from '../orders/orders.ts';
import { touchedBy } from '../refunds/clawback.ts';
import { refunds, type StoredRefund } from '../refunds/refunds.ts';
import { voidIn } from '../refunds/void.ts';

type Ending = Exclude<Decision, 'approved'>;

/** What becomes of the record that has waited: it ends, and what it had reserved is free again. */
const endSubject: Record<
  ApprovalKind,
  (transaction: Transaction, closed: StoredApproval, by: Actor) => Promise<unknown>
> = {
  refund: async (transaction, { subjectId, status, note }, by) => {
    const refund = await transaction.require<StoredRefund>('refunds', subjectId);
    if (refund.approval !== 'waiting') return;
    const order = await transaction.require<StoredOrder>('orders', refund.orderId);
    const entry = { by, resource: 'refund', reason: note };
    await voidIn(transaction, refund, order, { approval: status }, entry);
  },
  compensation: async (transaction, { subjectId, status, note }, by) => {
    const job = await transaction.require<StoredCompensation>('compensations', subjectId);
    if (job.approval !== 'waiting' || job.status !== 'queued') return;
    const ended = { status: 'cancelled', finishTime: transaction.now, approval: status } as const;
    const entry = { by, resource: 'compensation', reason: note };
    await transaction.change('compensations', job, ended, entry);
  },
  // Nothing is stored before they are given.
  credits: () => Promise.resolve(),
};

/** Declines a request, withdraws it or lets it expire. @throws 40902 where it no longer waits */
export const endRequest = async (
  approval: StoredApproval,
  status: Ending,
  by: Actor,
  note = '',
): Promise<StoredApproval> => {
  const { _id, kind, subjectId } = approval;
  const { known: its = [], locks = [] } =
    kind === 'refund' ? touchedBy(await refunds.require(subjectId)) : {};
  return inTransaction(
    async transaction => {
      const closed = await closeApproval(transaction, { _id }, status, by, note);
      await endSubject[kind](transaction, closed, by);
      return closed;
    },
    { known: [known('approvals', _id, approval), ...its], locks },
  );
};

/** Ends the requests whose time is over. */
export const expireApprovals = async (by: Actor): Promise<number> => {
  const over = { status: 'waiting', expireTime: _.lte(Date.now()) };
  const { done } = await eachDue({
    find: page => approvals.find(over, { sort: [['expireTime', 'asc']], ...page }),
    work: async approval => {
      await endRequest(approval, 'expired', by, approvalSentences.expired);
      return true;
    },
  });
  return done;
};
