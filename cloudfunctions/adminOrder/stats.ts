import { orderStatuses } from '#contract/orderStates.ts';
import { DAY_MS, dayOf } from '#contract/shanghai.ts';
import { countEach } from '../_shared/base/listing.ts';
import { figuresOf } from '../_shared/counting/counters.ts';
import type { Figure } from '../_shared/counting/figures.ts';
import { orders } from '../_shared/orders/orders.ts';
import { refunds } from '../_shared/refunds/refunds.ts';

const figuresFrom = (sums: Partial<Record<string, number>> = {}) => {
  const figure = (name: Figure) => sums[name] ?? 0;
  return {
    createdOrders: figure('createdOrders'),
    paidOrders: figure('paidOrders'),
    paidFen: figure('paidFen'),
    refundedFen: figure('refundedFen'),
  };
};

/** One wait: the counters' documents, and counts on indexes. */
export const getOrderStats = async ({ days }: { days: number }) => {
  const now = Date.now();
  const wanted = Array.from({ length: days }, (_day, at) => dayOf(now - (days - 1 - at) * DAY_MS));
  const statuses = Object.keys(orderStatuses);
  const [sums, counts, refundCounts, failedFulfilments] = await Promise.all([
    figuresOf(wanted),
    countEach(orders, {}, 'status'),
    countEach(refunds, {}, 'status'),
    orders.count({ 'fulfil.status': 'failed' }),
  ]);
  return {
    total: figuresFrom(sums.get('total')),
    today: figuresFrom(sums.get(dayOf(now))),
    days: wanted.map(day => ({ day, ...figuresFrom(sums.get(day)) })),
    statuses: Object.fromEntries(statuses.map(status => [status, counts.get(status) ?? 0])),
    openRefunds: ['created', 'request_failed', 'processing'].reduce(
      (sum, status) => sum + (refundCounts.get(status) ?? 0),
      0,
    ),
    abnormalRefunds: refundCounts.get('abnormal') ?? 0,
    failedFulfilments,
  };
};
