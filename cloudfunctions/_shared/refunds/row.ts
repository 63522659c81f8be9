import { createHash } from 'node:crypto';
import type { Input } from '#contract/action.ts';
import type { orderActions } from '#contract/order.ts';
import { proposedClawback } from '#contract/refundTerms.ts';
import { refundSentences } from '#contract/sentences/refunds.ts';
import type { Actor } from '../base/actor.ts';
import { invalid } from '../base/errors.ts';
import type { StoredOrder } from '../orders/orders.ts';
import { type HeldRefund, newLease } from './lease.ts';
import { reclaimable, refundIdOf } from './refunds.ts';

export type RefundWish = Omit<Input<typeof orderActions.processRefund>, 'id'>;

export const intentOf = ({ idemKey: _key, ...wish }: RefundWish) =>
  createHash('sha256')
    .update(JSON.stringify(Object.entries(wish).sort()))
    .digest('hex')
    .slice(0, 24);

const clawbackOf = (order: StoredOrder, wish: RefundWish): HeldRefund['clawback'] => {
  const left = reclaimable(order);
  if (!wish.clawback) return proposedClawback({ ...order, left }, wish.amountFen);
  const { credits, packageDays = 0, allowNegative } = wish.clawback;
  if (credits > left.credits) throw invalid({ 'clawback.credits': refundSentences.creditsTooMany });
  if (packageDays > left.days)
    throw invalid({ 'clawback.packageDays': refundSentences.daysTooMany });
  return { credits, packageDays, allowNegative };
};

/** The record of a new refund; afterwards only `status` and what follows from it change. */
export const rowOf = (
  order: StoredOrder,
  wish: RefundWish,
  actor: Actor,
  now: number,
): Omit<HeldRefund, 'rev' | 'createTime' | 'updateTime'> => {
  const turn = newLease(now);
  return {
    _id: refundIdOf(order),
    orderId: order._id,
    orderNo: order.orderNo,
    orderPayFen: order.payFen,
    userId: order.userId,
    openid: order.openid,
    printOrderId: order.printOrderId,
    amountFen: wish.amountFen,
    reasonCode: wish.reasonCode,
    reason: wish.reason,
    internalNote: wish.internalNote ?? '',
    items: wish.items ?? [],
    clawback: clawbackOf(order, wish),
    clawedBack: null,
    payChannel: order.payChannel,
    status: 'created',
    outcomeUnknown: true,
    failure: '',
    refundId: '',
    gatewayStatus: '',
    userReceivedAccount: '',
    attempts: [],
    applyBy: actor.name,
    successTime: null,
    // If the process dies before the gateway is called, the timer finds the refund by this.
    turn,
    nextQueryTime: turn.until,
    inFlightUntil: null,
    voidTime: null,
    afterVoid: 'none',
    reserved: true,
    queryCount: 0,
    idemKey: wish.idemKey ?? '',
    intent: intentOf(wish),
  };
};
