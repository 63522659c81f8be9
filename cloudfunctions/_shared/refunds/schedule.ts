import { environment } from '../base/environment.ts';
import { isInFlight, type StoredRefund } from './refunds.ts';

/**
 * In units of the first wait, usually ten seconds: after ten seconds, then every minute, then at increasing intervals,
 * finally once a day.
 */
const intervals = [1, 6, 6, 12, 30, 60, 180, 360, 1_080, 2_160];
const DAILY = 8_640;

const after = (queryCount: number, now: number): number =>
  now + (intervals[queryCount] ?? DAILY) * environment.WECHATPAY_QUERY_FIRST_MS;

/** How long the gateway is asked about a voided refund. */
const WATCH_MS = 24 * 3_600_000;

/** It waits for approval, or was not approved: the gateway has never heard of it. */
export const isUnapproved = ({ approval }: Pick<StoredRefund, 'approval'>): boolean =>
  ['waiting', 'declined', 'withdrawn', 'expired'].includes(approval);

/** When the gateway is asked next about a refund; null when no answer is expected any more. */
export const nextQueryTime = (refund: StoredRefund, now: number): number | null => {
  const { status, queryCount, outcomeUnknown, voidTime } = refund;
  if (isUnapproved(refund)) return null;
  switch (status) {
    case 'created':
    case 'processing':
      return after(queryCount, now);
    case 'request_failed':
    case 'closed':
      return outcomeUnknown || isInFlight(refund, now) ? after(queryCount, now) : null;
    // It may be settled by hand at the gateway.
    case 'abnormal':
      return after(Infinity, now);
    case 'voided': {
      const end = (voidTime ?? now) + WATCH_MS;
      // The last query is at the end of that day.
      return now < end ? Math.min(after(queryCount, now), end) : null;
    }
    case 'success':
      return null;
  }
};
