import { collections } from '#contract/collections.ts';
import { parseCron } from '#emulator/functions/cron.ts';
import { backgroundConfigs } from '../build/platform.ts';
import { CREDITS_PER_YUAN, type Item, plans, prices } from './prices.ts';

type Amounts = Partial<Record<Item, number>>;

const MONTH_DAYS = 30;
const A_DAY = Date.parse('2026-11-01T00:00:00+08:00');

/** Collections whose records carry their audit row until it is in the log. */
const audited = collections.filter(({ indexes }) =>
  indexes.some(({ keys }) => 'unaudited.time' in keys),
);

/** Requests to the database of a run that finds nothing to do; `tests/product/idleTimers.rest.test.ts` counts them. */
export const idleRequests: Readonly<Record<string, Readonly<Record<string, number>>>> = {
  taskTimers: { run: 3 },
  orderTimers: { orders: 3, refunds: 6, uploads: 2 },
  messageTimers: { send: 1, purge: 1 },
  vodTimers: { poll: 3, sweep: 3 },
  exportTimers: { run: 2, purge: 3 },
  printArchiveTimers: { run: 2, purge: 3 },
  dueTimers: { jobs: 2, enable: 1, expire: 5, complete: 1, logistics: 2, overdue: 3 },
  reconciliationTimers: { run: 2 },
  recordTimers: {
    complete: audited.length,
    rebuild: 26,
    recount: 2,
    review: 1,
    sweep: 1,
    purge: 1,
    expire: 3,
    countUse: 4,
  },
};

/** Assumptions: change them and run `npm run generate`. */
const assumed = {
  /** Seconds of a timer's run that finds nothing to do. */
  idleSeconds: 0.05,
  /** Seconds of an action, at 256 MB. */
  callSeconds: 0.1,
  visit: { calls: 7, requests: 18, authCalls: 0.3, cdnMb: 0.6, hostingMb: 0.15 },
  /** Upload, quote, order, thirteen questions while it is made, and looking at the result. */
  task: { calls: 21, requests: 92, cdnMb: 2, storedMb: 0.6 * 3 + 2.5 * 6, sentMb: 0.6 },
  /** Of pictures in their styles: the photo large and small, results large and small, one to save. */
  copies: { perTask: 5, calls: 3, seconds: 0.5, memoryGb: 0.5, requests: 5, storedMb: 0.2 },
  /** Moderation, submission, questions, saving: what the timers do for a task. */
  engine: { requests: 60, seconds: 5, memoryGb: 0.5, databaseKb: 8 },
  order: { calls: 8, requests: 90, databaseKb: 12 },
  adminCall: { requests: 6.1, cdnMb: 0.05 },
  /** Records are kept; the estimate is of a service that is a year old. */
  monthsKept: 12,
  perUser: { visits: 8, tasks: 4, orders: 0.1, databaseKb: 10 },
} as const;

const sizes = [
  { users: 1_000, administrators: 2, callsOfEach: 8_000 },
  { users: 100_000, administrators: 12, callsOfEach: 12_000 },
] as const;

/** Every day is like the others. */
const runsOfMonth = (config: string): number => {
  const cron = parseCron(config);
  let runs = 0;
  for (let at = cron.next(A_DAY - 1); at !== null && at < A_DAY + 86_400_000; at = cron.next(at))
    runs += 1;
  return runs * MONTH_DAYS;
};

/** What each timer function costs a month when there is nothing to do. */
const timerCosts = () =>
  Object.entries(backgroundConfigs)
    .filter(([, { timers }]) => timers)
    .map(([name, { timers = [], memory }]) => {
      const runs = timers.map(timer => runsOfMonth(timer.config));
      const functionCalls = runs.reduce((sum, count) => sum + count, 0);
      const databaseRequests = timers.reduce(
        (sum, timer, at) => sum + runs[at]! * (idleRequests[name]?.[timer.name] ?? 0),
        0,
      );
      const functionGbSeconds = functionCalls * (memory / 1_024) * assumed.idleSeconds;
      return { name, amounts: { functionCalls, databaseRequests, functionGbSeconds } };
    });

const creditsOf = (amounts: Amounts): number =>
  Object.entries(amounts).reduce((sum, [item, amount]) => sum + amount * prices[item as Item], 0);

const MB_OF_GB = 1_024;
const KB_OF_GB = 1_024 * 1_024;

