import type { RoleLimits } from '#contract/rights/roles.ts';
import { adminSentences } from '#contract/sentences/admins.ts';
import { type Above, aboveDay, withinDay } from '../admins/limits.ts';
import type { AdminContext } from '../base/dispatcher.ts';
import { forbidden } from '../base/errors.ts';
import { orders, type StoredOrder } from '../orders/orders.ts';
import { isAbove, yuan } from './create.ts';
import type { StoredRefund } from './refunds.ts';

/** Which limit of one order a refund is above, in words; '' for none. */
const aboveOrder = (
  order: StoredOrder,
  amountFen: number,
  { refundLimitFen }: RoleLimits,
): string =>
  refundLimitFen !== null && isAbove(order, amountFen, { refundLimitFen })
    ? adminSentences.aboveOrder(yuan(refundLimitFen))
    : '';

/** A day's refunds. */
const refundsOfDay = (amountFen: number, { refundDayFen }: RoleLimits) =>
  ({
    what: 'refunds',
    amount: amountFen,
    limit: refundDayFen,
    inWords: (most: number) => adminSentences.refundsADay(yuan(most)),
  }) as const;

/** Which limit a refund would be above now, in words; '' for none. */
export const aboveNow = async (
  context: AdminContext,
  order: StoredOrder,
  amountFen: number,
): Promise<string> => {
  const { limits } = await context.permissions();
  return aboveOrder(order, amountFen, limits) || aboveDay(context, refundsOfDay(amountFen, limits));
};

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
  const day = { ...refundsOfDay(amountFen, limits), isRepeated };
  return withinDay(context, day, () => refund(limits), above);
};

/**
 * Before a refund that has released its amount is sent again: others may have taken what the role may refund of the order.
 * @throws 40305
 */
export const checkTakenUpAgain = async (
  context: AdminContext,
  { orderId, amountFen, reserved, approval }: StoredRefund,
): Promise<void> => {
  const { limits } = await context.permissions();
  if (reserved || approval === 'approved' || limits.refundLimitFen === null) return;
  const limit = aboveOrder(await orders.require(orderId), amountFen, limits);
  if (limit) throw forbidden(limit);
};
