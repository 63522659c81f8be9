import type { BookFigures } from '#contract/reconciliation.ts';
import { dayAfter, dayOf } from '#contract/shanghai.ts';
import type { StoredOrder } from '../orders/orders.ts';
import type { StoredRefund } from '../refunds/refunds.ts';
import type { Finding } from './records.ts';
import type { BillRow } from './tradeBill.ts';

export type OwnOrder = Pick<
  StoredOrder,
  '_id' | 'orderNo' | 'payFen' | 'payTime' | 'payChannel' | 'status' | 'transactionId'
>;
export type OwnRefund = Pick<
  StoredRefund,
  '_id' | 'orderId' | 'orderNo' | 'amountFen' | 'status' | 'createTime' | 'successTime' | 'refundId'
>;
export const ORDER_FIELDS = [
  ...(['orderNo', 'payFen', 'payTime', 'payChannel', 'status', 'transactionId'] as const),
];
export const REFUND_FIELDS = [
  ...(['orderId', 'orderNo', 'amountFen', 'status', 'createTime', 'successTime'] as const),
  'refundId',
];

export const addPayment = (figures: BookFigures, fen: number): void => {
  figures.paidCount += 1;
  figures.paidFen += fen;
};
export const addRefund = (figures: BookFigures, fen: number): void => {
  figures.refundCount += 1;
  figures.refundedFen += fen;
};

/** In progress at the gateway or arrived: the bill contains a refund from its acceptance on. */
const moves = ({ status }: OwnRefund) =>
  status === 'success' || status === 'processing' || status === 'abnormal';

const there = ({ of, number, orderNo, gatewayNo, amountFen, time }: BillRow) => ({
  of,
  number,
  orderNo,
  gatewayNo,
  billFen: amountFen,
  billTime: time,
  isWaiting: false,
});

/** Compares a payment of the bill with our order of that number; our amount is added to `ours`. */
export const comparePayment = (
  row: BillRow,
  order: OwnOrder | undefined,
  ours: BookFigures,
  payChannel: 'wxpay' | 'virtual' = 'wxpay',
): Finding | null => {
  const isPaid = order?.payChannel === payChannel && order.payTime !== null;
  if (isPaid) addPayment(ours, order.payFen);
  if (isPaid && order.payFen === row.amountFen) return null;
  return {
    ...there(row),
    kind: isPaid ? 'amount' : 'paid_there',
    orderId: order?._id ?? '',
    refundId: '',
    ownStatus: order?.status ?? '',
    // An order that was not paid adds nothing to our sum.
    ...(isPaid
      ? { ownFen: order.payFen, ownTime: order.payTime }
      : { ownFen: null, ownTime: null }),
  };
};

/** The same for a refund; `order` is the order that the bill names. */
export const compareRefund = (
  row: BillRow,
  refund: OwnRefund | undefined,
  order: OwnOrder | undefined,
  ours: BookFigures,
): Finding | null => {
  const isMoving = refund !== undefined && moves(refund);
  if (isMoving) addRefund(ours, refund.amountFen);
  if (isMoving && refund.amountFen === row.amountFen) return null;
  return {
    ...there(row),
    kind: isMoving ? 'amount' : 'refunded_there',
    orderId: refund?.orderId ?? order?._id ?? '',
    refundId: refund?._id ?? '',
    ownStatus: refund?.status ?? '',
    ownFen: isMoving ? refund.amountFen : null,
    ownTime: isMoving ? (refund.successTime ?? refund.createTime) : null,
  };
};

const here = { billFen: null, billTime: null };

export const unknownPayment = (order: OwnOrder): Omit<Finding, 'isWaiting'> => ({
  kind: 'payment_unknown',
  of: 'payment',
  ...here,
  number: order.orderNo,
  orderNo: order.orderNo,
  gatewayNo: order.transactionId,
  orderId: order._id,
  refundId: '',
  ownStatus: order.status,
  ownFen: order.payFen,
  ownTime: order.payTime,
});

export const unknownRefund = (refund: OwnRefund): Omit<Finding, 'isWaiting'> => ({
  kind: 'refund_unknown',
  of: 'refund',
  ...here,
  number: refund._id,
  orderNo: refund.orderNo,
  gatewayNo: refund.refundId,
  orderId: refund.orderId,
  refundId: refund._id,
  ownStatus: refund.status,
  ownFen: refund.amountFen,
  ownTime: refund.successTime,
});

/** How far the two clocks, and the recorded instants, may differ. */
const AROUND_MIDNIGHT_MS = 3_600_000;
const MOST_DAYS = 10;

const daysBetween = (from: number, to: number): string[] => {
  const last = dayOf(to + AROUND_MIDNIGHT_MS);
  const days: string[] = [];
  for (
    let day = dayOf(from - AROUND_MIDNIGHT_MS);
    day <= last && days.length < MOST_DAYS;
    day = dayAfter(day)
  )
    days.push(day);
  return days;
};

/** The bills that may contain a payment: of its day, and around midnight of the neighbouring day. */
export const billsOfPayment = ({ payTime }: OwnOrder): string[] =>
  payTime === null ? [] : daysBetween(payTime, payTime);

/**
 * The bills that may contain a refund. It is listed on the day of its acceptance, which is that of the request or,
 * after failures, a later one; the money may arrive days later.
 */
export const billsOfRefund = ({ createTime, successTime }: OwnRefund): string[] =>
  daysBetween(createTime, successTime ?? createTime);
