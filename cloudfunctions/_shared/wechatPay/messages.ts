import { z } from '#contract/zod.ts';

/** The used parts of the gateway's messages, under our names. */
const amount = z.object({ total: z.int(), refund: z.int() });
const rfc3339 = z
  .string()
  .transform(text => Date.parse(text))
  .pipe(z.int());

export const gatewayRefund = z
  .object({
    refund_id: z.string(),
    out_refund_no: z.string(),
    out_trade_no: z.string(),
    status: z.enum(['SUCCESS', 'CLOSED', 'PROCESSING', 'ABNORMAL']),
    success_time: rfc3339.optional(),
    user_received_account: z.string().optional(),
    amount,
  })
  .transform(from => ({
    refundId: from.refund_id,
    outRefundNo: from.out_refund_no,
    outTradeNo: from.out_trade_no,
    status: from.status,
    successTime: from.success_time ?? null,
    userReceivedAccount: from.user_received_account ?? '',
    totalFen: from.amount.total,
    amountFen: from.amount.refund,
  }));
export type GatewayRefund = z.output<typeof gatewayRefund>;

export const gatewayTrade = z
  .object({
    appid: z.string().optional(),
    mchid: z.string(),
    out_trade_no: z.string(),
    transaction_id: z.string().optional(),
    trade_state: z.enum([
      ...(['SUCCESS', 'REFUND', 'NOTPAY', 'CLOSED', 'REVOKED', 'USERPAYING', 'PAYERROR'] as const),
    ]),
    success_time: rfc3339.optional(),
    amount: z.object({ total: z.int(), currency: z.string().optional() }).optional(),
  })
  .transform(from => ({
    appid: from.appid ?? '',
    mchid: from.mchid,
    outTradeNo: from.out_trade_no,
    transactionId: from.transaction_id ?? '',
    state: from.trade_state,
    successTime: from.success_time ?? null,
    totalFen: from.amount?.total ?? null,
    currency: from.amount?.currency ?? 'CNY',
  }));
export type GatewayTrade = z.output<typeof gatewayTrade>;

export const gatewayBill = z
  .object({
    hash_type: z.literal('SHA1'),
    hash_value: z.string().regex(/^[0-9a-fA-F]{40}$/),
    download_url: z.url(),
  })
  .transform(from => ({ sha1: from.hash_value.toLowerCase(), address: from.download_url }));
