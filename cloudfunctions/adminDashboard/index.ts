import { MAX_TOTAL, MAX_BADGE } from '#contract/constants.ts';
import {
  countedStates,
  dashboardActions,
  type Period,
  userFigureNames,
  templateFigureNames,
  orderFigureNames,
  printFigureNames,
} from '#contract/dashboard.ts';
import type { ActionInput } from '#contract/index.ts';
import { type OrderType, orderTypes } from '#contract/orderStates.ts';
import { slaStatuses } from '#contract/printOrderStates.ts';
import { DAY_MS } from '#contract/shanghai.ts';
import { type TemplateStatus, templateStatuses } from '#contract/template.ts';
import { todoActions } from '#contract/todo.ts';
import { _ } from '../_shared/base/cloud.ts';
import { defineFunction } from '../_shared/base/dispatcher.ts';
import { countEach } from '../_shared/base/listing.ts';
import { readCounters, type Reading, sumOf, type Figures } from '../_shared/counting/counters.ts';
import type { Figure } from '../_shared/counting/figures.ts';
import { orders } from '../_shared/orders/orders.ts';
import { printOrders } from '../_shared/prints/records.ts';
import { reconciliationDays } from '../_shared/reconciliation/records.ts';
import { templates } from '../_shared/templates/records.ts';
import { users } from '../_shared/users/ledger.ts';
import { getRecentActivity } from './activity.ts';
import { claimTodo, getTodo, releaseTodo, snoozeTodo } from './claims.ts';
import { getEngine, getTemplateFigures, getTemplateRuns, coinPrice } from './engine.ts';
import { daysOf, figuresOver, remainder, type Days } from './period.ts';
import { getSummary } from './summary.ts';

const { orders: counted, printOrders: open } = countedStates;

const of = (figures: Figures, name: Figure) => figures[name] ?? 0;

/** What needs attention is counted on an index, because it stays few; the rest comes from the counters. */
const getOrderStats = async (asked: Period) => {
  const days = daysOf(asked, Date.now());
  const [{ figures }, { pending, paid }] = await Promise.all([
    readCounters(days.all),
    countEach(orders, {}, 'status', counted.states, counted.most),
  ]);
  const { total } = figures;
  const closed = Math.max(0, of(total, 'closedOrders') - of(total, 'latePaidOrders'));
  const refunded = of(total, 'refundedOrders');
  const current = sumOf(figures, days.current);
  const previous = sumOf(figures, days.previous);
  return {
    ...figuresOver(figures, days, orderFigureNames),
    types: (Object.keys(orderTypes) as OrderType[]).map(type => ({
      type,
      paidOrders: of(current, `paidOrders_${type}`),
      paidFen: of(current, `paidFen_${type}`),
      paidOrdersBefore: of(previous, `paidOrders_${type}`),
      paidFenBefore: of(previous, `paidFen_${type}`),
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

const getPrintStats = async (asked: Period) => {
  const now = Date.now();
  const days = daysOf(asked, now);
  const running = _.in([...slaStatuses]);
  const [{ figures }, counts, overdue, dueSoon] = await Promise.all([
    readCounters(days.all),
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

const statuses = Object.keys(templateStatuses) as TemplateStatus[];

type Asked = ActionInput<'adminDashboard', 'getTemplateStats'>;

/** What the gateways kept of each fen that was paid, on those days that were compared with their bills; null without. */
const feeShareOf = async ({ current }: Days): Promise<number | null> => {
  const fields = ['there', 'feeFen'];
  const compared = await reconciliationDays.find(
    { _id: _.in(current) },
    { fields, limit: current.length },
  );
  const sum = (one: (day: (typeof compared)[number]) => number) =>
    compared.reduce((all, day) => all + one(day), 0);
  const paidFen = sum(({ there }) => there.paidFen);
  return paidFen > 0 ? sum(({ feeFen }) => feeFen) / paidFen : null;
};

const rankingOf = (
  reading: Reading,
  days: Days,
  coinPriceFen: number,
  feeShare: number | null,
  asked: Asked,
) => {
  const figures = sumOf(reading, days.current);
  const earlier = sumOf(reading, days.previous);
  const ids = new Set(Object.keys(figures).map(name => name.slice(name.indexOf('_') + 1)));
  const rows = [...ids].map(templateId => {
    const of = (name: string) => figures[`${name}_${templateId}`] ?? 0;
    const earnedFen = of('earned');
    const feeFen = Math.round(earnedFen * (feeShare ?? 0));
    const costFen = coinPriceFen > 0 ? Math.round((of('coins') * coinPriceFen) / 1_000) : null;
    return {
      templateId,
      name: reading.names[templateId] ?? '',
      succeeded: of('ok'),
      succeededBefore: earlier[`ok_${templateId}`] ?? 0,
      failed: of('fail'),
      earnedFen,
      costFen,
      feeFen,
      marginFen: costFen === null ? null : earnedFen - costFen - feeFen,
    };
  });
  const { by, order, limit } = asked;
  const sign = order === 'asc' ? 1 : -1;
  return rows
    .sort(
      (a, b) =>
        sign * ((a[by] ?? 0) - (b[by] ?? 0)) ||
        b.succeeded - a.succeeded ||
        b.failed - a.failed ||
        (a.templateId < b.templateId ? -1 : 1),
    )
    .slice(0, limit);
};

const getTemplateStats = async (asked: Asked) => {
  const days = daysOf(asked, Date.now());
  const [read, totals, coinPriceFen, feeShare] = await Promise.all([
    readCounters(days.all, ['figures', 'templates']),
    countEach(templates, {}, 'status', statuses, MAX_TOTAL),
    coinPrice(),
    feeShareOf(days),
  ]);
  return {
    ...figuresOver(read.figures, days, templateFigureNames),
    statuses: totals,
    coinPriceFen,
    feeShare,
    ranking: rankingOf(read.templates, days, coinPriceFen, feeShare, asked),
  };
};

/** Disabled and deleted users are few and counted; the rest comes from the counters. */
const { states, most } = countedStates.users;

const getUserStats = async (asked: Period) => {
  const days = daysOf(asked, Date.now());
  const [{ figures }, counts] = await Promise.all([
    readCounters(days.all),
    countEach(users, {}, 'status', states, most),
  ]);
  const total = figures.total['newUsers'] ?? 0;
  return {
    ...figuresOver(figures, days, userFigureNames),
    total,
    statuses: { ...counts, normal: remainder(total, Object.values(counts), most) },
  };
};

/** Each of the figures makes one database round trip and reads a few small documents, independent of the age of the service. */
export const main = defineFunction(
  'adminDashboard',
  { ...dashboardActions, ...todoActions },
  {
    getSummary,
    getTemplateStats,
    getEngine,
    getTemplateRuns,
    getTemplateFigures,
    getUserStats,
    getOrderStats,
    getRecentActivity,
    GET_PRINT_ORDER_STATS: getPrintStats,
    getTodo,
    claimTodo,
    releaseTodo,
    snoozeTodo,
  },
);
