import { MAX_BADGE } from '#contract/constants.ts';
import { MOST_OF_STATE } from '#contract/order.ts';
import { orderStatuses } from '#contract/orderStates.ts';
import { DAY_MS, dayOf } from '#contract/shanghai.ts';
import { keysOf } from '#contract/states.ts';
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

const openStatuses = ['created', 'request_failed', 'processing'] as const;

/** Database round trips: 1, for the counters' documents and counts on indexes. */
export const getOrderStats = async ({ days }: { days: number }) => {
  const now = Date.now();
  const wanted = Array.from({ length: days }, (_day, at) => dayOf(now - (days - 1 - at) * DAY_MS));
  const [sums, counts, refundCounts, failedFulfilments] = await Promise.all([
    figuresOf(wanted),
    countEach(orders, {}, 'status', keysOf(orderStatuses), MOST_OF_STATE),
    countEach(refunds, {}, 'status', [...openStatuses, 'abnormal']),
    orders.count({ 'fulfil.status': 'failed' }, MAX_BADGE),
  ]);
  return {
    total: figuresFrom(sums.get('total')),
    today: figuresFrom(sums.get(dayOf(now))),
    days: wanted.map(day => ({ day, ...figuresFrom(sums.get(day)) })),
    statuses: counts,
    openRefunds: openStatuses.reduce((sum, status) => sum + refundCounts[status], 0),
    abnormalRefunds: refundCounts.abnormal,
    failedFulfilments,
  };
};
