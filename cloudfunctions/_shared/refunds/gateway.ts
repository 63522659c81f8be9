import { z } from '#contract/zod.ts';
import { orders } from '../orders/orders.ts';
import { envOf, isApples, NO_ORDER, queryVirtual } from '../orders/virtual.ts';
import { callWeChat, type WeChatOutcome } from '../weChat/client.ts';
import type { WechatPay } from '../wechatPay/client.ts';
import type { GatewayRefund } from '../wechatPay/messages.ts';
import type { Outcome } from '../wechatPay/transport.ts';
import { virtualSettings } from '../wechatPay/virtualSettings.ts';
import type { StoredRefund } from './refunds.ts';

/** Where the refunds of a channel are sent, and asked about. */
export interface RefundGateway {
  /** Under the refund's own number, by which the money goes back once. */
  refund(refund: StoredRefund): Promise<Outcome<GatewayRefund>>;
  query(refund: StoredRefund): Promise<Outcome<GatewayRefund>>;
}

const throughWechatPay = (pay: WechatPay): RefundGateway => ({
  refund: ({ _id, orderNo, orderPayFen, amountFen, reason }) =>
    pay.refund({
      outTradeNo: orderNo,
      outRefundNo: _id,
      amountFen,
      totalFen: orderPayFen,
      reason,
    }),
  query: ({ _id }) => pay.queryRefund(_id),
});

/** Refusals of a virtual refund after which nothing has moved; what else is answered may have been carried out. */
const REFUSED = [268490001, 268490002, 268490003, 268490007, 268490013, 268490016];

const outcomeOf = <T>(answer: WeChatOutcome<T>): Outcome<T> => {
  if (answer.kind === 'ok') return { ...answer, httpStatus: 200, code: '' };
  if (answer.kind !== 'refused') return { kind: 'unknown', httpStatus: 0, code: 'NO_ANSWER' };
  const kind = REFUSED.includes(answer.code) ? 'refused' : 'unknown';
  return { kind, httpStatus: 200, code: String(answer.code) };
};

const accepted = z.object({ refund_wx_order_id: z.string().default('') });
/** `status` of a refund at WeChat; whatever else it is has not ended. */
const ended: Record<number, GatewayRefund['status']> = { 7: 'CLOSED', 8: 'SUCCESS' };

const reported = (
  { _id, orderNo, amountFen, orderPayFen }: StoredRefund,
  more: Pick<GatewayRefund, 'refundId' | 'status'> & Partial<GatewayRefund>,
): GatewayRefund => ({
  outRefundNo: _id,
  outTradeNo: orderNo,
  amountFen,
  totalFen: orderPayFen,
  successTime: null,
  userReceivedAccount: '',
  ...more,
});

/** `refund_order` only starts a refund; `query_order` says where it stands. Source: docs/virtual-payment.md */
const throughVirtualPayment: RefundGateway = {
  async refund(refund) {
    const order = await orders.require(refund.orderId);
    const paid = await queryVirtual(order);
    if (paid.kind !== 'ok') return outcomeOf(paid);
    if (isApples(paid.data)) return { kind: 'refused', httpStatus: 200, code: 'BY_APPLE' };
    const env = envOf(order);
    const asked = {
      openid: order.openid,
      order_id: order.orderNo,
      refund_order_id: refund._id,
      // Developers have seen it missing.
      left_fee: paid.data.left_fee ?? order.payFen - order.refundedFen,
      refund_fee: refund.amountFen,
      biz_meta: '',
      refund_reason: '5',
      req_from: '1',
      env,
    };
    const key = (await virtualSettings()).appKey(env);
    const answer = outcomeOf(await callWeChat('xpay/refund_order', asked, accepted, key));
    if (answer.kind !== 'ok') return answer;
    const refundId = answer.data.refund_wx_order_id;
    return { ...answer, data: reported(refund, { refundId, status: 'PROCESSING' }) };
  },
  async query(refund) {
    const order = await orders.require(refund.orderId);
    const { isTheirs, refundId: wx_order_id } = refund;
    const number = isTheirs ? { wx_order_id } : { order_id: refund._id };
    const answer = await queryVirtual(order, number);
    if (answer.kind === 'refused' && answer.code === NO_ORDER)
      return { kind: 'refused', httpStatus: 200, code: 'RESOURCE_NOT_EXISTS' };
    const outcome = outcomeOf(answer);
    if (outcome.kind !== 'ok') return outcome;
    const { status, refund_fee, paid_time } = outcome.data;
    const data = reported(refund, {
      refundId: outcome.data.wx_order_id,
      status: ended[status] ?? 'PROCESSING',
      amountFen: refund_fee,
      successTime: paid_time * 1_000 || null,
    });
    return { ...outcome, data };
  },
};

/** @param pay under the settings as they are; not called where the money did not come by WeChat Pay */
export const refundGateway = async (
  { payChannel }: Pick<StoredRefund, 'payChannel'>,
  pay: () => Promise<WechatPay>,
): Promise<RefundGateway> =>
  payChannel === 'virtual' ? throughVirtualPayment : throughWechatPay(await pay());
