import { MAX_BADGE } from '#contract/constants.ts';
import {
  countedStates,
  orderFigureNames,
  type Period,
  printFigureNames,
} from '#contract/dashboard.ts';
import { type OrderType, orderTypes } from '#contract/orderStates.ts';
import { slaStatuses } from '#contract/printOrderStates.ts';
import { DAY_MS } from '#contract/shanghai.ts';
import { _ } from '../_shared/base/cloud.ts';
import { countEach } from '../_shared/base/listing.ts';
import { type Figures, readCounters, sumOf } from '../_shared/counting/counters.ts';
import type { Figure } from '../_shared/counting/figures.ts';
import { orders } from '../_shared/orders/orders.ts';
import { printOrders } from '../_shared/prints/records.ts';
import { daysOf, figuresOver, remainder } from './period.ts';

const { orders: counted, printOrders: open } = countedStates;

const of = (figures: Figures, name: Figure) => figures[name] ?? 0;

/** What needs attention is counted on an index, because it stays few; the rest comes from the counters. */
export const getOrderStats = async (asked: Period) => {
  const days = daysOf(asked, Date.now());
  const [{ figures }, { pending, paid }] = await Promise.all([
    readCounters(days.current),
    countEach(orders, {}, 'status', counted.states, counted.most),
  ]);
  const { total } = figures;
  const closed = Math.max(0, of(total, 'closedOrders') - of(total, 'latePaidOrders'));
  const refunded = of(total, 'refundedOrders');
  const current = sumOf(figures, days.current);
  return {
    ...figuresOver(figures, days, orderFigureNames),
    types: (Object.keys(orderTypes) as OrderType[]).map(type => ({
      type,
      paidOrders: of(current, `paidOrders_${type}`),
      paidFen: of(current, `paidFen_${type}`),
    })),
    statuses: {
      pending,
      paid,
      closed,
      refunded,
      completed: remainder(
        of(total, 'createdOrders') - closed - refunded,
        [pending, paid],
        counted.most,
      ),
    },
  };
};

export const getPrintStats = async (asked: Period) => {
  const now = Date.now();
  const days = daysOf(asked, now);
  const running = _.in([...slaStatuses]);
  const [{ figures }, counts, overdue, dueSoon] = await Promise.all([
    readCounters(days.current),
    countEach(printOrders, {}, 'status', open.states, open.most),
    printOrders.count({ status: running, slaTime: _.lte(now) }, MAX_BADGE),
    printOrders.count({ status: running, slaTime: _.gt(now).and(_.lte(now + DAY_MS)) }, MAX_BADGE),
  ]);
  const { total } = figures;
  const made = of(total, 'createdPrints') + of(total, 'reprints');
  const completed = of(total, 'completedPrints');
  return {
    ...figuresOver(figures, days, printFigureNames, {
      paidPrints: 'paidOrders_print',
      paidFen: 'paidFen_print',
    }),
    statuses: {
      ...counts,
      completed,
      cancelled: remainder(made - completed, Object.values(counts), open.most),
    },
    overdue,
    dueSoon,
  };
};
