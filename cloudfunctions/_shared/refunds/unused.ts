import { unusedFen } from '#contract/refundTerms.ts';
import type { StoredOrder } from '../orders/orders.ts';
import { refundableFen } from '../orders/refundable.ts';
import type { Held } from '../tasks/held.ts';
import type { StoredUser } from '../users/ledger.ts';
import { takenFrom } from './clawback.ts';
import { reclaimable } from './refunds.ts';

/** What the published rule returns; all where nobody can say what was used. */
export const unusedOf = (
  user: StoredUser | null,
  order: StoredOrder,
  held: Held,
  now: number,
): number => {
  const left = refundableFen(order);
  if (!user) return left;
  const { credits, days } = reclaimable(order);
  const all = { credits, packageDays: days, allowNegative: false };
  const { paid, gift, packageDays } = takenFrom(user, order, all, held, now);
  return Math.min(left, unusedFen(order, { credits: paid + gift, days: packageDays }));
};

/** Whether the published rules return something of the order now. */
export const isDueByRules = (
  user: StoredUser | null,
  order: StoredOrder,
  held: Held,
  allowPartial: boolean,
): boolean => {
  const due = unusedOf(user, order, held, Date.now());
  return allowPartial ? due > 0 : due === refundableFen(order);
};
