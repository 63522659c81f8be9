import type { Approval } from '#contract/approval.ts';
import { approvalSummary } from '#contract/sentences/approvals.ts';
import { aboveGift } from '#contract/worth.ts';
import { usePermissionsOfTab } from '../../kit/base/CanAccess.tsx';
import { useCreatePath, useRecord } from '../../kit/base/hooks.ts';
import { PageLink } from '../../kit/field/valueFields.tsx';
import { UserName } from '../user-link/parts.ts';

/** What is asked for, as a link. */
export const SummaryField = () => {
  const record = useRecord<Approval>();
  return (
    <PageLink to={useCreatePath()({ resource: 'approvals', type: 'show', id: record.id })} strong>
      {approvalSummary(record)}
    </PageLink>
  );
};

/** What it is about, with the way to its page. */
export const SubjectField = () => {
  const createPath = useCreatePath();
  const { kind, subjectId, orderId, title } = useRecord<Approval>();
  if (kind === 'credits') return <UserName id={subjectId} />;
  const to =
    kind === 'refund'
      ? createPath({ resource: 'orders', type: 'show', id: orderId })
      : createPath({ resource: 'compensations', type: 'show', id: subjectId });
  return <PageLink to={to}>{title}</PageLink>;
};

/** More than the own role may give: the server refuses to approve it. What was given today only the server knows. */
export const useIsAboveOwn = (): boolean => {
  const { kind, amount, giftCredits, days, people } = useRecord<Approval>();
  const { limits } = usePermissionsOfTab();
  if (!limits) return false;
  const { refundLimitFen, refundDayFen, creditDayLimit, memberDaysDayLimit } = limits;
  const isAbove = (limit: number | null, what: number) => limit !== null && Math.abs(what) > limit;
  if (kind === 'refund') return isAbove(refundLimitFen, amount) || isAbove(refundDayFen, amount);
  const each = { credits: kind === 'credits' ? amount : giftCredits, days };
  const all = kind === 'credits' ? days : days * people;
  return (
    aboveGift(each, limits) !== '' ||
    isAbove(creditDayLimit, amount) ||
    isAbove(memberDaysDayLimit, all)
  );
};
