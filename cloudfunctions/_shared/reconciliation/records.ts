import type {
  BookFigures,
  DifferenceKind,
  ReconciliationDay,
  ReconciliationDifference,
} from '#contract/reconciliation.ts';
import { noFigures } from '#contract/reconciliation.ts';
import { dayAfter, dayOf, HOUR_MS, startOf } from '#contract/shanghai.ts';
import { type Claimable, claimsOf, unclaimed } from '../base/claim.ts';
import { environment } from '../base/environment.ts';
import { repository, type Stored } from '../base/repository.ts';

/** Progress of a comparison: it is continued after fetching the bill again. */
export interface Progress {
  /** Hash of the bill; a different bill is compared from the start. */
  hash: string;
  phase:
    | 'theirs'
    | 'payments'
    | 'refunds'
    | 'virtual'
    | 'virtualPayments'
    | 'virtualRefunds'
    | 'done';
  /** Rows of the bill that have been compared. */
  line: number;
  /** The last of our records that has been compared. */
  after: { time: number; _id: string } | null;
  ours: BookFigures;
  /** What WeChat has answered about virtual payments; null where nothing is sold so. */
  virtual: VirtualFigures | null;
}

export interface VirtualFigures extends BookFigures {
  feeFen: number;
  /** Payments whose fee is not known yet. */
  unsettled: number;
}

export interface StoredDay extends Claimable, Omit<ReconciliationDay, keyof Stored> {
  /** Next time to work on the day; null for none. */
  nextTime: number | null;
  work: Progress | null;
}

export interface StoredDifference extends Stored, Omit<ReconciliationDifference, keyof Stored> {
  /** Day, kind and number. */
  key: string;
  /** The last comparison that found it. */
  run: number;
}

/** The result of one comparison for one number. */
export type Finding = Pick<
  StoredDifference,
  | 'kind'
  | 'of'
  | 'number'
  | 'gatewayNo'
  | 'orderNo'
  | 'orderId'
  | 'refundId'
  | 'ownStatus'
  | 'billFen'
  | 'ownFen'
  | 'billTime'
  | 'ownTime'
> & {
  kind: DifferenceKind;
  /** The other bill it may be in is not available yet. */
  isWaiting: boolean;
};

export const reconciliationDays = repository<StoredDay>('reconciliationDays');
export const dayClaims = claimsOf(reconciliationDays, () => environment.RECONCILIATION_CLAIM_MS);
export const differences = repository<StoredDifference>('reconciliationDifferences');

export const keyOf = (day: string, { of, number }: Pick<Finding, 'of' | 'number'>) =>
  `${day}_${of}_${number}`;

const BILL_HOUR = 10;

/** When the gateway's bill of the day is available: ten in the morning of the next day. */
export const billTime = (day: string): number => startOf(dayAfter(day)) + BILL_HOUR * HOUR_MS;

/** The newest day that has a bill. */
export const newestDay = (now: number): string => dayAfter(dayOf(now - BILL_HOUR * HOUR_MS), -1);

/** A day that was never compared. */
export const freshDay = (day: string, nextTime: number | null): Omit<StoredDay, keyof Stored> => ({
  dayTime: startOf(day),
  status: 'waiting',
  run: 0,
  hasBill: null,
  there: noFigures,
  ours: noFigures,
  feeFen: 0,
  others: [],
  funds: null,
  openCount: 0,
  waitingCount: 0,
  closedCount: 0,
  finishTime: null,
  failure: '',
  nextTime,
  ...unclaimed,
  work: null,
});
