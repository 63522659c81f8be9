import { codes } from '#contract/envelope.ts';
import type { RefundItem, RefundStatus } from '#contract/refund.ts';
import { refundSentences } from '#contract/sentences/refunds.ts';
import type { Actor } from '../base/actor.ts';
import { _ } from '../base/cloud.ts';
import { markDue } from '../base/due.ts';
import { ActionError, stateNotAllowed } from '../base/errors.ts';
import { inTransaction, type Transaction } from '../base/transaction.ts';
import type { StoredOrder } from '../orders/orders.ts';
import { refundableFen } from '../orders/refundable.ts';
import type { StoredPrintOrder } from '../prints/records.ts';
import type { GatewayRefund } from '../wechatPay/messages.ts';
import type { Outcome } from '../wechatPay/transport.ts';
import { agreedAsk } from './asks.ts';
import { lockOfGrants, moveGrants, touchedBy } from './clawback.ts';
import type { RefundGateway } from './gateway.ts';
import { type HeldRefund, holdsLease, renewedLease } from './lease.ts';
import { leftOf, linesOf } from './lines.ts';
import {
  type Attempt,
  failureText,
  inFlightFrom,
  isInFlight,
  refunds,
  type StoredRefund,
  withAttempt,
} from './refunds.ts';
import { isUnapproved, nextQueryTime } from './schedule.ts';
import { settleRefund } from './settle.ts';
import { orderSums } from './sums.ts';

/** The answer is about this refund, this order and this amount. */
export const concerns = (refund: StoredRefund, reported: GatewayRefund): boolean =>
  reported.outRefundNo === refund._id &&
  reported.outTradeNo === refund.orderNo &&
  reported.amountFen === refund.amountFen &&
  reported.totalFen === refund.orderPayFen;

/**
 * Submits the refund to the gateway under its own number, first or again after a failure, always with the same
 * parameters. The outcome is recorded; only the gateway's refusal releases the amount.
 * @param isOnRecord that it leaves was stored with the refund just now
 */
export const submitRefund = async (
  held: HeldRefund,
  gateway: RefundGateway,
  actor: Actor,
  isOnRecord = false,
): Promise<StoredRefund> => {
  const sending = isOnRecord ? held : await beginSubmission(held);
  // Another caller has the turn now; its result is answered.
  if (!sending) return refunds.require(held._id);
  const answer = await gateway.refund(sending);
  const { holder } = sending.turn;
  const attempt = attemptOf(answer, 'refund', actor);
  // A clear answer accounts for this submission; an earlier one may still arrive.
  const inFlightUntil = isOnRecord ? null : held.inFlightUntil;
  if (answer.kind === 'ok' && concerns(sending, answer.data))
    return settleRefund(sending, answer.data, actor, { holder, attempt, inFlightUntil });
  return answer.kind === 'refused'
    ? recordFailure(sending, { holder, attempt, refusal: answer.code, inFlightUntil }, actor)
    : recordFailure(sending, { holder, attempt }, actor);
};

export const attemptOf = (answer: Outcome<unknown>, call: string, actor: Actor): Attempt => ({
  by: actor.name,
  call,
  httpStatus: answer.httpStatus,
  code: answer.code,
});

const sendable: RefundStatus[] = ['created', 'request_failed', 'closed'];

/** Whether that it leaves was stored so lately that its lease is as good as a new one. */
export const isSending = ({ turn, inFlightUntil }: HeldRefund): boolean => {
  const now = Date.now();
  return inFlightUntil !== null && renewedLease(turn, now).until - turn.until < STORING_MS;
};

/** Longer than a refund usually takes to be stored. */
const STORING_MS = 2_000;

/**
 * Puts on record that a submission leaves, before it does: a caller that would void it now waits until it must have
 * arrived. A released amount is taken up again with it, and with the amount what is taken of the user.
 * @returns null when the lease is another caller's, or the refund has come to stand where nothing is sent any more
 * @throws 40902 when the order has no such amount left, or its lines no such number
 */
const beginSubmission = async (held: HeldRefund): Promise<HeldRefund | null> => {
  const now = Date.now();
  const turn = renewedLease(held.turn, now);
  const patch = {
    turn,
    attempts: held.attempts,
    outcomeUnknown: true,
    inFlightUntil: inFlightFrom(now),
    // Should the sender die, the job asks as soon as its lease is over.
    nextQueryTime: turn.until,
  };
  if (held.voidTime || isUnapproved(held)) return null;
  if (held.reserved) {
    const guard = { 'turn.holder': turn.holder, status: _.in(sendable), reserved: true };
    const [begun] = await Promise.all([
      refunds.compareAndSet(held._id, guard, patch),
      markDue('refunds', turn.until),
    ]);
    return begun as HeldRefund | null;
  }
  return takeUpAgain(held, patch);
};

