import { orderFigureNames, type Period, printFigureNames } from '#contract/dashboard.ts';
import { type OrderType, orderTypes } from '#contract/orderStates.ts';
import {
  openPrintStatuses,
  type PrintOrderStatus,
  slaStatuses,
} from '#contract/printOrderStates.ts';
import { DAY_MS } from '#contract/shanghai.ts';
import { _ } from '../_shared/base/cloud.ts';
import { countEach } from '../_shared/base/listing.ts';
import { type Figures, readCounters, sumOf } from '../_shared/counting/counters.ts';
import type { Figure } from '../_shared/counting/figures.ts';
import { orders } from '../_shared/orders/orders.ts';
import { printOrders } from '../_shared/prints/records.ts';
import { daysOf, figuresOver } from './period.ts';

const of = (figures: Figures, name: Figure) => figures[name] ?? 0;
const rest = (all: number, ...parts: number[]) =>
  Math.max(
    0,
    parts.reduce((left, part) => left - part, all),
  );

/** What needs attention is counted on an index, because it stays few; the rest comes from the counters. */
export const getOrderStats = async (asked: Period) => {
  const days = daysOf(asked, Date.now());
  const [{ figures }, counts] = await Promise.all([
    readCounters([...days.previous, ...days.current]),
    countEach(orders, { status: _.in(['pending', 'paid']) }, 'status'),
  ]);
  const [pending, paid] = [counts.get('pending') ?? 0, counts.get('paid') ?? 0];
  const { total } = figures;
  const closed = rest(of(total, 'closedOrders'), of(total, 'latePaidOrders'));
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
      completed: rest(of(total, 'createdOrders'), pending, paid, closed, refunded),
    },
  };
};

export const getPrintStats = async (asked: Period) => {
  const now = Date.now();
  const days = daysOf(asked, now);
  const running = _.in([...slaStatuses]);
  const [{ figures }, counts, overdue, dueSoon] = await Promise.all([
    readCounters([...days.previous, ...days.current]),
    countEach(printOrders, { status: _.in([...openPrintStatuses]) }, 'status'),
    printOrders.count({ status: running, slaTime: _.lte(now) }),
    printOrders.count({ status: running, slaTime: _.gt(now).and(_.lte(now + DAY_MS)) }),
  ]);
  const { total } = figures;
  const made = of(total, 'createdPrints') + of(total, 'reprints');
  const completed = of(total, 'completedPrints');
  const open = Object.fromEntries(
    openPrintStatuses.map(status => [status, counts.get(status) ?? 0]),
  ) as Record<PrintOrderStatus, number>;
  return {
    ...figuresOver(figures, days, printFigureNames, {
      paidPrints: 'paidOrders_print',
      paidFen: 'paidFen_print',
    }),
    statuses: { ...open, completed, cancelled: rest(made, completed, ...counts.values()) },
    overdue,
    dueSoon,
  };
};
