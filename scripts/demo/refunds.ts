import type { StoredOrder } from '#cloudfunctions/_shared/orders/orders.ts';
import { recount } from '#cloudfunctions/_shared/refunds/lines.ts';
import {
  orderRefundStatus,
  refundGrams,
  type StoredRefund,
} from '#cloudfunctions/_shared/refunds/refunds.ts';
import { isOpen } from '#cloudfunctions/_shared/refunds/sums.ts';
import type { RefundStatus } from '#contract/refund.ts';
import { refundEntity } from '#contract/refund.ts';
import type { Random } from './random.ts';
import { DAY } from './record.ts';

/** Reasons from the settings, each with its text for the user. */
const reasons: [string, string][] = [
  ['误操作下单', '用户申请退款'],
  ['生成效果不满意', '多次生成失败'],
  ['生成效果不满意', '效果与预期不符'],
  ['其他', '照片有折痕'],
  ['重复购买', '重复购买'],
];

export interface RefundWish {
  _id: string;
  order: StoredOrder;
  time: number;
  amountFen: number;
  /** The lines that it is about, if it names any. */
  items?: StoredRefund['items'];
  status: RefundStatus;
  /** The gateway's own refusal, for `request_failed`. */
  failure?: string;
  /** Milliseconds after which it was voided, before the gateway carried it out. */
  voidedAfter?: number;
}

/** One refund, and the order's sums as it leaves them. Changes the order. */
export const demoRefund = (random: Random, wish: RefundWish, now: number): StoredRefund => {
  const { _id, order, time, amountFen, items = [], status, failure = '', voidedAfter } = wish;
  const { orderNo, userId, openid, printOrderId, payChannel } = order;
  const [reasonCode, reason] = random.pick(reasons);
  const success = status === 'success';
  const reserved = isOpen(status) && !failure;
  const accepted = ['processing', 'success', 'abnormal', 'closed'].includes(status);
  const full = amountFen === order.payFen;
  const granted = order.fulfil.credits + order.fulfil.giftCredits;
  const credits = full ? granted : Math.floor((granted * amountFen) / order.payFen);
  const successTime = success
    ? Math.min(now - 1_000, time + (voidedAfter ?? 0) + random.int(20_000, 900_000))
    : null;
  const paid = Math.min(credits, order.fulfil.credits);
  const updateTime = successTime ?? time + 60_000;
  const clawback = { credits, packageDays: full ? order.fulfil.days : 0, allowNegative: true };

  order.refundCount += 1;
  order.lastRefundTime = time;
  order.refundingFen += reserved ? amountFen : 0;
  order.refundedFen += success ? amountFen : 0;
  if (reserved || success) order.refundItems = recount(order.refundItems, items, 1);
  order.openRefundId = isOpen(status) ? _id : '';
  order.refundStatus = orderRefundStatus(order, status);
  order.updateTime = updateTime;
  order.rev += 1;
  const keeps = success || reserved;
  if (keeps) order.clawedBack = { credits, days: clawback.packageDays };
  if (success && order.refundedFen === order.payFen) {
    const move = { from: order.status, to: 'refunded', by: '微信退款通知', reason: '已全额退款' };
    order.history = [...order.history, { time: updateTime, ...move }];
    order.status = 'refunded';
  }
  const call = { by: '管理员', call: 'refund' };
  return {
    ...refundEntity.blank(),
    _id,
    rev: success ? 3 : 2,
    createTime: time,
    updateTime,
    orderId: order._id,
    orderNo,
    orderPayFen: order.payFen,
    userId,
    openid,
    userSnap: { nickName: order.userSnap.nickName },
    printOrderId,
    amountFen,
    reasonCode,
    reason,
    items,
    clawback,
    status,
    failure,
    clawedBack: keeps ? { paid, gift: credits - paid, packageDays: clawback.packageDays } : null,
    takings: keeps ? 1 : 0,
    payChannel,
    outcomeUnknown: status === 'created',
    refundId: accepted ? `50000${random.int(1e9, 9e9)}${String(time).slice(0, 13)}` : '',
    gatewayStatus: accepted ? status.toUpperCase() : '',
    userReceivedAccount: success ? '支付用户零钱' : '',
    attempts: [
      ...(accepted ? [{ time: time + 800, ...call, httpStatus: 200, code: '' }] : []),
      ...(failure ? [{ time: time + 800, ...call, httpStatus: 403, code: 'NOT_ENOUGH' }] : []),
    ],
    applyBy: '管理员',
    successTime,
    // Far in the future, so that they stay as they are in the demo.
    nextQueryTime: isOpen(status) && !failure ? now + DAY : null,
    reserved,
    queryCount: 0,
    turn: null,
    idemKey: '',
    intent: '',
    voidTime: voidedAfter ? time + voidedAfter : null,
    afterVoid: voidedAfter ? 'moved' : 'none',
    endsOrder: success && order.status === 'refunded',
    grams: refundGrams(_id, order),
  };
};
