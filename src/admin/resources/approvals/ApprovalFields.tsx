import type { Approval } from '#contract/approval.ts';
import type { ApprovalKind } from '#contract/rights/approvals.ts';
import { approvalSummary } from '#contract/sentences/approvals.ts';
import { usePermissionsOfTab } from '../../kit/base/CanAccess.tsx';
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

/** More than the own role may give: the server refuses to approve it. What was given today only the server knows. */
export const useIsAboveOwn = (): boolean => {
  const { kind, amount } = useRecord<ApprovalRecord>();
  const { limits } = usePermissionsOfTab();
  if (!limits) return false;
  const { refundLimitFen, refundDayFen, creditLimit, creditDayLimit } = limits;
  const above: Record<ApprovalKind, (number | null)[]> = {
    refund: [refundLimitFen, refundDayFen],
    credits: [creditLimit, creditDayLimit],
    compensation: [creditDayLimit],
  };
  return above[kind].some(limit => limit !== null && amount > limit);
};
