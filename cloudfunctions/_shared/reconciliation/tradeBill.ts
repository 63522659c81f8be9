import { billSentences } from '#contract/sentences/reconciliation.ts';
import { BillError, type TableRow, valueIn } from './table.ts';

/** `19.99` → 1999, by digits, without floating point. Null for anything that is not an amount. */
export const fenOf = (text: string): number | null => {
  const match = /^(-?)(\d{1,10})(?:\.(\d{1,2}))?$/.exec(text);
  if (!match) return null;
  const [, minus, whole = '', part = ''] = match;
  const fen = Number(`${whole}${part.padEnd(2, '0')}`);
  return minus && fen > 0 ? -fen : fen;
};

/** The compared part of a row. Payer and bank are not kept. */
export interface BillRow {
  of: 'payment' | 'refund';
  /** Our number: of the order or the refund. */
  number: string;
  orderNo: string;
  /** The gateway's number. */
  gatewayNo: string;
  amountFen: number;
  time: number;
}

export interface BillTotals {
  rows: number;
  paidCount: number;
  paidFen: number;
  refundCount: number;
  refundedFen: number;
  feeFen: number;
  /** After coupons: the amount moved on the account. */
  settledFen: number;
  settledBackFen: number;
}

export const noTotals = (): BillTotals => ({
  rows: 0,
  paidCount: 0,
  paidFen: 0,
  refundCount: 0,
  refundedFen: 0,
  feeFen: 0,
  settledFen: 0,
  settledBackFen: 0,
});

export const SUMMARY_TITLE = '总交易单数';
export const FREE_COLUMN = '商品名称';

const sumIn = (row: TableRow, ...names: string[]): number => {
  const fen = fenOf(valueIn(row, ...names));
  if (fen === null) throw new BillError(billSentences.unreadableAmount);
  return fen;
};

/** `2026-11-20 14:05:09`, in Shanghai. */
const timeIn = (row: TableRow, name: string): number => {
  const text = valueIn(row, name);
  const time = /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/.test(text)
    ? Date.parse(`${text.replace(' ', 'T')}+08:00`)
    : NaN;
  if (Number.isNaN(time)) throw new BillError(billSentences.unreadableTime);
  return time;
};

/** Refunds given up by the gateway: no money moved. */
const endedWithoutMoney = new Set(['FAIL', 'CLOSED', 'REFUNDCLOSE']);

/**
 * One row of the trade bill and its contribution to the sums. Amounts are the requested ones, including coupons, as in
 * our records. Old bills name the order's sum 总金额 and have no separate column.
 * @returns null for a refund that did not happen
 */
export const readTradeRow = (row: TableRow, totals: BillTotals): BillRow | null => {
  const state = valueIn(row, '交易状态');
  const orderNo = valueIn(row, '商户订单号');
  const time = timeIn(row, '交易时间');
  totals.rows += 1;
  totals.feeFen += sumIn(row, '手续费');
  if (state === 'SUCCESS') {
    const amountFen = sumIn(row, '订单金额', '总金额', '应结订单金额');
    totals.paidCount += 1;
    totals.paidFen += amountFen;
    totals.settledFen += sumIn(row, '应结订单金额', '总金额');
    const gatewayNo = valueIn(row, '微信订单号');
    return { of: 'payment', number: orderNo, orderNo, gatewayNo, amountFen, time };
  }
  // A payment revoked at once (REVOKED) is in the same columns.
  if (state !== 'REFUND' && state !== 'REVOKED') throw new BillError(billSentences.unreadableState);
  const amountFen = sumIn(row, '申请退款金额', '退款金额');
  const settledBackFen = sumIn(row, '退款金额');
  if (endedWithoutMoney.has(valueIn(row, '退款状态'))) return null;
  totals.refundCount += 1;
  totals.refundedFen += amountFen;
  totals.settledBackFen += settledBackFen;
  const number = valueIn(row, '商户退款单号') || orderNo;
  const gatewayNo = valueIn(row, '微信退款单号');
  return { of: 'refund', number, orderNo, gatewayNo, amountFen, time };
};

export interface FundTotals {
  incomeFen: number;
  outgoFen: number;
  paidFen: number;
  refundedFen: number;
}

export const FUND_SUMMARY_TITLE = '资金流水总笔数';
export const FUND_FREE_COLUMN = '备注';

/** One movement of the account: payments and refunds separately, everything else only in the total. */
export const addMovement = (row: TableRow, totals: FundTotals): void => {
  const fen = sumIn(row, '收支金额(元)', '收支金额');
  const isIncome = valueIn(row, '收支类型') === '收入';
  if (isIncome) totals.incomeFen += fen;
  else totals.outgoFen += fen;
  const kind = valueIn(row, '业务类型');
  if (kind === '交易') totals.paidFen += isIncome ? fen : -fen;
  // 退款关闭 returns the money of a refund.
  if (kind === '退款' || kind === '退款关闭') totals.refundedFen += isIncome ? -fen : fen;
};
