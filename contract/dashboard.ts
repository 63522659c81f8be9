import { adminRead } from './action.ts';
import { apiKeyStatuses } from './apiKey.ts';
import { day, instantOf } from './day.ts';
import { orderStatuses, orderTypes } from './orderStates.ts';
import { openPrintStatuses, printOrderStatuses } from './printOrderStates.ts';
import { anyOf } from './rights/demands.ts';
import { DAY_MS } from './shanghai.ts';
import { keysOf, oneOf } from './states.ts';
import { templateStatuses } from './template.ts';
import { userStatuses } from './user.ts';
import { each, id, instant, ints, z } from './zod.ts';

export const MOST_DAYS = 366;
export const DEFAULT_DAYS = 30;
/** The one of today, up to today, and the one before it. */
export const months = ['this', 'last'] as const;

const spanOf = (from: string, to: string) => (instantOf(to) - instantOf(from)) / DAY_MS + 1;

/** A month, the last `days` days including today, or a range of days; thirty days by default. */
const periodFields = z.strictObject({
  month: z.enum(months).optional(),
  days: z.int().min(1).max(MOST_DAYS).optional(),
  from: day.optional(),
  to: day.optional(),
});
export type Period = z.output<typeof periodFields>;

/** The sentence is attached to the wrong field. */
const checkPeriod = ({ value, issues }: z.core.ParsePayload<Period>): void => {
  const { month, days, from, to } = value;
  const wrong = (field: string, message: string) =>
    issues.push({ code: 'custom', message, path: [field], input: value });
  const isRange = from !== undefined || to !== undefined;
  if (month !== undefined && (days !== undefined || isRange)) wrong('month', '时段只能选一种');
  if (!isRange) return;
  if (days !== undefined) wrong('days', '天数和起止日期只能选一种');
  else if (from === undefined) wrong('from', '请填写');
  else if (to === undefined) wrong('to', '请填写');
  else if (to < from) wrong('to', '不能早于开始日期');
  else if (spanOf(from, to) > MOST_DAYS) wrong('to', `最多 ${MOST_DAYS} 天`);
};

/** A period, and what else is asked for. */
const periodAnd = <S extends z.ZodRawShape>(more: S) =>
  periodFields.extend(more).check(checkPeriod as never);

export const period = periodFields.check(checkPeriod);

const periodAnswer = z.object({ from: z.string(), to: z.string(), days: z.int() });

const numbers = <K extends string>(names: readonly K[]) => each(names, z.int().default(0));

/** The period and the one before it. */
const compared = <K extends string>(names: readonly K[]) => ({
  period: periodAnswer,
  before: periodAnswer,
  current: numbers(names),
  previous: numbers(names),
});

/** The same with each of its days. */
const figuresOver = <K extends string>(names: readonly K[]) => ({
  ...compared(names),
  days: z.array(z.object({ ...numbers(names).shape, day: z.string() })),
});

/**
 * The states whose records are counted each time a card is shown, up to `most`; one more stands for "more than that". The
 * others are known from the figures.
 */
export const countedStates = {
  users: { states: ['disabled', 'deleted'], most: 900 },
  orders: { states: ['pending', 'paid'], most: 900 },
  printOrders: { states: openPrintStatuses, most: 250 },
} as const;

/** The state of most records has what is left of all; null where another state has more than were counted. */
const countsBesides = <K extends string>(keys: readonly K[]) => each(keys, z.int().nullable());

export const summaryFigures = [
  'paidFen',
  'refundedFen',
  'createdOrders',
  'paidOrders',
  'refunds',
  'newUsers',
  'activeUsers',
  'tasks',
  'succeededTasks',
  'failedTasks',
  'createdPrints',
  'shippedPrints',
  'redeemedCodes',
  'grantedCredits',
  'spentCredits',
] as const satisfies string[];

export const templateFigureNames = [
  'tasks',
  'succeededTasks',
  'failedTasks',
  'spentCredits',
  'coins',
  'earnedFen',
] as const;
/** What a ranking of templates can be put in order by. */
export const templateRankings = [
  'succeeded',
  'failed',
  'earnedFen',
  'costFen',
  'marginFen',
] as const;
/** More than a service has. */
export const MOST_TEMPLATES = 5_000;
export type TemplateRanking = (typeof templateRankings)[number];
export const templateRunNames = ['succeeded', 'failed', 'credits', 'coins', 'earnedFen'] as const;
export const userFigureNames = ['newUsers', 'activeUsers'] as const;
export const orderFigureNames = [
  ...(['createdOrders', 'paidOrders', 'paidFen', 'closedOrders', 'latePaidOrders'] as const),
  ...(['refunds', 'refundedFen', 'refundedOrders', 'grantedCredits'] as const),
] as const;
/** `…Before`: in the period before. */
const typeFigureNames = ['paidOrders', 'paidFen', 'paidOrdersBefore', 'paidFenBefore'] as const;
export const printFigureNames = [
  'createdPrints',
  'paidPrints',
  'shippedPrints',
  'printPhotos',
  'reprints',
  'paidFen',
] as const;

export const activityTypes = {
  order: { label: '支付', tone: 'success' },
  refund: { label: '退款', tone: 'warning' },
  print: { label: '冲印', tone: 'info' },
  task: { label: '生成失败', tone: 'danger' },
  user: { label: '新用户', tone: 'neutral' },
  audit: { label: '后台操作', tone: 'info' },
} as const;

