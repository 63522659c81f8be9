import { orderTransitions } from '#contract/order.ts';
import type { RefundStatus } from '#contract/refund.ts';
import { mayMove } from '#contract/states.ts';
import { refundFigures } from '../counting/facts.ts';
import { count } from '../counters.ts';
import { notFound } from '../errors.ts';
import { type Actor, moved, type StoredOrder } from '../orders/orders.ts';
import { cancelUnproduced } from '../printOrders.ts';
import { newId } from '../repository.ts';
import { inTransaction, type Transaction } from '../transaction.ts';
import { inTurn, turnOfUser } from '../turns.ts';
import type { GatewayRefund } from '../wechatPay/messages.ts';
import { auditRefund } from './audit.ts';
import { takeBack } from './clawback.ts';
import { type Attempt, isInFlight, refunds, type StoredRefund, withAttempt } from './refunds.ts';
import { nextQueryTime } from './schedule.ts';
import { orderSums, wayTo } from './sums.ts';
import { holds } from './turn.ts';

/** The part of the gateway's answer that is used. */
export type RefundFact = Pick<
  GatewayRefund,
  'refundId' | 'status' | 'successTime' | 'userReceivedAccount'
>;

const stateOf: Record<RefundFact['status'], RefundStatus> = {
  PROCESSING: 'processing',
  SUCCESS: 'success',
  CLOSED: 'closed',
  ABNORMAL: 'abnormal',
};

/** The further effects of a success: the clawback, the cancellation of prints, the end of the order. */
const effectsOf = async (
  transaction: Transaction,
  refund: StoredRefund,
  order: StoredOrder,
  refundedFen: number,
  actor: Actor,
  now: number,
  logId: string,
) => {
  const clawedBack = await takeBack(transaction, refund, order, now, logId);
  const full = refundedFen >= order.payFen;
  if (full && order.printOrderId)
    await cancelUnproduced(transaction, order.printOrderId, actor.name, '订单已全额退款', now);
  const ends = full && mayMove(orderTransitions, order.status, 'refunded');
  return {
    clawedBack,
    ends,
    orderPatch: {
      ...(ends && moved(order, 'refunded', actor.name, '已全额退款', now)),
      clawedBack: {
        credits: order.clawedBack.credits + clawedBack.paid + clawedBack.gift,
        days: order.clawedBack.days + clawedBack.packageDays,
      },
    },
  };
};

/** The caller that reports the state, and what it knows besides; a notice has no turn. */
export interface Speaker {
  holder?: string;
  attempt?: Attempt;
  /** The remaining `inFlightUntil` after the caller's own submission is accounted for. */
  inFlightUntil?: number | null;
}

/**
 * Records the state that the gateway reports, for the notice, the timer and administrators alike: refund, order,
 * credits, prints and audit row in one transaction, with effect only once. Ends the caller's turn.
 */
export const settleRefund = async (
  refundId: string,
  fact: RefundFact,
  actor: Actor,
  speaker: Speaker = {},
): Promise<StoredRefund> => {
  // A success changes credits, which change in turn for each user.
  const userId = fact.status === 'SUCCESS' ? (await refunds.get(refundId))?.userId : '';
  const { refund } = await inTurn(
    userId ? [turnOfUser(userId)] : [],
    () => settle(refundId, fact, actor, speaker),
    {
      afterwards: async ({ refund: settled, gained }) =>
        gained && count(settled.successTime ?? Date.now(), refundFigures(settled)),
    },
  );
  return refund;
};

const settle = (
  refundId: string,
  fact: RefundFact,
  actor: Actor,
  { holder, attempt, inFlightUntil }: Speaker,
): Promise<{ refund: StoredRefund; gained: boolean }> => {
  const now = Date.now();
  const rowId = newId();
  const logId = newId();
  return inTransaction(async transaction => {
    const refund = await transaction.get<StoredRefund>('refunds', refundId);
    const order = refund && (await transaction.get<StoredOrder>('orders', refund.orderId));
    if (!refund || !order) throw notFound();
    const isHolder = holds(refund, holder);
    const told = {
      ...(isHolder && { turn: null }),
      ...(isHolder && inFlightUntil !== undefined && { inFlightUntil }),
      attempts: withAttempt(refund, attempt, now),
    };
    const way = wayTo(refund.status, stateOf[fact.status]);
    if (way === null || refund.status === 'success') {
      if (isHolder) await transaction.update('refunds', refundId, told);
      return { refund: { ...refund, ...(isHolder && told) }, gained: false };
    }
    if (fact.status === 'CLOSED' && !mayClose({ ...refund, ...told }, isHolder, now)) {
      const patch = { ...told, gatewayStatus: fact.status, rev: refund.rev + 1, updateTime: now };
      const after: StoredRefund = { ...refund, ...patch };
      const soon = isHolder || refund.status === 'voided' ? nextQueryTime(after, now) : now;
      const next = { nextQueryTime: soon };
      await transaction.update('refunds', refundId, { ...patch, ...next });
      return { refund: { ...after, ...next }, gained: false };
    }
    const to = way.at(-1) ?? refund.status;
    const { reserved, sums } = orderSums(order, refund, to);
    const succeeded = to === 'success';
    const effects = succeeded
      ? await effectsOf(transaction, refund, order, sums.refundedFen, actor, now, logId)
      : null;
    // A change of state restarts the short intervals.
    const queryCount = way.length > 0 ? 0 : refund.queryCount;
    const standing = { ...told, status: to, outcomeUnknown: false, queryCount };
    const patch: Partial<StoredRefund> = {
      ...standing,
      reserved,
      failure: '',
      refundId: fact.refundId || refund.refundId,
      gatewayStatus: fact.status,
      userReceivedAccount: fact.userReceivedAccount || refund.userReceivedAccount,
      nextQueryTime: nextQueryTime({ ...refund, ...standing }, now),
      ...(refund.status === 'voided' && { afterVoid: 'moved' as const }),
      ...(succeeded && { successTime: fact.successTime ?? now, clawedBack: effects!.clawedBack }),
      ...(effects?.ends && { endsOrder: true }),
      rev: refund.rev + 1,
      updateTime: now,
    };
    await transaction.update('refunds', refundId, { ...patch });
    const after: StoredRefund = { ...refund, ...patch };
    if (way.length > 0 || reserved !== refund.reserved) {
      await transaction.update('orders', order._id, {
        ...sums,
        ...effects?.orderPatch,
        rev: order.rev + 1,
        updateTime: now,
      });
      await auditRefund(transaction, rowId, actor, after, { before: refund });
    }
    return { refund: after, gained: succeeded };
  });
};

/**
 * The gateway reopens a closed refund for a submission that arrives late. So a refund becomes closed only when none can
 * arrive, and only by the answer to a query: a notice may be about an earlier closing, and only triggers a query. A
 * voided refund stays voided.
 */
const mayClose = (refund: StoredRefund, isAnswer: boolean, now: number): boolean =>
  isAnswer && refund.status !== 'voided' && !isInFlight(refund, now);
