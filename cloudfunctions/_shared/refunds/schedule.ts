import { environment } from '../environment.ts';

/** In units of the first wait, usually a minute. */
const intervals = [1, 1, 2, 5, 10, 30, 60, 180, 360];
const DAILY = 1_440;

/** When the gateway is asked next: after a minute, then at widening intervals, at last once a day. */
export const nextQueryTime = (queryCount: number, now: number): number =>
  now + (intervals[queryCount] ?? DAILY) * environment.WECHATPAY_QUERY_FIRST_MS;
