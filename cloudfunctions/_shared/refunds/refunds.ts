import type { OrderRefundStatus } from '#contract/order.ts';
import { mayBeRefunded } from '#contract/orderRules.ts';
import type { Refund, RefundStatus } from '#contract/refund.ts';
import { repository, type Stored } from '../base/repository.ts';
import type { StoredOrder } from '../orders/orders.ts';

/**
 * The right to call the gateway about one refund. Every caller that queries, submits or voids takes it first, by
 * compare-and-set in the refund, and works on the record that this returns. It expires in case its holder dies.
 */
export interface Lease {
  holder: string;
  until: number;
}

export interface StoredRefund extends Stored, Omit<Refund, keyof Stored> {
  /** The amount is part of the order's `refundingFen`. */
  reserved: boolean;
  /** With this refund everything paid has been returned. */
  endsOrder?: boolean;
  /** Number of queries since the last change of state; determines the next interval. */
  queryCount: number;
  /** Who speaks to the gateway about it; a lease, see `lease.ts`. */
  turn: Lease | null;
  /** Key of the client's request, so that a repetition is recognised. */
  idemKey: string;
  /** Hash of the request, so that a different request with the same key is noticed. */
  intent: string;
}

export const refunds = repository<StoredRefund>('refunds');

export const MOST_REFUNDS_PER_ORDER = 50;
export const REFUND_PAUSE_MS = 60_000;
const YEAR_MS = 365 * 86_400_000;
const ATTEMPTS_KEPT = 30;

/** The refund's id and its number at the gateway: derived from the order and permanent. */
export const refundIdOf = (order: StoredOrder): string =>
  `RF${order.orderNo}${String(order.refundCount + 1).padStart(2, '0')}`;

export const refundableFen = (order: StoredOrder): number =>
  order.payFen - order.refundedFen - order.refundingFen;

/** Granted by the order and not yet taken back. */
export const reclaimable = ({ fulfil, clawedBack }: StoredOrder) => ({
  credits: Math.max(0, fulfil.credits + fulfil.giftCredits - clawedBack.credits),
  days: Math.max(0, fulfil.days - clawedBack.days),
});

/** Why no refund of this order is possible now, shown to people; '' when one is. */
export const obstacleTo = (order: StoredOrder, now: number): string => {
  if (order.status === 'refunded') return '订单已全额退款';
  if (!mayBeRefunded(order)) return '只有已支付或已完成的订单可以退款';
  if (order.payChannel === 'code') return '激活码订单没有可退的款项';
  if (order.payChannel === 'virtual') return '虚拟支付的订单请在微信支付商户平台退款';
  if (!order.payTime || now - order.payTime > YEAR_MS) return '支付已超过一年，无法原路退款';
  if (order.refundCount >= MOST_REFUNDS_PER_ORDER) return '该订单的退款次数已达上限';
  if (order.openRefundId) return '该订单还有一笔退款没有结束';
  if (order.lastRefundTime && now - order.lastRefundTime < REFUND_PAUSE_MS)
    return '同一订单两次退款需间隔一分钟';
  return refundableFen(order) <= 0 ? '没有可退的金额' : '';
};

/** Follows from the sums; the order's own status changes only when everything was refunded. */
export const orderRefundStatus = (
  order: Pick<StoredOrder, 'refundedFen' | 'refundingFen' | 'payFen'>,
  openStatus: RefundStatus | null,
): OrderRefundStatus => {
  if (order.payFen > 0 && order.refundedFen >= order.payFen) return 'full';
  if (openStatus === 'abnormal') return 'abnormal';
  if (order.refundingFen > 0) return 'processing';
  return order.refundedFen > 0 ? 'partial' : 'none';
};

export type Attempt = Omit<StoredRefund['attempts'][number], 'time'>;

export const withAttempt = (refund: StoredRefund, attempt: Attempt | undefined, now: number) =>
  attempt ? [...refund.attempts, { time: now, ...attempt }].slice(-ATTEMPTS_KEPT) : refund.attempts;

/** A submission with unknown outcome may still reach the gateway. */
export const isInFlight = ({ inFlightUntil }: Pick<StoredRefund, 'inFlightUntil'>, now: number) =>
  inFlightUntil !== null && inFlightUntil > now;

/** The gateway's refusals in our words; its own text is never shown. */
const failures: Record<string, string> = {
  NOT_ENOUGH: '商户账户余额不足，请充值后重试',
  USER_ACCOUNT_ABNORMAL: '用户账户异常，请联系用户后重试',
  RESOURCE_NOT_EXISTS: '微信支付没有这笔交易',
  INVALID_REQUEST: '微信支付认为这次退款不符合规则',
  PARAM_ERROR: '退款参数未被接受',
  NO_AUTH: '商户没有退款权限',
  MCH_NOT_EXISTS: '商户号不存在',
  SIGN_ERROR: '商户签名未通过，请检查支付设置',
};
export const failureText = (code: string): string => failures[code] ?? '微信支付拒绝了这次退款';