const takeUpAgain = (
  held: HeldRefund,
  patch: Partial<StoredRefund> & Pick<HeldRefund, 'turn'>,
): Promise<HeldRefund | null> =>
  inTransaction(async transaction => {
    const { turn } = patch;
    const refund = await transaction.require<StoredRefund>('refunds', held._id);
    const order = await transaction.require<StoredOrder>('orders', refund.orderId);
    if (!holdsLease(refund, turn.holder) || !sendable.includes(refund.status)) return null;
    transaction.due('refunds', turn.until);
    if (order.openRefundId && order.openRefundId !== refund._id)
      throw stateNotAllowed(refundSentences.otherOpen);
    if (refund.amountFen > refundableFen(order))
      throw stateNotAllowed(refundSentences.leftTooLittle);
    if (!(await fits(transaction, order, refund.items)))
      throw stateNotAllowed(refundSentences.itemsTaken);
    const { reserved, sums } = orderSums(order, refund, 'created');
    const grants = await moveGrants(transaction, refund, order, { reserved, succeeded: false });
    const taken = { ...patch, ...grants.ofRefund, reserved, queryCount: 0 };
    const sending = await transaction.change('refunds', refund, taken);
    const asked = agreedAsk(order, transaction.now);
    await transaction.change('orders', order, { ...sums, ...grants.ofOrder, ...asked });
    return { ...sending, turn };
  }, touchedBy(held));

/** The lines still have as many as the refund is about. */
const fits = async (transaction: Transaction, order: StoredOrder, items: RefundItem[]) => {
  if (items.length === 0) return true;
  const print = order.printOrderId
    ? await transaction.get<StoredPrintOrder>('printOrders', order.printOrderId)
    : null;
  const lines = linesOf(order, print);
  return items.every(({ itemIndex, qty }) => qty <= leftOf(order, lines, itemIndex));
};

interface Failure {
  holder: string;
  attempt: Attempt;
  /** The gateway's refusal; absent when the outcome is unknown. */
  refusal?: string;
  /** The remaining `inFlightUntil` after this submission is accounted for. */
  inFlightUntil?: number | null;
}

/** Not accepted: `created` becomes `request_failed`; a refund settled meanwhile stays as it is. */
const recordFailure = (
  seen: StoredRefund,
  { holder, attempt, refusal, inFlightUntil }: Failure,
  actor: Actor,
): Promise<StoredRefund> => {
  const store = async (transaction: Transaction): Promise<StoredRefund> => {
    const { now } = transaction;
    const refund = await transaction.require<StoredRefund>('refunds', seen._id);
    const order = await transaction.require<StoredOrder>('orders', refund.orderId);
    const isHolder = holdsLease(refund, holder);
    if (!isHolder || !sendable.includes(refund.status)) {
      const patch = {
        attempts: withAttempt(refund, attempt, now),
        ...(isHolder && { turn: null }),
      };
      await transaction.note('refunds', refund._id, patch);
      return { ...refund, ...patch };
    }
    const left = inFlightUntil === undefined ? refund.inFlightUntil : inFlightUntil;
    // A refusal says nothing about an earlier submission that may still arrive.
    const definite = refusal !== undefined && !isInFlight({ inFlightUntil: left }, now);
    const status = refund.status === 'closed' ? 'closed' : 'request_failed';
    const reserved = !definite && refund.reserved;
    const known = {
      status,
      reserved,
      outcomeUnknown: !definite,
      failure: refusal === undefined ? '' : failureText(refusal),
      attempts: withAttempt(refund, attempt, now),
      inFlightUntil: left,
      turn: null,
    } satisfies Partial<StoredRefund>;
    const grants = await moveGrants(transaction, refund, order, { reserved, succeeded: false });
    const patch = {
      ...known,
      ...grants.ofRefund,
      nextQueryTime: nextQueryTime({ ...refund, ...known }, now),
    };
    if (patch.nextQueryTime !== null) transaction.due('refunds', patch.nextQueryTime);
    if (reserved !== refund.reserved)
      await transaction.change('orders', order, {
        ...orderSums(order, refund, status).sums,
        ...grants.ofOrder,
      });
    const entry = { by: actor, resource: 'refund', result: 'fail' } as const;
    return transaction.change('refunds', refund, patch, entry);
  };
  // Only a refusal may release what is reserved.
  return inTransaction(store, touchedBy(seen, refusal === undefined ? [] : lockOfGrants(seen)));
};

/** 50201: the gateway gave no answer; the state stays, and the job continues to ask. */
export const gatewayUnclear = () =>
  new ActionError(codes.thirdParty, refundSentences.gatewayUnclear);
