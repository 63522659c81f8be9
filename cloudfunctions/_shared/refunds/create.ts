import { refundSentences } from '#contract/sentences/refunds.ts';
import { askApproval } from '../approvals/ask.ts';
import type { Actor } from '../base/actor.ts';
import { invalid, isTransactionConflict, stateNotAllowed } from '../base/errors.ts';
import { madeBefore } from '../base/repeats.ts';
import { inTransaction, known } from '../base/transaction.ts';
import type { StoredOrder } from '../orders/orders.ts';
import { agreedAsk } from './asks.ts';
import { lockOfGrants, moveGrants } from './clawback.ts';
import { dueOf, type RefundDue, type RefundTerms } from './due.ts';
import type { HeldRefund } from './lease.ts';
import { recount } from './lines.ts';
import { inFlightFrom, orderRefundStatus, refunds, type StoredRefund } from './refunds.ts';
import { type RefundWish, rowOf } from './row.ts';

/** As sentences say it. */
export const yuan = (fen: number) => (fen / 100).toFixed(2);

/** With it more of the order is refunded than goes without approval. */
export const isAbove = (
  order: StoredOrder,
  amountFen: number,
  { refundLimitFen = null }: Pick<RefundTerms, 'refundLimitFen'>,
): boolean =>
  refundLimitFen !== null && order.refundingFen + order.refundedFen + amountFen > refundLimitFen;

/**
 * What is due, which must be what the wish says.
 * @throws 40902 or 40001, in words for people
 */
const agreed = (
  order: StoredOrder,
  wish: RefundWish,
  terms: RefundTerms,
  now: number,
): RefundDue => {
  if (isAbove(order, wish.amountFen, terms) && !terms.aboveLimit)
    // Another refund of this order was stored since it was decided that this one needs no approval.
    throw stateNotAllowed(refundSentences.otherInProgress);
  const due = dueOf(order, wish, terms, now);
  const differs = (wish.items ?? []).some(
    ({ amountFen }, at) => amountFen !== undefined && amountFen !== due.items[at]?.amountFen,
  );
  if (differs || due.amountFen !== wish.amountFen)
    throw invalid({ amountFen: refundSentences.itemsMake(yuan(due.amountFen)) });
  return due;
};

/** The refund already made with this key. @throws 40903 if it was for something else */
const repeated = async (
  orderId: string,
  wish: RefundWish,
  made?: readonly StoredRefund[],
): Promise<StoredRefund | null> => {
  if (!wish.idemKey) return null;
  const of = made ?? (await refunds.find({ orderId }));
  const first = of.find(({ idemKey }) => idemKey === wish.idemKey);
  return first ? madeBefore(first, wish) : null;
};

const recorded = (refundId: string) =>
  ({ status: 'processing', outcomeUnknown: false, isTheirs: true, refundId }) as const;

/** While it waits, nobody speaks to the gateway about it, also not a version that knows of no approval. */
const unsent = {
  approval: 'waiting',
  turn: null,
  nextQueryTime: null,
  outcomeUnknown: false,
} as const;

const RESERVED = { reserved: true, succeeded: false };
/** Since the preview, a day of a membership may have ended. */
const DAYS_MEANWHILE = 1;

/** @throws 40902 when less can be taken than its maker has been shown */
const mustTakeAsSeen = ({ seen }: RefundWish, taken: StoredRefund['clawedBack'] | undefined) => {
  if (!seen || !taken) return;
  const credits = taken.paid + taken.gift;
  const { packageDays } = taken;
  if (credits < seen.creditsTaken || packageDays < seen.daysTaken - DAYS_MEANWHILE)
    throw stateNotAllowed(refundSentences.takesLess(credits, packageDays));
};

/**
 * The row of a refund, with the number it will have at the gateway for ever, before the gateway hears of it. All sums
 * and limits, of the money and of each line, are those of the one order document, so however many ask at once, one is
 * made. Its maker has the lease on it, unless it waits for approval or was made before.
 */
export const createRefund = async (
  seen: StoredOrder,
  wish: RefundWish,
  terms: RefundTerms,
  actor: Actor,
): Promise<{ refund: HeldRefund; isHeld: true } | { refund: StoredRefund; isHeld: false }> => {
  if (actor.admin && !terms.isDecided) throw new Error('decided by no right: see refundWithin');
  const before = await repeated(seen._id, wish, terms.made);
  if (before) return { refund: before, isHeld: false };
  const { aboveLimit, isSent, theirs } = terms;
  const { clawback } = agreed(seen, wish, terms, Date.now());
  const locks = lockOfGrants({ userId: seen.userId, clawback, clawedBack: null });
  const store = () =>
    inTransaction(
      async transaction => {
        const { now } = transaction;
        const order = await transaction.require<StoredOrder>('orders', seen._id);
        const made = rowOf(order, wish, agreed(order, wish, terms, now), actor, now);
        const inFlightUntil = isSent ? inFlightFrom(now) : null;
        const row = {
          ...made,
          ...(aboveLimit ? unsent : { inFlightUntil }),
          ...(theirs && recorded(theirs)),
        };
        const grants = await moveGrants(transaction, row, order, RESERVED);
        mustTakeAsSeen(wish, grants.ofRefund.clawedBack);
        const refundingFen = order.refundingFen + row.amountFen;
        await transaction.change('orders', order, {
          ...grants.ofOrder,
          ...(!aboveLimit && agreedAsk(order, now)),
          refundingFen,
          refundItems: recount(order.refundItems, row.items, 1),
          refundCount: order.refundCount + 1,
          lastRefundTime: now,
          openRefundId: order.openRefundId || row._id,
          refundStatus: orderRefundStatus({ ...order, refundingFen }, 'created'),
        });
        const entry = { by: actor, resource: 'refund', reason: wish.reason };
        if (row.nextQueryTime !== null) transaction.due('refunds', row.nextQueryTime);
        if (aboveLimit)
          await askApproval(transaction, actor, {
            kind: 'refund',
            of: row._id,
            subjectId: row._id,
            orderId: order._id,
            title: order.orderNo,
            amount: row.amountFen,
            refundedFen: order.refundedFen + order.refundingFen,
            printNo: terms.printNo ?? '',
            limit: aboveLimit,
            reason: [wish.reasonCode, wish.reason, wish.internalNote].filter(Boolean).join('，'),
          });
        return transaction.insert('refunds', { ...row, ...grants.ofRefund }, entry);
      },
      {
        known: [known('orders', seen._id, seen), ...locks.map(() => known('users', seen.userId))],
        locks,
      },
    );
  try {
    const refund = await store();
    return refund.turn
      ? { refund: { ...refund, turn: refund.turn }, isHeld: true }
      : { refund, isHeld: false };
  } catch (error) {
    const first = await repeated(seen._id, wish);
    if (first) return { refund: first, isHeld: false };
    // Other refunds of this order were stored first, several times.
    if (isTransactionConflict(error)) throw stateNotAllowed(refundSentences.otherInProgress);
    throw error;
  }
};
