import type { Approval } from '#contract/approval.ts';
import { approvalSummary } from '#contract/sentences/approvals.ts';
import { type RecordOf, showPath, useRecord } from '../../kit/base/hooks.ts';
import { PageLink } from '../../kit/field/valueFields.tsx';
import { UserName } from '../user-link/parts.ts';

export type ApprovalRecord = RecordOf<Approval>;

/** What is asked for, as a link. */
export const SummaryField = () => {
  const record = useRecord<ApprovalRecord>();
  return (
    <PageLink to={showPath('approvals', record.id)} strong>
      {approvalSummary(record)}
    </PageLink>
  );
};

/** What it is about, with the way to its page. */
export const SubjectField = () => {
  const { kind, subjectId, orderId, title } = useRecord<ApprovalRecord>();
  if (kind === 'credits') return <UserName id={subjectId} />;
  const to = kind === 'refund' ? showPath('orders', orderId) : showPath('compensations', subjectId);
  return <PageLink to={to}>{title}</PageLink>;
};
