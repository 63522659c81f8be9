import type { ReconciliationDay, ReconciliationDifference } from '#contract/reconciliation.ts';
import type { RecordOf } from '../../kit/base/hooks.ts';

export type DifferenceRecord = RecordOf<ReconciliationDifference>;

/** `20261120` → `2026-11-20` */
export const dayName = (id: string) => `${id.slice(0, 4)}-${id.slice(4, 6)}-${id.slice(6, 8)}`;

/** By how much our sums are below the bill, or above it. */
export const gapOf = ({ there, ours }: Pick<ReconciliationDay, 'there' | 'ours'>) => ({
  paidFen: ours.paidFen - there.paidFen,
  refundedFen: ours.refundedFen - there.refundedFen,
});

/** Asking the gateway about it may resolve it. */
export const mendOf = ({
  kind,
  orderId,
  refundId,
  ownStatus,
}: DifferenceRecord): 'payment' | 'refund' | null => {
  if (kind === 'paid_there' && orderId && (ownStatus === 'pending' || ownStatus === 'closed'))
    return 'payment';
  return kind === 'refunded_there' && refundId ? 'refund' : null;
};
