import type { RoleLimits } from '#contract/rights/roles.ts';
import { adminSentences } from '#contract/sentences/admins.ts';
import { type Above, withinDay } from '../admins/limits.ts';
import type { AdminContext } from '../base/dispatcher.ts';
import type { StoredOrder } from '../orders/orders.ts';
import { isAbove, yuan } from './create.ts';
import type { StoredRefund } from './refunds.ts';

/** Which limit of one order a refund is above, in words; '' for none. */
export const aboveOrder = (
  order: StoredOrder,
  amountFen: number,
  { refundLimitFen }: RoleLimits,
): string =>
  refundLimitFen !== null && isAbove(order, amountFen, { refundLimitFen })
    ? adminSentences.aboveOrder(yuan(refundLimitFen))
    : '';

interface Refunding {
  order: StoredOrder;
  amountFen: number;
  /** Asked for again with the same key. */
  isRepeated?: boolean;
}

/** Refunds as much as the role may. */
export const refundWithin = async (
  context: AdminContext,
  { order, amountFen, isRepeated = false }: Refunding,
  refund: (limits: RoleLimits) => Promise<StoredRefund>,
  above: Above<StoredRefund>,
): Promise<StoredRefund> => {
  const { limits } = await context.permissions();
  const limit = isRepeated ? '' : aboveOrder(order, amountFen, limits);
  if (limit) return above(limit);
  const day = {
    what: 'refunds',
    amount: amountFen,
    limit: limits.refundDayFen,
    isRepeated,
    inWords: (most: number) => adminSentences.refundsADay(yuan(most)),
  } as const;
  return withinDay(context, day, () => refund(limits), above);
};
