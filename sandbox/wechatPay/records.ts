/** The gateway's records. */
export interface Trade {
  outTradeNo: string;
  transactionId: string;
  totalFen: number;
  state: 'NOTPAY' | 'SUCCESS' | 'CLOSED' | 'REFUND' | 'USERPAYING';
  openid: string;
  successTime: number | null;
  notifyUrl: string;
  /** Successful and open refunds, including those before this process. */
  refundedFen: number;
  refundCount: number;
  lastRefundTime: number;
}

export type RefundState = 'PROCESSING' | 'SUCCESS' | 'CLOSED' | 'ABNORMAL';

export interface SandboxRefund {
  refundId: string;
  outRefundNo: string;
  outTradeNo: string;
  transactionId: string;
  amountFen: number;
  totalFen: number;
  reason: string;
  status: RefundState;
  createTime: number;
  successTime: number | null;
  notifyUrl: string;
  account: string;
  /** When and how it settles; null for one that stays as it is. */
  settle: { time: number; to: RefundState } | null;
  /** How often money was sent: more than once would be the error that tests look for. */
  paidOut: number;
}

/** Earlier payments and refunds, e.g. of demo data, as known to the host program. */
export interface KnownPayments {
  trade(outTradeNo: string): Promise<Trade | null>;
  refund(outRefundNo: string): Promise<SandboxRefund | null>;
  /** The merchant's number of the payment that has this one of the gateway. */
  outTradeNoOf?(transactionId: string): Promise<string | null>;
  /** Those of a span of time, by when they were paid and by when they were accepted; for bills. */
  tradesBetween?(from: number, until: number): Promise<Trade[]>;
  refundsBetween?(from: number, until: number): Promise<SandboxRefund[]>;
}

export class Refusal extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
    message: string,
  ) {
    super(message);
  }
}

export const paramError = (message: string) => new Refusal(400, 'PARAM_ERROR', message);
export const invalidRequest = (message: string) => new Refusal(400, 'INVALID_REQUEST', message);

/** Shanghai time with its offset. */
export const rfc3339 = (instant: number): string =>
  `${new Date(instant + 8 * 3_600_000).toISOString().slice(0, 19)}+08:00`;

export const tradeBody = (trade: Trade, appid: string, mchid: string) => ({
  appid,
  mchid,
  out_trade_no: trade.outTradeNo,
  trade_state: trade.state,
  trade_state_desc: trade.state === 'SUCCESS' ? '支付成功' : '订单未支付',
  ...(trade.successTime !== null && {
    transaction_id: trade.transactionId,
    trade_type: trade.openid ? 'JSAPI' : 'NATIVE',
    bank_type: 'OTHERS',
    success_time: rfc3339(trade.successTime),
    payer: { openid: trade.openid },
  }),
  amount: {
    total: trade.totalFen,
    payer_total: trade.totalFen,
    currency: 'CNY',
    payer_currency: 'CNY',
  },
});

export const refundBody = (refund: SandboxRefund) => ({
  refund_id: refund.refundId,
  out_refund_no: refund.outRefundNo,
  transaction_id: refund.transactionId,
  out_trade_no: refund.outTradeNo,
  channel: 'ORIGINAL',
  user_received_account: refund.account,
  create_time: rfc3339(refund.createTime),
  status: refund.status,
  ...(refund.successTime !== null && { success_time: rfc3339(refund.successTime) }),
  funds_account: 'UNSETTLED',
  amount: {
    total: refund.totalFen,
    refund: refund.amountFen,
    payer_total: refund.totalFen,
    payer_refund: refund.amountFen,
    settlement_refund: refund.amountFen,
    settlement_total: refund.totalFen,
    discount_refund: 0,
    currency: 'CNY',
  },
});
