import type { RoleLimits } from '#contract/rights/roles.ts';
import { adminSentences } from '#contract/sentences/admins.ts';
import { type Above, aboveDay, withinDay } from '../admins/limits.ts';
import type { AdminContext } from '../base/dispatcher.ts';
import { forbidden } from '../base/errors.ts';
import { orders, type StoredOrder } from '../orders/orders.ts';
import { isAbove, yuan } from './create.ts';
import type { RefundTerms } from './due.ts';
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
const refundsOfDay = (amountFen: number, isRepeated = false) =>
  ({
    what: 'refunds',
    amount: amountFen,
    isRepeated,
    limitOf: ({ refundDayFen }: RoleLimits) => refundDayFen,
    inWords: (most: number) => adminSentences.refundsADay(yuan(most)),
  }) as const;

/** Why the role may not refund so much of an order by itself, in words; '' where it may, but for the day. */
const aboveRole = async (
  context: AdminContext,
  order: StoredOrder,
  amountFen: number,
): Promise<string> => {
  const { rights, limits } = await context.permissions();
  if (!rights.has('orders.refund')) return adminSentences.noRefundRight;
  return aboveOrder(order, amountFen, limits);
};

/** What a refund would be above now, in words; '' for nothing. */
export const aboveNow = async (
  context: AdminContext,
  order: StoredOrder,
  amountFen: number,
): Promise<string> =>
  (await aboveRole(context, order, amountFen)) || aboveDay(context, refundsOfDay(amountFen));

interface Refunding {
  order: StoredOrder;
  amountFen: number;
  /** Asked for again with the same key. */
  isRepeated?: boolean;
}

/**
 * Refunds as much as the role may. Whatever an administrator does that ends in a refund goes through here, whichever right
 * the action itself takes: without `orders.refund`, and above its limits, it is asked for or refused.
 * @param refund with what it has to store of the decision
 */
export const refundWithin = async <R>(
  context: AdminContext,
  { order, amountFen, isRepeated = false }: Refunding,
  refund: (decided: Pick<RefundTerms, 'isDecided' | 'refundLimitFen' | 'aboveLimit'>) => Promise<R>,
  above: Above<R> = aboveLimit => refund({ isDecided: true, aboveLimit }),
): Promise<R> => {
  const limit = isRepeated ? '' : await aboveRole(context, order, amountFen);
  if (limit) return above(limit);
  const { refundLimitFen } = (await context.permissions()).limits;
  const within = () => refund({ isDecided: true, refundLimitFen });
  return withinDay(context, [refundsOfDay(amountFen, isRepeated)], within, above);
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
