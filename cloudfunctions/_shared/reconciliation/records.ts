import { dayAfter, dayOf, startOf } from '#contract/shanghai.ts';
import type {
  BookFigures,
  DifferenceKind,
  ReconciliationDay,
  ReconciliationDifference,
} from '#contract/reconciliation.ts';
import { noFigures } from '#contract/reconciliation.ts';
import { repository, type Stored } from '../base/repository.ts';

/** How far a comparison has come: whoever goes on fetches the bill again and begins behind what is done. */
export interface Progress {
  /** Of the bill it is about; another bill is begun anew. */
  hash: string;
  phase: 'theirs' | 'payments' | 'refunds' | 'done';
  /** Rows of the bill that are compared. */
  line: number;
  /** The last of our records that is. */
  after: { time: number; _id: string } | null;
  ours: BookFigures;
}

export interface StoredDay extends Stored, Omit<ReconciliationDay, keyof Stored> {
  /** When it is to be worked on; null when there is nothing to do. */
  nextTime: number | null;
  /** Until then somebody is at work on it; one that died lets go of it by not renewing this. */
  claimUntil: number;
  /** Tells this claim from one made after it. */
  claim: string;
  attempts: number;
  work: Progress | null;
}

export interface StoredDifference extends Stored, Omit<ReconciliationDifference, keyof Stored> {
  /** Its day, what it is of, and the number. */
  key: string;
  /** The comparison that found it last. */
  run: number;
}

/** What one comparison says of one number. */
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
  /** The bill it may be in is not there yet. */
  isWaiting: boolean;
};

export const reconciliationDays = repository<StoredDay>('reconciliationDays');
export const differences = repository<StoredDifference>('reconciliationDifferences');

export const keyOf = (day: string, { of, number }: Pick<Finding, 'of' | 'number'>) =>
  `${day}_${of}_${number}`;

const HOUR = 3_600_000;
const BILL_HOUR = 10;

/** From then on the gateway has the bill of that day: ten in the morning of the next one. */
export const billTime = (day: string): number => startOf(dayAfter(day)) + BILL_HOUR * HOUR;

/** The newest day that has a bill. */
export const newestDay = (now: number): string => dayAfter(dayOf(now - BILL_HOUR * HOUR), -1);

/** One that nobody has compared. */
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
  startTime: null,
  finishTime: null,
  failure: '',
  nextTime,
  claimUntil: 0,
  claim: '',
  attempts: 0,
  work: null,
});
