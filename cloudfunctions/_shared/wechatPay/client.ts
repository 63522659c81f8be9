import { fit } from '#contract/limits/limit.ts';
import { wechatPayLimits } from '#contract/limits/wechatPay.ts';
import { shanghaiTime } from '#contract/shanghai.ts';
import { z } from '#contract/zod.ts';
import { gatewayBill, gatewayRefund, gatewayTrade } from './messages.ts';
import { merchantSettings } from './settings.ts';
import { send } from './transport.ts';

export interface PrepayRequest {
  outTradeNo: string;
  description: string;
  amountFen: number;
  expireTime: number;
  /** The user's openid; '' for a payment by QR code. */
  openid: string;
}

export interface RefundRequest {
  outTradeNo: string;
  outRefundNo: string;
  amountFen: number;
  totalFen: number;
  reason: string;
}

const encoded = encodeURIComponent;

/** Shanghai time, as the gateway writes it. */
const toRfc3339 = (instant: number) => `${shanghaiTime(instant).replace(' ', 'T')}+08:00`;

/** The gateway under the settings as they are now. @throws 50201 when they are incomplete */
export const wechatPay = async () => {
  const merchant = await merchantSettings();
  const { appid, mchid } = merchant;
  const get = <T extends z.ZodType>(target: string, schema: T) =>
    send(merchant, 'GET', target, null, schema);
  const post = <T extends z.ZodType>(target: string, payload: object, schema: T) =>
    send(merchant, 'POST', target, payload, schema);
  return {
    merchant,

    prepay: ({ outTradeNo, description, amountFen, expireTime, openid }: PrepayRequest) =>
      post(
        `/v3/pay/transactions/${openid ? 'jsapi' : 'native'}`,
        {
          appid,
          mchid,
          description,
          out_trade_no: outTradeNo,
          time_expire: toRfc3339(expireTime),
          notify_url: merchant.notifyUrl,
          amount: { total: amountFen, currency: 'CNY' },
          ...(openid && { payer: { openid } }),
        },
        z.object({ prepay_id: z.string().optional(), code_url: z.string().optional() }),
      ),

    queryTrade: (outTradeNo: string) =>
      get(
        `/v3/pay/transactions/out-trade-no/${encoded(outTradeNo)}?mchid=${encoded(mchid)}`,
        gatewayTrade,
      ),

    closeTrade: (outTradeNo: string) =>
      post(
        `/v3/pay/transactions/out-trade-no/${encoded(outTradeNo)}/close`,
        { mchid },
        z.unknown(),
      ),

    /** May be repeated with the same number and parameters: the money is returned once. */
    refund: ({ outTradeNo, outRefundNo, amountFen, totalFen, reason: given }: RefundRequest) => {
      // One that was stored when more was allowed must still get out.
      const reason = fit(wechatPayLimits.refund.reason, given);
      return post(
        '/v3/refund/domestic/refunds',
        {
          out_trade_no: outTradeNo,
          out_refund_no: outRefundNo,
          ...(reason && { reason }),
          ...(merchant.refundNotifyUrl && { notify_url: merchant.refundNotifyUrl }),
          amount: { refund: amountFen, total: totalFen, currency: 'CNY' },
        },
        gatewayRefund,
      );
    },

    queryRefund: (outRefundNo: string) =>
      get(`/v3/refund/domestic/refunds/${encoded(outRefundNo)}`, gatewayRefund),

    /** Where the bill of a day is; the address is valid for five minutes. */
    bill: (kind: 'trade' | 'fundflow', date: string) =>
      get(
        `/v3/bill/${kind}bill?bill_date=${date}&${kind === 'trade' ? 'bill_type=ALL' : 'account_type=BASIC'}&tar_type=GZIP`,
        gatewayBill,
      ),

    applyAbnormalRefund: (refundId: string, payload: object) =>
      post(
        `/v3/refund/domestic/refunds/${encoded(refundId)}/apply-abnormal-refund`,
        payload,
        gatewayRefund,
      ),
  };
};

export type WechatPay = Awaited<ReturnType<typeof wechatPay>>;

/** Its settings are read beside other things; where they are not complete, only a use of them is refused. */
export const gatewayRead = (): (() => Promise<WechatPay>) => {
  const reading = wechatPay();
  reading.catch(() => undefined);
  return () => reading;
};
