import { APPROVAL_MS, approvalEntity, type AskedInFull } from '#contract/approval.ts';
import { approvalIdOf } from '#contract/rights/approvals.ts';
import { approvalSummary } from '#contract/sentences/approvals.ts';
import type { Actor } from '../base/actor.ts';
import type { Transaction } from '../base/transaction.ts';
import { alertAdmins } from '../messages/outbox.ts';
import type { StoredApproval } from './records.ts';

type Request = Pick<
  StoredApproval,
  'kind' | 'subjectId' | 'title' | 'amount' | 'limit' | 'reason'
> &
  Partial<AskedInFull & Pick<StoredApproval, 'orderId' | 'wish' | 'intent' | 'found'>> & {
    /** What makes it unique among its kind. */
    of: string;
  };

/** Stores a request together with what it is about, and informs the team. */
export const askApproval = async (
  transaction: Transaction,
  by: Actor,
  { of, ...request }: Request,
): Promise<Omit<StoredApproval, 'rev' | 'createTime' | 'updateTime'>> => {
  const _id = approvalIdOf(request.kind, of);
  const expireTime = transaction.now + APPROVAL_MS;
  const { title, reason } = request;
  transaction.due('approvals', expireTime);
  await alertAdmins(transaction, {
    event: 'approvalWaiting',
    key: _id,
    subjects: [`approvals/${_id}`],
    values: {
      what: [approvalSummary(request), title].filter(Boolean).join('，'),
      reason,
      name: by.name,
    },
    path: `approvals/${_id}`,
  });
  return transaction.insert(
    'approvals',
    {
      ...approvalEntity.blank(),
      wish: null,
      ...request,
      _id,
      status: 'waiting' as const,
      askedById: by.admin?._id ?? '',
      askedBy: by.name,
      expireTime,
    },
    { by, resource: 'approval', reason },
  );
};
