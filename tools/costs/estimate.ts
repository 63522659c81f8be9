import { jobs, type PeriodicJob, periods } from '../../cloudfunctions/_shared/base/jobs.ts';
import { collections } from '../../contract/collections.ts';
import { parseCron } from '../../emulator/functions/cron.ts';
import { backgroundConfigs } from '../../scripts/build/platform.ts';
import { CREDITS_PER_YUAN, type Item, plans, prices } from './prices.ts';

type Amounts = Partial<Record<Item, number>>;

const MONTH_DAYS = 30;
const A_DAY = Date.parse('2026-11-01T00:00:00+08:00');

/** Collections whose records carry their audit row until it is in the log. */
const audited = collections.filter(({ indexes }) =>
  indexes.some(({ keys }) => 'unaudited.time' in keys),
);

/** Requests to the database of what finds nothing to do; `tests/product/idleTimers.rest.test.ts` counts them. */
export const idleRequests = {
  /** What is due? */
  beat: 1,
  /** When each job has something to do, as its records say. */
  sweep: 21,
  /** The same of the others, once an hour. */
  sweptHourly: 16,
  /** Its turn, until the end of which another worker leaves it alone; and what else is due when jobs have ended. */
  turn: 2,
  jobs: {
    auditRows: audited.length,
    expireCodes: 2,
    purgeExpired: 7,
    purgeMessages: 1,
    eraseRecords: 13,
    sweepVideos: 3,
    rebuildCounters: 26,
    recountFigures: 2,
    reviewTemplates: 6,
    purgeFiles: 1,
    sweepFiles: 1,
    expireFiles: 5,
    countFileUse: 4,
    purgeExports: 3,
    purgePrintArchives: 3,
  } satisfies Record<PeriodicJob, number>,
} as const;

/** Assumptions: change them and run `npm run generate`. */
const assumed = {
  /** Seconds of a beat that finds nothing to do, of a sweep, and of a job that does. */
  beatSeconds: 0.05,
  sweepSeconds: 0.3,
  jobSeconds: 0.3,
  /** Seconds of an action, at 256 MB. */
  callSeconds: 0.1,
  /** Calls of visitors for each request to the counter of their address: a hundredth of `PUBLIC_CALLS_PER_MINUTE`. */
  callsPerCount: 12,
  visit: { calls: 7, requests: 11, authCalls: 0.3, cdnMb: 0.6, hostingMb: 0.15 },
  /** Upload, quote, order, thirteen questions while it is made, and looking at the result. */
  task: { calls: 21, requests: 58, cdnMb: 2, storedMb: 0.6 * 3 + 2.5 * 6, sentMb: 0.6 },
  /** Of pictures in their styles: the photo large and small, results large and small, one to save. */
  copies: { perTask: 5, calls: 3, seconds: 0.5, memoryGb: 0.5, requests: 4, storedMb: 0.2 },
  /** Moderation, submission, questions, saving: what the worker does for a task. */
  engine: { requests: 60, seconds: 5, memoryGb: 0.5, databaseKb: 8 },
  /** For each task, order and change of an administrator: marks, calls of the worker and what they find out. */
  marks: { perTask: { calls: 2, requests: 16 }, perOrder: { calls: 2, requests: 24 } },
  order: { calls: 8, requests: 82, databaseKb: 12 },
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

const workerOf = (
  { memory }: { memory: number },
  runs: number,
  requests: number,
  seconds: number,
) => ({
  functionCalls: runs,
  databaseRequests: runs * requests,
  functionGbSeconds: runs * (memory / 1_024) * seconds,
});

const MONTH_MS = MONTH_DAYS * 86_400_000;

/** What the timers cost a month, and what is done from time to time, when there is nothing to do. */
const timerCosts = () => {
  const timers = backgroundConfigs['worker']!.timers ?? [];
  const runsOf = (name: string) => runsOfMonth(timers.find(timer => timer.name === name)!.config);
  const { beat, sweep, sweptHourly, turn } = idleRequests;
  /** Sweeps of an hour. */
  const ofHour = runsOf('sweep') / (MONTH_DAYS * 24);
  const { beatSeconds, sweepSeconds, jobSeconds } = assumed;
  const config = backgroundConfigs['worker']!;
  const periodic = (['worker', 'heavyWorker'] as const).map(name => {
    const its = Object.entries(periods).filter(([job]) => jobs[job as PeriodicJob] === name);
    const all = its.map(([job, ms]) =>
      workerOf(
        backgroundConfigs[name]!,
        MONTH_MS / ms,
        idleRequests.jobs[job as PeriodicJob] + turn,
        jobSeconds,
      ),
    );
    return { name: `jobs of ${name}`, amounts: all.reduce(added) };
  });
  return [
    { name: 'beat', amounts: workerOf(config, runsOf('beat'), beat, beatSeconds) },
    {
      name: 'sweep',
      amounts: workerOf(config, runsOf('sweep'), sweep + sweptHourly / ofHour, sweepSeconds),
    },
    ...periodic,
  ];
};

type TimerAmounts = ReturnType<typeof workerOf>;
const added = (one: TimerAmounts, other: TimerAmounts): TimerAmounts => ({
  functionCalls: one.functionCalls + other.functionCalls,
  databaseRequests: one.databaseRequests + other.databaseRequests,
  functionGbSeconds: one.functionGbSeconds + other.functionGbSeconds,
});

const creditsOf = (amounts: Amounts): number =>
  Object.entries(amounts).reduce((sum, [item, amount]) => sum + amount * prices[item as Item], 0);

const MB_OF_GB = 1_024;
const KB_OF_GB = 1_024 * 1_024;

/** What visitors and administrators cost a month, besides the timers. */
const usageOf = ({ users, administrators, callsOfEach }: (typeof sizes)[number]) => {
  const { visit, task, copies, engine, marks, order, adminCall, perUser, monthsKept } = assumed;
  const visits = users * perUser.visits;
  const tasks = users * perUser.tasks;
  const orders = users * perUser.orders;
  const adminCalls = administrators * callsOfEach;
  const copyCalls = tasks * copies.calls;
  const visitorCalls = visits * visit.calls + tasks * task.calls + orders * order.calls + copyCalls;
  const calls = visitorCalls + adminCalls;
  const kept = users * perUser.databaseKb + tasks * engine.databaseKb + orders * order.databaseKb;
  const engineSeconds = tasks * engine.seconds * engine.memoryGb;
  const copySeconds = copyCalls * copies.seconds * copies.memoryGb;
  return {
    databaseRequests:
      visits * visit.requests +
      tasks * (task.requests + engine.requests + marks.perTask.requests) +
      copyCalls * copies.requests +
      orders * (order.requests + marks.perOrder.requests) +
      visitorCalls / assumed.callsPerCount +
      adminCalls * adminCall.requests,
    functionCalls: calls + tasks * marks.perTask.calls + orders * marks.perOrder.calls,
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
export const costTables = (): { timers: string; sizes: string } => {
  const timers = timerCosts();
  const fixed = timers.reduce((sum, { amounts }) => sum + creditsOf(amounts), 0);
  const usages = sizes.map(usageOf);
  const credits = usages.map(usage => creditsOf(usage) + fixed);
  const items = Object.keys(labels) as Item[];
  return {
    timers: table(
      ['Idle', 'Runs', 'Database requests', 'GB-seconds', 'Credits'],
      [
        ...timers
          .sort((one, other) => creditsOf(other.amounts) - creditsOf(one.amounts))
          .map(({ name, amounts }) => [
            name,
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
        ['idle, as above', ...usages.flatMap(() => ['', count(fixed)])],
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
