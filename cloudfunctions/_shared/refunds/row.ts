import type { Input } from '#contract/action.ts';
import type { orderActions } from '#contract/order.ts';
import { refundEntity } from '#contract/refund.ts';
import type { Actor } from '../base/actor.ts';
import { intentOf } from '../base/repeats.ts';
import type { StoredOrder } from '../orders/orders.ts';
import type { RefundDue } from './due.ts';
import { type HeldRefund, newLease } from './lease.ts';
import { refundGrams, refundIdOf } from './refunds.ts';

export type RefundWish = Omit<Input<typeof orderActions.processRefund>, 'id'>;

export type NewRefund = Omit<HeldRefund, 'rev' | 'createTime' | 'updateTime'>;

/** A new refund; afterwards only `status` and what follows from it change. */
export const rowOf = (
  order: StoredOrder,
  wish: RefundWish,
  due: RefundDue,
  actor: Actor,
  now: number,
): NewRefund => {
  const turn = newLease(now);
  const _id = refundIdOf(order);
  return {
    ...refundEntity.blank(),
    _id,
    orderId: order._id,
    orderNo: order.orderNo,
    orderPayFen: order.payFen,
    userId: order.userId,
    openid: order.openid,
    userSnap: { nickName: order.userSnap.nickName },
    printOrderId: order.printOrderId,
    amountFen: due.amountFen,
    reasonCode: wish.reasonCode,
    reason: wish.reason,
    internalNote: wish.internalNote ?? '',
    items: due.items,
    clawback: due.clawback,
    payChannel: order.payChannel,
    status: 'created',
    outcomeUnknown: true,
    applyBy: actor.name,
    // If the process dies before the gateway is called, the job finds the refund by this.
    turn,
    nextQueryTime: turn.until,
    reserved: true,
    queryCount: 0,
    idemKey: wish.idemKey ?? '',
    intent: intentOf(wish),
    grams: refundGrams(_id, order),
  };
};
