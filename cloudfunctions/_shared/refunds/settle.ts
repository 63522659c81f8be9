import { orderTransitions } from '#contract/order.ts';
import type { RefundStatus } from '#contract/refund.ts';
import { mayMove } from '#contract/states.ts';
import { auditRow } from '../audit.ts';
import { refundFigures } from '../counting/facts.ts';
import { count } from '../counters.ts';
import { notFound } from '../errors.ts';
import { type Actor, moved, type StoredOrder } from '../orders/orders.ts';
import { cancelUnproduced } from '../printOrders.ts';
import { newId } from '../repository.ts';
import { inTransaction, type Transaction } from '../transaction.ts';
import type { GatewayRefund } from '../wechatPay/messages.ts';
import { takeBack } from './clawback.ts';
import type { StoredRefund } from './refunds.ts';
import { nextQueryTime } from './schedule.ts';
import { orderSums, wayTo } from './sums.ts';

/** What the gateway says, as far as it concerns us. */
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

/** What a success does beside the sums: what was granted comes back, prints stop, the order may be at its end. */
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

/**
 * Records where the gateway says a refund stands, for the notice, the timer and whoever asks alike: refund, order,
 * credits, prints and audit in one transaction, once however often it is told.
 */
export const settleRefund = async (
  refundId: string,
  fact: RefundFact,
  actor: Actor,
  extra: Partial<StoredRefund> = {},
): Promise<StoredRefund> => {
  const now = Date.now();
  const rowId = newId();
  const logId = newId();
  const outcome = await inTransaction(async transaction => {
    const refund = await transaction.get<StoredRefund>('refunds', refundId);
    const order = refund && (await transaction.get<StoredOrder>('orders', refund.orderId));
    if (!refund || !order) throw notFound();
    const way = wayTo(refund.status, stateOf[fact.status]);
    if (way === null || refund.status === 'success') return { refund, gained: false };
    const to = way.at(-1) ?? refund.status;
    const { reserved, sums } = orderSums(order, refund, to);
    const succeeded = to === 'success' && way.length > 0;
    const effects = succeeded
      ? await effectsOf(transaction, refund, order, sums.refundedFen, actor, now, logId)
      : null;
    const patch: Partial<StoredRefund> = {
      status: to,
      reserved,
      outcomeUnknown: false,
      failure: '',
      refundId: fact.refundId || refund.refundId,
      gatewayStatus: fact.status,
      userReceivedAccount: fact.userReceivedAccount || refund.userReceivedAccount,
      nextQueryTime: nextTime(refund, to, now),
      ...(succeeded && { successTime: fact.successTime ?? now, clawedBack: effects!.clawedBack }),
      ...(effects?.ends && { endsOrder: true }),
      ...extra,
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
      const target = { resource: 'refund', resourceId: refundId };
      const row = auditRow(actor.context, actor.admin, { ...target, before: refund, after });
      await transaction.insert('auditLogs', { ...row, _id: rowId });
    }
    return { refund: after, gained: succeeded };
  });
  if (outcome.gained) await count(outcome.refund.successTime ?? now, refundFigures(outcome.refund));
  return outcome.refund;
};

/** Done and closed ones are not asked about; an abnormal one may be settled by hand at the gateway, so once a day. */
const nextTime = (refund: StoredRefund, to: RefundStatus, now: number): number | null => {
  if (to === 'success' || to === 'closed') return null;
  return to === 'abnormal' ? nextQueryTime(Infinity, now) : nextQueryTime(refund.queryCount, now);
};
