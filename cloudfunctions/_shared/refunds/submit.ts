import { auditRow } from '../audit.ts';
import { ActionError, notFound, stateNotAllowed } from '../errors.ts';
import { codes } from '#contract/envelope.ts';
import type { Actor, StoredOrder } from '../orders/orders.ts';
import { newId } from '../repository.ts';
import { inTransaction } from '../transaction.ts';
import type { GatewayRefund } from '../wechatPay/messages.ts';
import type { Outcome } from '../wechatPay/transport.ts';
import type { WechatPay } from '../wechatPay/client.ts';
import { failureText, refundableFen, type StoredRefund, withAttempt } from './refunds.ts';
import { nextQueryTime } from './schedule.ts';
import { settleRefund } from './settle.ts';
import { orderSums } from './sums.ts';

/** The gateway speaks of this very refund, of this very order and sum. */
export const concerns = (refund: StoredRefund, said: GatewayRefund): boolean =>
  said.outRefundNo === refund._id &&
  said.outTradeNo === refund.orderNo &&
  said.amountFen === refund.amountFen &&
  said.totalFen === refund.orderPayFen;

/**
 * Sends the refund to the gateway under its own number: the first time, and again after a failure, always with the same
 * parameters. Whatever comes back is recorded; only the gateway's own refusal sets the amount free.
 */
export const submitRefund = async (
  refund: StoredRefund,
  pay: WechatPay,
  actor: Actor,
): Promise<StoredRefund> => {
  const answer = await pay.refund({
    outTradeNo: refund.orderNo,
    outRefundNo: refund._id,
    amountFen: refund.amountFen,
    totalFen: refund.orderPayFen,
    reason: refund.reason,
  });
  const attempts = withAttempt(refund, attemptOf(answer, 'refund', actor), Date.now());
  if (answer.kind === 'ok' && concerns(refund, answer.data))
    return settleRefund(refund._id, answer.data, actor, { attempts });
  const definite = answer.kind === 'refused';
  const failure = definite ? failureText(answer.code) : '';
  return recordFailure(refund._id, { definite, failure, attempts }, actor);
};

export const attemptOf = (answer: Outcome<unknown>, call: string, actor: Actor) => ({
  by: actor.name,
  call,
  httpStatus: answer.httpStatus,
  code: answer.code,
});

interface Failure {
  definite: boolean;
  failure: string;
  attempts: StoredRefund['attempts'];
}

/** No acceptance: `created` becomes `request_failed`; one that was settled meanwhile stays as it is. */
const recordFailure = async (
  refundId: string,
  { definite, failure, attempts }: Failure,
  actor: Actor,
): Promise<StoredRefund> => {
  const now = Date.now();
  const rowId = newId();
  return inTransaction(async transaction => {
    const refund = await transaction.get<StoredRefund>('refunds', refundId);
    const order = refund && (await transaction.get<StoredOrder>('orders', refund.orderId));
    if (!refund || !order) throw notFound();
    if (!['created', 'request_failed', 'closed'].includes(refund.status)) return refund;
    const status = refund.status === 'closed' ? 'closed' : 'request_failed';
    const reserved = !definite && refund.reserved;
    const patch: Partial<StoredRefund> = {
      status,
      reserved,
      outcomeUnknown: !definite,
      failure,
      attempts,
      nextQueryTime: definite ? null : nextQueryTime(refund.queryCount, now),
      rev: refund.rev + 1,
      updateTime: now,
    };
    await transaction.update('refunds', refundId, { ...patch });
    if (reserved !== refund.reserved) {
      await transaction.update('orders', order._id, {
        ...orderSums(order, refund, status).sums,
        rev: order.rev + 1,
        updateTime: now,
      });
    }
    const after: StoredRefund = { ...refund, ...patch };
    const target = { resource: 'refund', resourceId: refundId, result: 'fail' as const };
    const row = auditRow(actor.context, actor.admin, { ...target, before: refund, after });
    await transaction.insert('auditLogs', { ...row, _id: rowId });
    return after;
  });
};

/** Takes the amount up again before a released refund is sent once more. @throws 40902 */
export const reserveAgain = async (refundId: string): Promise<StoredRefund> => {
  const now = Date.now();
  return inTransaction(async transaction => {
    const refund = await transaction.get<StoredRefund>('refunds', refundId);
    const order = refund && (await transaction.get<StoredOrder>('orders', refund.orderId));
    if (!refund || !order) throw notFound();
    if (refund.reserved) return refund;
    if (order.openRefundId && order.openRefundId !== refundId)
      throw stateNotAllowed('该订单还有另一笔退款没有结束');
    if (refund.amountFen > refundableFen(order)) throw stateNotAllowed('订单剩余可退金额不足');
    const patch = {
      reserved: true,
      outcomeUnknown: true,
      nextQueryTime: nextQueryTime(0, now),
      queryCount: 0,
      rev: refund.rev + 1,
      updateTime: now,
    };
    await transaction.update('refunds', refundId, patch);
    await transaction.update('orders', order._id, {
      ...orderSums(order, refund, 'created').sums,
      rev: order.rev + 1,
      updateTime: now,
    });
    return { ...refund, ...patch };
  });
};

/** 50201: the gateway did not say; what was done stands, and the timer goes on asking. */
export const gatewayUnclear = () =>
  new ActionError(codes.thirdParty, '微信支付没有明确答复，系统会继续查询，请稍后查看');
