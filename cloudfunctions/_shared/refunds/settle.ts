import { isDeepStrictEqual } from 'node:util';
import { messageAmount } from '#contract/messageEvents.ts';
import { orderEntity } from '#contract/order.ts';
import { isNotUploaded } from '#contract/orderRules.ts';
import type { RefundStatus } from '#contract/refund.ts';
import { refundSentences } from '#contract/sentences/refunds.ts';
import { mayMove } from '#contract/states.ts';
import type { Actor } from '../base/actor.ts';
import { lockOfUser } from '../base/locks.ts';
import { inTransaction, type Transaction } from '../base/transaction.ts';
import { count } from '../counting/counters.ts';
import { refundFigures } from '../counting/facts.ts';
import { alertAdmins, notifyUser } from '../messages/outbox.ts';
import { notGranted } from '../orders/fulfil.ts';
import { invoiceAfterRefund } from '../orders/invoices.ts';
import { noUpload, planOrderMove, type StoredOrder } from '../orders/orders.ts';
import { cancelUnproduced } from '../prints/advance.ts';
import type { GatewayRefund } from '../wechatPay/messages.ts';
import { lockOfGrants, moveGrants, touchedBy } from './clawback.ts';
import { holdsLease } from './lease.ts';
import { type Attempt, isInFlight, type StoredRefund, withAttempt } from './refunds.ts';
import { nextQueryTime } from './schedule.ts';
import { orderSums } from './sums.ts';

/** The part of the gateway's answer that is used. */
export type RefundFact = Pick<
  GatewayRefund,
  'refundId' | 'status' | 'successTime' | 'userReceivedAccount'
>;

/** Whatever stands here moves there, by way of `processing` if the acceptance was missed; only a success is final. */
const stateOf: Record<RefundFact['status'], RefundStatus> = {
  PROCESSING: 'processing',
  SUCCESS: 'success',
  CLOSED: 'closed',
  ABNORMAL: 'abnormal',
};

/** The further effects of a success: the cancellation of prints, the end of the order. */
const effectsOf = async (
  transaction: Transaction,
  order: StoredOrder,
  refundedFen: number,
  actor: Actor,
) => {
  const full = refundedFen >= order.payFen;
  if (full && order.printOrderId)
    await cancelUnproduced(transaction, order.printOrderId, actor, refundSentences.fullyRefunded);
  const ends = full && mayMove(orderEntity.transitions, order.status, 'refunded');
  return {
    ends,
    orderPatch: {
      ...invoiceAfterRefund(order, refundedFen),
      ...(ends &&
        planOrderMove(
          order,
          'refunded',
          actor.name,
          refundSentences.orderFullyRefunded,
          transaction.now,
        )),
      // WeChat needs not know of goods that are paid back.
      ...(ends && isNotUploaded(order) && { upload: noUpload }),
      ...(ends && ['pending', 'failed'].includes(order.fulfil.status) && notGranted(order)),
    },
  };
};

/** The caller that asked, and what it knows beside it; a notice comes by itself and has no lease. */
export interface Speaker {
  holder?: string;
  attempt?: Attempt;
  /** The remaining `inFlightUntil` after the caller's own submission is accounted for. */
  inFlightUntil?: number | null;
}

/**
 * Credits of one user move one after another: the user's figures with a success, the credits when an amount is released
 * or taken up.
 */
const locksFor = (seen: StoredRefund, { status }: RefundFact): string[] => {
  if (status === 'SUCCESS') return seen.userId ? [lockOfUser(seen.userId)] : [];
  return status === 'CLOSED' || !seen.reserved ? lockOfGrants(seen) : [];
};

/**
 * Records where the gateway says a refund stands, for the notice, the job and an administrator's question alike:
 * refund, order, credits, prints and audit in one transaction, once however often it is reported. Ends the speaker's
 * lease.
 * @param seen the refund as the caller knows it; what is recorded rests on what is stored by now
 */
export const settleRefund = async (
  seen: StoredRefund,
  fact: RefundFact,
  actor: Actor,
  speaker: Speaker = {},
): Promise<StoredRefund> => {
  const work = (transaction: Transaction) => settle(transaction, seen._id, fact, actor, speaker);
  const { refund } = await inTransaction(work, {
    ...touchedBy(seen, locksFor(seen, fact)),
    beside: async ({ refund: settled, gained }) =>
      gained !== null && count(gained, refundFigures(settled)),
  });
  return refund;
};

const notifyOfRefund = (transaction: Transaction, refund: StoredRefund): Promise<void> => {
  const { _id, userId, openid, orderId, orderNo, printOrderId, amountFen, reason } = refund;
  return notifyUser(transaction, {
    event: 'refundDone',
    key: _id,
    user: { _id: userId, openid },
    subjects: [
      `orders/${orderId}`,
      `refunds/${_id}`,
      ...(printOrderId ? [`print-orders/${printOrderId}`] : []),
    ],
    values: {
      orderNo,
      amount: messageAmount(amountFen),
      reason: reason || refundSentences.reasonless,
    },
  });
};

