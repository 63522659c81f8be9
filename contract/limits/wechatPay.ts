import { free, type Limit, type Limits } from './limit.ts';

/** WeChat Pay counts bytes, also where its reference says characters, and takes its «subset of UTF-8» only. */
const pay = (max: number): Limit => ({ max, unit: 'bytes', isBasic: true });

export const wechatPayLimits = {
  prepay: {
    appid: pay(32),
    mchid: pay(32),
    description: pay(127),
    out_trade_no: pay(32),
    time_expire: pay(64),
    notify_url: pay(255),
    'amount.total': free,
    'amount.currency': pay(16),
    'payer.openid': pay(128),
  },
  close: { mchid: pay(32) },
  refund: {
    out_trade_no: pay(32),
    out_refund_no: pay(64),
    reason: pay(80),
    notify_url: pay(256),
    'amount.refund': free,
    'amount.total': free,
    'amount.currency': pay(16),
  },
  abnormalRefund: {
    out_refund_no: pay(64),
    type: free,
    bank_type: pay(16),
    /** Encrypted. */
    bank_account: pay(1_024),
    real_name: pay(1_024),
  },
} as const satisfies Limits;
