import type { RefundStatus } from '#contract/refund.ts';
import { _ } from '../cloud.ts';
import { environment } from '../environment.ts';
import { ActionError, notFound, stateNotAllowed } from '../errors.ts';
import { codes } from '#contract/envelope.ts';
import type { Actor, StoredOrder } from '../orders/orders.ts';
import { newId } from '../repository.ts';
import { inTransaction } from '../transaction.ts';
import type { GatewayRefund } from '../wechatPay/messages.ts';
import type { Outcome } from '../wechatPay/transport.ts';
import type { WechatPay } from '../wechatPay/client.ts';
import { auditRefund } from './audit.ts';
import {
  type Attempt,
  failureText,
  isInFlight,
  refundableFen,
  refunds,
  type StoredRefund,
  withAttempt,
} from './refunds.ts';
import { nextQueryTime } from './schedule.ts';
import { settleRefund } from './settle.ts';
import { orderSums } from './sums.ts';
import { type HeldRefund, holds, renewed } from './turn.ts';

/** The answer is about this refund, this order and this amount. */
export const concerns = (refund: StoredRefund, said: GatewayRefund): boolean =>
  said.outRefundNo === refund._id &&
  said.outTradeNo === refund.orderNo &&
  said.amountFen === refund.amountFen &&
  said.totalFen === refund.orderPayFen;

/**
 * Submits the refund to the gateway under its own number, first or again after a failure, always with the same
 * parameters. The outcome is recorded; only the gateway's refusal releases the amount.
 */
export const submitRefund = async (
  held: HeldRefund,
  pay: WechatPay,
  actor: Actor,
): Promise<StoredRefund> => {
  const sending = await beginSubmission(held);
  // Another caller has the turn now; its result is answered.
  if (!sending) return refunds.require(held._id);
  const answer = await pay.refund({
    outTradeNo: sending.orderNo,
    outRefundNo: sending._id,
    amountFen: sending.amountFen,
    totalFen: sending.orderPayFen,
    reason: sending.reason,
  });
  const { holder } = sending.turn;
  const attempt = attemptOf(answer, 'refund', actor);
  // A clear answer accounts for this submission; an earlier one may still arrive.
  const { inFlightUntil } = held;
  if (answer.kind === 'ok' && concerns(sending, answer.data))
    return settleRefund(sending._id, answer.data, actor, { holder, attempt, inFlightUntil });
  return answer.kind === 'refused'
    ? recordFailure(sending._id, { holder, attempt, refusal: answer.code, inFlightUntil }, actor)
    : recordFailure(sending._id, { holder, attempt }, actor);
};

export const attemptOf = (answer: Outcome<unknown>, call: string, actor: Actor): Attempt => ({
  by: actor.name,
  call,
  httpStatus: answer.httpStatus,
  code: answer.code,
});

const sendable: RefundStatus[] = ['created', 'request_failed', 'closed'];

/**
 * Records a submission before it is sent, so that a void has to wait until it must have arrived. Reserves a released
 * amount again.
 * @returns null when another caller has the turn, or the refund is in a state from which nothing may be sent
 * @throws 40902 when the order no longer has this amount
 */
const beginSubmission = async (held: HeldRefund): Promise<HeldRefund | null> => {
  const now = Date.now();
  const turn = renewed(held.turn, now);
  const patch = {
    turn,
    attempts: held.attempts,
    outcomeUnknown: true,
    inFlightUntil: now + environment.REFUND_IN_FLIGHT_MS,
    // If the sender dies, the timer asks as soon as the turn has ended.
    nextQueryTime: turn.until,
  };
  if (held.voidTime) return null;
  if (held.reserved) {
    const guard = { 'turn.holder': turn.holder, status: _.in(sendable), reserved: true };
    return (await refunds.compareAndSet(held._id, guard, patch)) as HeldRefund | null;
  }
  return inTransaction(async transaction => {
    const refund = await transaction.get<StoredRefund>('refunds', held._id);
    const order = refund && (await transaction.get<StoredOrder>('orders', refund.orderId));
    if (!refund || !order) throw notFound();
    if (!holds(refund, turn.holder) || !sendable.includes(refund.status)) return null;
    if (order.openRefundId && order.openRefundId !== refund._id)
      throw stateNotAllowed('该订单还有另一笔退款没有结束');
    if (refund.amountFen > refundableFen(order)) throw stateNotAllowed('订单剩余可退金额不足');
    const taken = {
      ...patch,
      reserved: true,
      queryCount: 0,
      rev: refund.rev + 1,
      updateTime: now,
    };
    await transaction.update('refunds', refund._id, taken);
    await transaction.update('orders', order._id, {
      ...orderSums(order, refund, 'created').sums,
      rev: order.rev + 1,
      updateTime: now,
    });
    return { ...refund, ...taken };
  });
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
const recordFailure = async (
  refundId: string,
  { holder, attempt, refusal, inFlightUntil }: Failure,
  actor: Actor,
): Promise<StoredRefund> => {
  const now = Date.now();
  const rowId = newId();
  return inTransaction(async transaction => {
    const refund = await transaction.get<StoredRefund>('refunds', refundId);
    const order = refund && (await transaction.get<StoredOrder>('orders', refund.orderId));
    if (!refund || !order) throw notFound();
    const isHolder = holds(refund, holder);
    if (!isHolder || !sendable.includes(refund.status)) {
      const patch = {
        attempts: withAttempt(refund, attempt, now),
        ...(isHolder && { turn: null }),
      };
      await transaction.update('refunds', refundId, patch);
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
      rev: refund.rev + 1,
      updateTime: now,
    } satisfies Partial<StoredRefund>;
    const patch = { ...known, nextQueryTime: nextQueryTime({ ...refund, ...known }, now) };
    await transaction.update('refunds', refundId, patch);
    if (reserved !== refund.reserved) {
      await transaction.update('orders', order._id, {
        ...orderSums(order, refund, status).sums,
        rev: order.rev + 1,
        updateTime: now,
      });
    }
    const after: StoredRefund = { ...refund, ...patch };
    await auditRefund(transaction, rowId, actor, after, { before: refund, result: 'fail' });
    return after;
  });
};

/** 50201: the gateway gave no answer; the state stays, and the timer continues to ask. */
export const gatewayUnclear = () =>
  new ActionError(codes.thirdParty, '微信支付没有明确答复，系统会继续查询，请稍后查看');