const alertOfRefund = (
  transaction: Transaction,
  { _id, orderId, orderNo, amountFen, reason }: StoredRefund,
): Promise<void> =>
  alertAdmins(transaction, {
    event: 'refundAbnormal',
    key: _id,
    subjects: [`orders/${orderId}`, `refunds/${_id}`],
    values: { refundNo: _id, orderNo, amount: messageAmount(amountFen), reason },
    path: `orders/${orderId}`,
  });

interface Settled {
  refund: StoredRefund;
  /** When the money arrived, by this call; null otherwise. */
  gained: number | null;
}

const settle = async (
  transaction: Transaction,
  refundId: string,
  fact: RefundFact,
  actor: Actor,
  { holder, attempt, inFlightUntil }: Speaker,
): Promise<Settled> => {
  const { now } = transaction;
  const refund = await transaction.require<StoredRefund>('refunds', refundId);
  const order = await transaction.require<StoredOrder>('orders', refund.orderId);
  const isHolder = holdsLease(refund, holder);
  const callFields = {
    ...(isHolder && { turn: null }),
    ...(isHolder && inFlightUntil !== undefined && { inFlightUntil }),
    attempts: withAttempt(refund, attempt, now),
  };
  if (refund.status === 'success') {
    if (isHolder) await transaction.note('refunds', refundId, callFields);
    return { refund: { ...refund, ...(isHolder && callFields) }, gained: null };
  }
  if (fact.status === 'CLOSED' && !mayClose({ ...refund, ...callFields }, isHolder, now)) {
    const isAtOnce = !isHolder && refund.status !== 'voided';
    const next = isAtOnce ? now : nextQueryTime(refund, now);
    const patch = { ...callFields, gatewayStatus: fact.status, nextQueryTime: next };
    if (next !== null) transaction.due('refunds', next);
    return { refund: await transaction.change('refunds', refund, patch), gained: null };
  }
  const to = stateOf[fact.status];
  const isOther = to !== refund.status;
  const { reserved, sums } = orderSums(order, refund, to);
  const succeeded = to === 'success';
  const gained = succeeded ? (fact.successTime ?? now) : null;
  const grants = await moveGrants(transaction, refund, order, { reserved, succeeded });
  const effects = succeeded ? await effectsOf(transaction, order, sums.refundedFen, actor) : null;
  // A change of state restarts the short intervals.
  const queryCount = isOther ? 0 : refund.queryCount;
  const standing = { ...callFields, status: to, outcomeUnknown: false, queryCount };
  const patch: Partial<StoredRefund> = {
    ...standing,
    ...grants.ofRefund,
    reserved,
    failure: '',
    refundId: fact.refundId || refund.refundId,
    gatewayStatus: fact.status,
    userReceivedAccount: fact.userReceivedAccount || refund.userReceivedAccount,
    nextQueryTime: nextQueryTime({ ...refund, ...standing }, now),
    ...(refund.status === 'voided' && { afterVoid: 'moved' as const }),
    successTime: gained,
    ...(effects?.ends && { endsOrder: true }),
  };
  if (patch.nextQueryTime) transaction.due('refunds', patch.nextQueryTime);
  const hasMoved = isOther || reserved !== refund.reserved;
  const orderEntry = {
    by: actor,
    resource: 'order',
    reason: refundSentences.orderFullyRefunded,
    before: { status: order.status },
    after: { status: 'refunded' },
  };
  const orderPatch: Partial<StoredOrder> = {
    ...sums,
    ...grants.ofOrder,
    ...effects?.orderPatch,
  };
  if (hasMoved && !isDeepStrictEqual({ ...order, ...orderPatch }, order))
    await transaction.change('orders', order, orderPatch, effects?.ends ? orderEntry : undefined);
  const entry = hasMoved ? { by: actor, resource: 'refund' } : undefined;
  const after = await transaction.change('refunds', refund, patch, entry);
  if (succeeded) await notifyOfRefund(transaction, after);
  if (to === 'abnormal') await alertOfRefund(transaction, after);
  return { refund: after, gained };
};

/**
 * The gateway reopens a closed refund for a submission that arrives late. So a refund becomes closed only when none can
 * arrive, and only by the answer to a query: a notice may be about an earlier closing, and only triggers a query. A
 * voided refund stays voided.
 */
const mayClose = (refund: StoredRefund, isAnswer: boolean, now: number): boolean =>
  isAnswer && refund.status !== 'voided' && !isInFlight(refund, now);
