import type { StoredOrder } from './orders.ts';

/** What no refund has returned or reserved. */
export const refundableFen = (order: StoredOrder): number =>
  order.payFen - order.refundedFen - order.refundingFen;

/** Everything that was paid has gone back or is about to. */
export const isWhollyPaidBack = (order: StoredOrder): boolean =>
  order.payFen > 0 && refundableFen(order) <= 0;
