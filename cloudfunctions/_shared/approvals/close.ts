import { type ApprovalStatus, approvalStatuses } from '#contract/approval.ts';
import { approvalSentences } from '#contract/sentences/approvals.ts';
import type { Actor } from '../base/actor.ts';
import { stateNotAllowed } from '../base/errors.ts';
import type { Transaction } from '../base/transaction.ts';
import type { StoredApproval } from './records.ts';

export type Decision = Exclude<ApprovalStatus, 'waiting'>;

/** @throws 40902 for one that has ended, or whose time is over */
export const mustWait = ({ status, expireTime }: StoredApproval, now: number): void => {
  const is = status === 'waiting' && expireTime <= now ? 'expired' : status;
  if (is !== 'waiting') throw stateNotAllowed(approvalSentences.ended(approvalStatuses[is].label));
};

/**
 * The decision, in the transaction that carries it out: of any number at once one is made.
 * @throws 40902
 */
export const closeApproval = async (
  transaction: Transaction,
  { _id }: Pick<StoredApproval, '_id'>,
  status: Decision,
  by: Actor,
  note: string,
): Promise<StoredApproval> => {
  const { now } = transaction;
  const before = await transaction.require<StoredApproval>('approvals', _id);
  mustWait(before, status === 'expired' ? before.expireTime - 1 : now);
  const patch = { status, decidedBy: by.name, decideTime: now, note };
  const entry = { by, resource: 'approval', reason: note };
  return transaction.change('approvals', before, patch, entry);
};