/** What visitors and administrators cost a month, besides the timers. */
const usageOf = ({ users, administrators, callsOfEach }: (typeof sizes)[number]) => {
  const { visit, task, copies, engine, order, adminCall, perUser, monthsKept } = assumed;
  const visits = users * perUser.visits;
  const tasks = users * perUser.tasks;
  const orders = users * perUser.orders;
  const adminCalls = administrators * callsOfEach;
  const copyCalls = tasks * copies.calls;
  const calls =
    visits * visit.calls + tasks * task.calls + orders * order.calls + adminCalls + copyCalls;
  const kept = users * perUser.databaseKb + tasks * engine.databaseKb + orders * order.databaseKb;
  const engineSeconds = tasks * engine.seconds * engine.memoryGb;
  const copySeconds = copyCalls * copies.seconds * copies.memoryGb;
  return {
    databaseRequests:
      visits * visit.requests +
      tasks * (task.requests + engine.requests) +
      copyCalls * copies.requests +
      orders * order.requests +
      adminCalls * adminCall.requests,
    functionCalls: calls,
    gatewayCalls: calls,
    functionGbSeconds:
      (calls - copyCalls) * assumed.callSeconds * 0.25 + engineSeconds + copySeconds,
    functionTrafficGb: (tasks * task.sentMb) / MB_OF_GB,
    databaseGb: (kept * monthsKept) / KB_OF_GB,
    storageGb: (tasks * (task.storedMb + copies.perTask * copies.storedMb)) / MB_OF_GB,
    storageRequests: visits * 25 + tasks * (12 + 4 * copies.perTask),
    cdnGb: (visits * visit.cdnMb + tasks * task.cdnMb + adminCalls * adminCall.cdnMb) / MB_OF_GB,
    hostingGb: (visits * visit.hostingMb) / MB_OF_GB,
    authCalls: visits * visit.authCalls,
  } satisfies Record<Item, number>;
};

/** The plan that is cheapest for so many credits, and what it costs with what goes beyond it. */
const cheapest = (credits: number) =>
  plans
    .map(({ name, yuan, credits: included }) => ({
      name,
      yuan: yuan + Math.max(0, credits - included) / CREDITS_PER_YUAN,
    }))
    .reduce((best, plan) => (plan.yuan < best.yuan ? plan : best));

const count = (number: number) => Math.round(number).toLocaleString('en-US');
const rounded = (amount: number) => (amount < 100 ? amount.toFixed(1) : count(amount));
const table = (head: string[], rows: string[][]) =>
  [head, head.map((_, at) => (at === 0 ? '---' : '---:')), ...rows]
    .map(cells => `| ${cells.join(' | ')} |`)
    .join('\n');

const labels: Record<Item, string> = {
  databaseRequests: 'database requests',
  functionCalls: 'function calls',
  gatewayCalls: 'calls through the gateway',
  functionGbSeconds: 'function GB-seconds',
  functionTrafficGb: 'traffic out of functions, GB',
  databaseGb: 'database, GB',
  storageGb: 'storage, GB',
  storageRequests: 'storage requests',
  cdnGb: 'pictures over the CDN, GB',
  hostingGb: 'site, GB',
  authCalls: 'sign-ins and renewals',
};

/** The two tables of docs/operations.md. */
const costTables = (): { timers: string; sizes: string } => {
  const timers = timerCosts();
  const fixed = timers.reduce((sum, { amounts }) => sum + creditsOf(amounts), 0);
  const usages = sizes.map(usageOf);
  const credits = usages.map(usage => creditsOf(usage) + fixed);
  const items = Object.keys(labels) as Item[];
  return {
    timers: table(
      ['Timers', 'Runs', 'Database requests', 'GB-seconds', 'Credits'],
      [
        ...timers
          .sort((one, other) => creditsOf(other.amounts) - creditsOf(one.amounts))
          .map(({ name, amounts }) => [
            `\`${name}\``,
            count(amounts.functionCalls),
            count(amounts.databaseRequests),
            count(amounts.functionGbSeconds),
            count(creditsOf(amounts)),
          ]),
        [
          '**together**',
          ...(['functionCalls', 'databaseRequests', 'functionGbSeconds'] as const).map(item =>
            count(timers.reduce((sum, { amounts }) => sum + amounts[item], 0)),
          ),
          `**${count(fixed)}**`,
        ],
      ],
    ),
    sizes: table(
      ['A month', ...sizes.flatMap(({ users }) => [`${count(users)} users`, 'credits'])],
      [
        ...items.map(item => [
          labels[item],
          ...usages.flatMap(usage => [rounded(usage[item]), count(usage[item] * prices[item])]),
        ]),
        ['timers, as above', ...usages.flatMap(() => ['', count(fixed)])],
        ['**together**', ...credits.flatMap(sum => ['', `**${count(sum)}**`])],
        [
          '**yuan**, with the plan',
          ...credits.flatMap(sum => [cheapest(sum).name, `**${count(cheapest(sum).yuan)}**`]),
        ],
      ],
    ),
  };
};

/** The text of `docs/operations.md` with the tables as the price list, the schedules and the assumptions make them. */
export const withCostTables = (text: string): string =>
  Object.values(costTables()).reduce((all, table) => {
    const start = all.indexOf(table.slice(0, table.indexOf('\n')));
    if (start < 0) throw new Error('docs/operations.md has lost a table of costs');
    return all.slice(0, start) + table + all.slice(all.indexOf('\n\n', start));
  }, text);