const activity = z.object({
  type: oneOf(activityTypes),
  /** Id of the record. */
  _id: id,
  time: instant,
  /** The number shown to people: of an order, a refund, a print order or a task. */
  no: z.string().default(''),
  /** What was bought or made, or what an administrator did. */
  title: z.string().default(''),
  /** A user's nickname or an administrator's name. */
  who: z.string().default(''),
  userId: z.string().default(''),
  status: z.string().default(''),
  amountFen: z.int().nullable().default(null),
  /** For an administrator's action: the function, the action and the record. */
  function: z.string().default(''),
  action: z.string().default(''),
  resourceId: z.string().default(''),
});
export type Activity = z.output<typeof activity>;

const overall = z.object({ today: numbers(summaryFigures), total: numbers(summaryFigures) });

export const dashboardActions = {
  getSummary: adminRead({
    right: 'dashboard.read',
    input: period,
    output: overall.extend({
      ...compared(summaryFigures),
      /** Compares today so far with all of yesterday. */
      yesterday: numbers(summaryFigures),
    }),
    example: { days: 30 },
  }),
  /**
   * `ranking`: the templates used in the period, trials included, with the names at their last use, by pictures made unless
   * `by` says otherwise; without a price of coins none has a cost.
   */
  getTemplateStats: adminRead({
    right: 'dashboard.read',
    input: periodAnd({
      limit: z.int().min(1).max(MOST_TEMPLATES).default(10),
      by: z.enum(templateRankings).default('succeeded'),
      order: z.enum(['asc', 'desc']).default('desc'),
    }),
    output: z.object({
      ...figuresOver(templateFigureNames),
      statuses: ints(...keysOf(templateStatuses)),
      coinPriceFen: z.int(),
      /** What the gateways kept of each fen that was paid, by their bills; null where none was compared. */
      feeShare: z.number().nullable(),
      ranking: z.array(
        z.object({
          templateId: id,
          name: z.string(),
          succeeded: z.int(),
          /** In the period before. */
          succeededBefore: z.int(),
          failed: z.int(),
          /** What the users' credits were bought for. */
          earnedFen: z.int(),
          /** What the provider's coins cost. */
          costFen: z.int().nullable(),
          feeFen: z.int(),
          /** After cost and fee. */
          marginFen: z.int().nullable(),
        }),
      ),
    }),
    example: { days: 30, limit: 10 },
  }),
  /** The queue and the keys as they are now; coins and failures of keys are of the last seven days. */
  getEngine: adminRead({
    right: anyOf('dashboard.read', 'tasks.read'),
    input: z.strictObject({}),
    output: z.object({
      waiting: z.int(),
      /** Since when the first of them waits. */
      oldestTime: instant.nullable(),
      running: z.int(),
      slots: z.int(),
      /** What 1,000 coins cost, in fen; 0 without a price. */
      coinPriceFen: z.int(),
      /** Coins of today's tasks that have ended, and the day's budget; 0 without one. */
      coinsToday: z.int(),
      dailyCoins: z.int(),
      keys: z.array(
        z.object({
          _id: id,
          name: z.string(),
          pool: z.string(),
          status: oneOf(apiKeyStatuses),
          running: z.int(),
          maxConcurrency: z.int(),
          restUntil: instant.nullable(),
          tasks: z.int(),
          failed: z.int(),
          coins: z.int(),
        }),
      ),
    }),
    example: {},
  }),
  /** The tasks of one template by day, with their costs and earnings. */
  getTemplateRuns: adminRead({
    right: 'dashboard.read',
    input: periodAnd({ templateId: id }),
    output: z.object({ ...figuresOver(templateRunNames), coinPriceFen: z.int() }),
    example: { templateId: 'tpl_0001', days: 30 },
  }),
  /** The same figures of the templates on one page of a list, in the order of the request; one reading for all. */
  getTemplateFigures: adminRead({
    right: 'dashboard.read',
    input: periodAnd({ templateIds: z.array(id).min(1).max(100) }),
    output: z.object({
      list: z.array(z.object({ templateId: id, ...numbers(templateRunNames).shape })),
      coinPriceFen: z.int(),
    }),
    example: { templateIds: ['tpl_0001', 'tpl_0002'], days: 30 },
  }),
  getUserStats: adminRead({
    right: 'dashboard.read',
    input: period,
    output: z.object({
      ...figuresOver(userFigureNames),
      total: z.int(),
      statuses: countsBesides(keysOf(userStatuses)),
    }),
    example: { days: 30 },
  }),
  getOrderStats: adminRead({
    right: 'dashboard.read',
    input: period,
    output: z.object({
      ...figuresOver(orderFigureNames),
      /** Paid orders of the period, by type. */
      types: z.array(z.object({ type: oneOf(orderTypes), ...numbers(typeFigureNames).shape })),
      statuses: countsBesides(keysOf(orderStatuses)),
    }),
    example: { from: '20260901', to: '20260930' },
  }),
  /** Recent events of what the role sees, newest first. */
  getRecentActivity: adminRead({
    right: 'dashboard.read',
    input: z.strictObject({ limit: z.int().min(1).max(50).default(20) }),
    output: z.object({ list: z.array(activity) }),
    example: { limit: 20 },
  }),
  GET_PRINT_ORDER_STATS: adminRead({
    right: anyOf('dashboard.read', 'print-orders.read'),
    input: period,
    output: z.object({
      ...figuresOver(printFigureNames),
      statuses: countsBesides(keysOf(printOrderStatuses)),
      overdue: z.int(),
      /** Due within a day. */
      dueSoon: z.int(),
    }),
    example: { days: 7 },
  }),
};
