import {
  orderFigureNames,
  printFigureNames,
  summaryFigures,
  templateFigureNames,
  userFigureNames,
} from '#contract/dashboard.ts';
import type { ActionOutput } from '#contract/index.ts';
import { orderStatuses } from '#contract/orderStates.ts';
import { printOrderStatuses } from '#contract/printOrderStates.ts';
import { templateStatuses } from '#contract/template.ts';
import { userStatuses } from '#contract/user.ts';

type Answer<A extends keyof Quiet> = ActionOutput<'adminDashboard', A>;
interface Quiet {
  getSummary: unknown;
  getTodo: unknown;
  getOrderStats: unknown;
  getTemplateStats: unknown;
  getUserStats: unknown;
  GET_PRINT_ORDER_STATS: unknown;
  getRecentActivity: unknown;
}

const zero = <K extends string>(names: readonly K[]) =>
  Object.fromEntries(names.map(name => [name, 0])) as Record<K, number>;
const zeros = <K extends string>(choices: Record<K, unknown>) => zero(Object.keys(choices) as K[]);
const over = <K extends string>(names: readonly K[]) => ({
  period: { from: '20261022', to: '20261120', days: 30 },
  before: { from: '20260922', to: '20261021', days: 30 },
  current: zero(names),
  previous: zero(names),
  days: [],
});

/** The dashboard's answers on a service where nothing has ever happened. */
export const quietDashboard: { [A in keyof Quiet]: Answer<A> } = {
  getSummary: {
    ...over(summaryFigures),
    today: zero(summaryFigures),
    yesterday: zero(summaryFigures),
    total: zero(summaryFigures),
  },
  getTodo: { list: [], more: [] },
  getOrderStats: { ...over(orderFigureNames), types: [], statuses: zeros(orderStatuses) },
  getTemplateStats: {
    ...over(templateFigureNames),
    statuses: zeros(templateStatuses),
    coinPriceFen: 0,
    feeShare: null,
    ranking: [],
  },
  getUserStats: { ...over(userFigureNames), total: 0, statuses: zeros(userStatuses) },
  GET_PRINT_ORDER_STATS: {
    ...over(printFigureNames),
    statuses: zeros(printOrderStatuses),
    overdue: 0,
    dueSoon: 0,
  },
  getRecentActivity: { list: [] },
};
