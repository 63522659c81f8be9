import { randomInt } from 'node:crypto';
import type { InvoiceStatus } from '#contract/invoiceStates.ts';
import { type Order, orderEntity } from '#contract/order.ts';
import { fulfilStatuses, type OrderStatus, orderStatuses } from '#contract/orderStates.ts';
import type { RefundAskStatus } from '#contract/refundAskStates.ts';
import { readSearch } from '#contract/search.ts';
import { orderSentences } from '#contract/sentences/orders.ts';
import { momentDigits } from '#contract/shanghai.ts';
import { mayMove } from '#contract/states.ts';
import { _ } from '../base/cloud.ts';
import { stateNotAllowed } from '../base/errors.ts';
import { type Query, type Repository, repository, type Stored } from '../base/repository.ts';
import { endsWith, holding } from '../base/search.ts';
import { gramsOf, numberTerms } from '../base/searchTerms.ts';
import type { Purchase } from '../tasks/bought.ts';

export interface StoredOrder extends Stored, Omit<Order, keyof Stored> {
  /** What a single purchase is for, until its task begins or the order is closed. */
  purchase?: Purchase | null;
  prepayId: string;
  codeUrl: string;
  /** When the gateway made them; 0 for never. */
  prepayTime: number;
  /** When the gateway is asked whether it was paid, before it expires; null for never. */
  askTime?: number | null;
  /** How it is paid virtually: the environment at WeChat, and what is sold there. */
  virtual?: { env: 0 | 1; productId: string; isApples?: boolean };
  grams: string[];
}

export const orders = repository<StoredOrder>('orders');

const HISTORY_KEPT = 100;

/** The fields that change with a move; whether it is allowed stands in the contract's table. */
export const planOrderMove = (
  order: StoredOrder,
  to: OrderStatus,
  by: string,
  reason: string,
  now: number,
): Pick<StoredOrder, 'status' | 'history'> => {
  if (!mayMove(orderEntity.transitions, order.status, to)) throw illegalMove(order.status, to);
  return {
    status: to,
    history: [...order.history, { time: now, from: order.status, to, by, reason }].slice(
      -HISTORY_KEPT,
    ),
  };
};

export const illegalMove = (from: OrderStatus, to: OrderStatus) =>
  stateNotAllowed(orderSentences.illegalMove(orderStatuses[from].label, orderStatuses[to].label));

/** Whether it has another number or another code since it was seen, so that the gateway must be asked about it now. */
export const isPreparedSince = (seen: StoredOrder, now: StoredOrder) =>
  now.orderNo !== seen.orderNo || now.prepayTime !== seen.prepayTime;

/** After a prepayment, while no notice of its payment has come; then it is asked for when the order expires. */
const ASKED_AFTER_MS = [0.5, 1, 2, 5, 10].map(minutes => minutes * 60_000);

/** When the gateway is asked next whether an order was paid; null: not before it expires. */
export const nextAskTime = (prepayTime: number, now: number): number | null =>
  ASKED_AFTER_MS.map(ms => prepayTime + ms).find(time => time > now) ?? null;

/** yyMMdd, the milliseconds of the day and six random digits: 20 characters, ordered by time. */
export const newOrderNo = (now: number, random = randomInt(1_000_000)): string =>
  `${momentDigits(now)}${String(random).padStart(6, '0')}`;

/** By which orders with an invoice in this state are found: the collection has no room for another index. */
export const invoiceTerm = (status: InvoiceStatus) => `invoice ${status}`;
/** The same of a refund that was asked for. */
export const refundAskTerm = (status: RefundAskStatus) => `refundAsk ${status}`;

/**
 * Search terms of an order: its numbers, the name of its user in fragments, and the states of its invoice and of the
 * refund asked for.
 */
export const orderGrams = (
  order: Pick<StoredOrder, 'orderNo' | 'transactionId' | 'userSnap'> &
    Partial<Pick<StoredOrder, 'invoice' | 'refundAsk'>>,
): string[] => {
  const { orderNo, transactionId, userSnap, invoice, refundAsk } = order;
  return [
    ...new Set([
      ...numberTerms(orderNo, transactionId, userSnap.phoneTail, invoice?.number ?? ''),
      ...gramsOf(userSnap.nickName),
      ...(invoice ? [invoiceTerm(invoice.status)] : []),
      ...(refundAsk ? [refundAskTerm(refundAsk.status)] : []),
    ]),
  ];
};

/**
 * Each kind of search text has its own index; what is no number is part of a nickname.
 * @param records orders, or others that have the terms of their order
 */
export const orderSearch = async (
  q: string | undefined,
  records: Pick<Repository<Stored>, 'counts'> = orders,
): Promise<Query> => {
  const { kind, value } = readSearch(q);
  switch (kind) {
    case 'openid':
      return { openid: value };
    case 'id':
      return value.startsWith('ord_') ? { _id: value } : { userId: value };
    case 'phone':
      return { grams: value.slice(-4) };
    case 'refundNo':
      return { grams: value.slice(2, -2) };
    case 'words':
      return holding(records, 'userSnap.nickName', value);
    default:
      return endsWith(value);
  }
};

/** Filter names that differ from the record's field names. */
export const orderQuery = ({
  fulfilStatus,
  packageId,
  uploadStatus,
  invoiceStatus,
  refundAskStatus,
  ...filter
}: Record<string, unknown> = {}) => ({
  ...filter,
  ...(packageId !== undefined && { 'items.refId': packageId }),
  ...(uploadStatus !== undefined && { 'upload.status': uploadStatus }),
  ...(invoiceStatus !== undefined && { grams: invoiceTerm(invoiceStatus as InvoiceStatus) }),
  ...(refundAskStatus !== undefined && {
    grams: refundAskTerm(refundAskStatus as RefundAskStatus),
    // One of the two is found on the index.
    ...(invoiceStatus !== undefined && { 'invoice.status': invoiceStatus }),
  }),
  ...(fulfilStatus !== undefined && { 'fulfil.status': fulfilStatus }),
});

/** Orders with this item; every state of the fulfilment is named, because the index has the times of each. */
export const ordersWith = (refId: string): Query => ({
  'items.refId': refId,
  'fulfil.status': _.in(Object.keys(fulfilStatuses)),
});

/** The photos and texts of a buyer leave the order once nothing more is made with them. */
export const forgetPurchase = ({ purchase }: StoredOrder): { purchase?: null } =>
  purchase ? { purchase: null } : {};

export const noUpload: StoredOrder['upload'] = orderEntity.blank().upload;

/** All fields of a new order; given ones override. */
export const blankOrder = () => ({
  status: 'pending' as const,
  ...orderEntity.blank(),
  prepaid: false,
  prepayId: '',
  codeUrl: '',
  prepayTime: 0,
});
