import type { Refund } from '#contract/refund.ts';
import type { OrderOnPage } from './orderRecord.ts';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;

/** The outcome is pending: the gateway decides, or has to be asked. */
export const isUnderWay = ({ status, outcomeUnknown, approval }: Refund) =>
  (status === 'created' && approval !== 'waiting') ||
  status === 'processing' ||
  (status === 'request_failed' && outcomeUnknown);

/**
 * How often the page of an order is refreshed, in milliseconds; never while hidden. WeChat usually answers within
 * seconds, so a new refund is polled often.
 */
export const refreshEvery = (order: OrderOnPage, now = Date.now()): number => {
  const open = order.refunds?.find(isUnderWay);
  if (open) return now - open.updateTime < 2 * MINUTE ? 1.5 * SECOND : 15 * SECOND;
  const until = (order.refundable?.nextTime ?? 0) - now;
  if (until > 0) return Math.min(until + 500, MINUTE);
  const isMoving = order.status === 'pending' || order.status === 'paid';
  if (isMoving || order.upload.status === 'waiting') return 10 * SECOND;
  return MINUTE;
};
