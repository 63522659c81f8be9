import {
  type PrintOrderStatus,
  printOrderStatuses,
  printOrderTransitions,
} from '#contract/printOrderStates.ts';
import { printOrderSentences } from '#contract/sentences/printOrders.ts';
import { mayMove } from '#contract/states.ts';
import { environment } from '../base/environment.ts';
import { stateNotAllowed } from '../base/errors.ts';
import type { StoredPrintOrder } from './records.ts';

const HISTORY_KEPT = 100;

export interface Move {
  to: PrintOrderStatus;
  by: string;
  reason: string;
  now: number;
}

type Patch = Partial<StoredPrintOrder>;

/** Moves the deadline by the time on hold. */
const afterHold = ({ slaTime, hold }: StoredPrintOrder, now: number): Patch => {
  if (slaTime === null) return {};
  const moved = slaTime + (hold ? Math.max(0, now - hold.time) : 0);
  return { slaTime: moved, overdue: moved <= now };
};

/** The fields each move changes besides the state. */
const effects: Record<PrintOrderStatus, (before: StoredPrintOrder, now: number) => Patch> = {
  pending: () => ({}),
  paid: (before, now) => ({
    // Photos may have been replaced.
    steps: { ...before.steps, fileCheck: 'in_progress', fileReady: 'not_started' },
    ...(before.status === 'on_hold'
      ? {
          ...afterHold(before, now),
          hold: null,
          items: before.items.map(item =>
            item.itemStatus === 'bad' ? { ...item, itemStatus: 'ok' as const } : item,
          ),
          issues: before.issues.map(issue =>
            issue.code === 'needs_photo' ? { ...issue, resolved: true } : issue,
          ),
        }
      : { slaTime: now + environment.PRINT_SLA_MS }),
  }),
  confirmed: before =>
    before.status === 'producing'
      ? { steps: { ...before.steps, producing: 'error' }, batchNo: '' }
      : { steps: { ...before.steps, fileCheck: 'complete' } },
  producing: ({ steps }) => ({ steps: { ...steps, producing: 'in_progress' } }),
  shipped: ({ steps }, now) => ({
    steps: { ...steps, fileReady: 'complete', producing: 'complete', shipping: 'in_progress' },
    shipTime: now,
    overdue: false,
  }),
  completed: ({ steps, logistics }, now) => ({
    steps: { ...steps, shipping: 'complete' },
    signTime: now,
    logistics: { ...logistics, nextTime: now },
  }),
  on_hold: (before, now) => ({
    steps: { ...before.steps, fileCheck: 'error' },
    hold: { time: now, reason: '' },
    overdue: false,
  }),
  cancelled: ({ logistics }, now) => ({
    hold: null,
    overdue: false,
    logistics: { ...logistics, nextTime: now },
  }),
};

export const withHistory = (
  before: StoredPrintOrder,
  { to, by, reason, now }: Move,
): StoredPrintOrder['history'] =>
  [...(before.history ?? []), { time: now, from: before.status, to, by, reason }].slice(
    -HISTORY_KEPT,
  );

export const illegalPrintMove = (from: PrintOrderStatus, to: PrintOrderStatus) =>
  stateNotAllowed(
    printOrderSentences.illegalMove(printOrderStatuses[from].label, printOrderStatuses[to].label),
  );

/**
 * The fields a move changes, for a compare-and-set or a transaction.
 * @throws 40902 when the table does not allow it
 */
export const planPrintMove = (before: StoredPrintOrder, move: Move, extra: Patch = {}): Patch => {
  if (!mayMove(printOrderTransitions, before.status, move.to))
    throw illegalPrintMove(before.status, move.to);
  return {
    status: move.to,
    ...effects[move.to](before, move.now),
    ...extra,
    history: withHistory(before, move),
  };
};
