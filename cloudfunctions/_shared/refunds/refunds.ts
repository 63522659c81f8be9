import { mayBeRefunded } from '#contract/orderRules.ts';
import type { OrderRefundStatus } from '#contract/orderStates.ts';
import type { Refund, RefundStatus } from '#contract/refund.ts';
import { readSearch } from '#contract/search.ts';
import {
  gatewayRefusals,
  otherGatewayRefusal,
  refundObstacles,
} from '#contract/sentences/refunds.ts';
import { environment } from '../base/environment.ts';
import { type Query, repository, type Stored } from '../base/repository.ts';
import { endsWith } from '../base/search.ts';
import { numberTerms } from '../base/searchTerms.ts';
import { orderGrams, orderSearch, type StoredOrder } from '../orders/orders.ts';
import { refundableFen } from '../orders/refundable.ts';

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
  /** How often it has taken credits and days from the user; numbers its ledger lines. Absent in older refunds. */
  takings?: number;
  /** While something is taken: what was asked for, which is `clawback` again when it is given back. */
  asked?: Refund['clawback'];
  /** It was started at WeChat, or by Apple, and not here. */
  isTheirs?: boolean;
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
  grams: string[];
}

export const refunds = repository<StoredRefund>('refunds');

/** Found like its order, and by its own number. */
export const refundGrams = (id: string, order: StoredOrder): string[] => [
  ...new Set([...orderGrams(order), ...numberTerms(id)]),
];

/** What finds an order finds its refunds; the number of one of them finds that one. */
export const refundSearch = async (q: string | undefined): Promise<Query> => {
  const { kind, value } = readSearch(q);
  if (kind === 'id' && value.startsWith('ord_')) return { orderId: value };
  return kind === 'refundNo' ? endsWith(value) : orderSearch(q, refunds);
};

const MOST_REFUNDS_PER_ORDER = 50;
export const REFUND_PAUSE_MS = 60_000;
const YEAR_MS = 365 * 86_400_000;
const ATTEMPTS_KEPT = 30;

/** The refund's id and its number at the gateway: derived from the order and permanent. */
export const refundIdOf = (order: StoredOrder): string =>
  `RF${order.orderNo}${String(order.refundCount + 1).padStart(2, '0')}`;

/** Granted by the order and not yet taken back. */
export const reclaimable = ({ fulfil, clawedBack }: StoredOrder) => ({
  credits: Math.max(0, fulfil.credits + fulfil.giftCredits - clawedBack.credits),
  days: Math.max(0, fulfil.days - clawedBack.days),
});

/** The bought ones among the reclaimable credits; they are taken back before the presents. */
export const reclaimableBought = ({ fulfil, clawedBack }: StoredOrder): number =>
  Math.max(0, fulfil.credits - clawedBack.credits);

/**
 * Why no refund of this order is possible now, shown to people; '' when one is.
 * @param isTheirs it has happened at WeChat, so that only what is under way here stands against it
 */
export const obstacleTo = (
  order: StoredOrder,
  now: number,
  said: Record<keyof typeof refundObstacles, string> = refundObstacles,
  isTheirs = false,
): string => {
  const since = (time: number | null) => now - (time ?? 0);
  if (order.status === 'refunded') return said.fullyRefunded;
  if (!mayBeRefunded(order)) return said.notPaid;
  // One that was refused has nothing under way, though it stays open until a person decides.
  if (isTheirs) return order.refundingFen > 0 ? said.oneOpen : '';
  if (order.payChannel === 'code') return said.paidByCode;
  if (order.virtual?.isApples) return said.paidAtApple;
  if (since(order.payTime) > YEAR_MS) return said.tooOld;
  if (order.refundCount >= MOST_REFUNDS_PER_ORDER) return said.tooMany;
  if (order.openRefundId) return said.oneOpen;
  if (since(order.lastRefundTime) < REFUND_PAUSE_MS) return said.tooSoon;
  return refundableFen(order) <= 0 ? said.nothingLeft : '';
};

/**
 * Follows from the sums and the status of the refund that has changed; the order's own status changes only when
 * everything was refunded.
 */
export const orderRefundStatus = (
  order: Pick<StoredOrder, 'refundedFen' | 'refundingFen' | 'payFen'>,
  status: RefundStatus,
): OrderRefundStatus => {
  if (order.refundedFen >= order.payFen) return 'full';
  if (status === 'abnormal') return 'abnormal';
  if (order.refundingFen > 0) return 'processing';
  return order.refundedFen > 0 ? 'partial' : 'none';
};

export type Attempt = Omit<StoredRefund['attempts'][number], 'time'>;

export const withAttempt = (refund: StoredRefund, attempt: Attempt | undefined, now: number) =>
  attempt ? [...refund.attempts, { time: now, ...attempt }].slice(-ATTEMPTS_KEPT) : refund.attempts;

/** Until when a submission that leaves now may reach the gateway. */
export const inFlightFrom = (now: number): number => now + environment.REFUND_IN_FLIGHT_MS;

/** A submission with unknown outcome may still reach the gateway. */
export const isInFlight = ({ inFlightUntil }: Pick<StoredRefund, 'inFlightUntil'>, now: number) =>
  inFlightUntil !== null && inFlightUntil > now;

/** The gateway's refusals in our words; its own text is never shown. */
const failures: Record<string, string> = gatewayRefusals;
export const failureText = (code: string): string => failures[code] ?? otherGatewayRefusal;
