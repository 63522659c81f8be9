/**
 * What is done without being asked for, by the function that does it: `worker`, or `heavyWorker` where it takes memory
 * and processor that others would miss. `_shared/work/nextTimes.ts` says when each has something to do.
 */
export const jobs = {
  tasks: 'worker',
  messages: 'worker',
  orders: 'worker',
  refunds: 'worker',
  uploads: 'worker',
  virtualGoods: 'worker',
  videos: 'worker',
  codeBatches: 'worker',
  approvals: 'worker',
  compensations: 'worker',
  closings: 'worker',
  enableUsers: 'worker',
  parcels: 'worker',
  arrivals: 'worker',
  overdue: 'worker',
  templateTimes: 'worker',
  auditRows: 'worker',
  expireCodes: 'worker',
  purgeExpired: 'worker',
  purgeMessages: 'worker',
  eraseRecords: 'worker',
  sweepVideos: 'worker',
  rebuildCounters: 'worker',
  recountFigures: 'worker',
  reviewTemplates: 'worker',
  purgeFiles: 'worker',
  sweepFiles: 'worker',
  expireFiles: 'worker',
  countFileUse: 'worker',
  exports: 'heavyWorker',
  purgeExports: 'heavyWorker',
  printArchives: 'heavyWorker',
  purgePrintArchives: 'heavyWorker',
  reconciliation: 'heavyWorker',
} as const satisfies Record<string, 'worker' | 'heavyWorker'>;

export type JobName = keyof typeof jobs;
export type WorkerName = (typeof jobs)[JobName];
export type JobOf<W extends WorkerName> = {
  [J in JobName]: (typeof jobs)[J] extends W ? J : never;
}[JobName];

export const isJob = (name: unknown): name is JobName =>
  typeof name === 'string' && Object.hasOwn(jobs, name);

const HOUR = 3_600_000;

/** What is done from time to time, in milliseconds from the end of one run to the next. */
export const periods = {
  // Whatever makes a row necessary marks it: this is for marks that could not be stored.
  auditRows: 3 * HOUR,
  expireCodes: HOUR,
  purgeExpired: HOUR,
  purgeMessages: 24 * HOUR,
  eraseRecords: 24 * HOUR,
  sweepVideos: HOUR,
  rebuildCounters: HOUR,
  recountFigures: HOUR,
  reviewTemplates: HOUR,
  purgeFiles: HOUR,
  sweepFiles: HOUR,
  expireFiles: HOUR,
  countFileUse: 24 * HOUR,
  purgeExports: HOUR,
  purgePrintArchives: HOUR,
} as const satisfies Partial<Record<JobName, number>>;
export type PeriodicJob = keyof typeof periods;

export const isPeriodic = (job: JobName): job is PeriodicJob => Object.hasOwn(periods, job);

/**
 * Whose records are marked in the transaction that makes them due, or are due hours after they were written: nothing of
 * them is lost, and the sweep asks them once an hour.
 */
export const sweptHourly: readonly JobName[] = [
  ...(['refunds', 'codeBatches', 'enableUsers'] as const),
  ...(['approvals', 'parcels', 'arrivals', 'overdue', 'templateTimes', 'virtualGoods'] as const),
];
