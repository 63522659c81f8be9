import { AsyncLocalStorage } from 'node:async_hooks';
import { _, app } from './cloud.ts';
import { environment } from './environment.ts';
import { type JobName, jobs, type WorkerName } from './jobs.ts';
import { heldLease } from './lease.ts';
import { report } from './log.ts';
import { repository, type Stored } from './repository.ts';

/**
 * When the jobs have something to do: all that an idle service asks the database for. There are two kinds of rows.
 *
 * - A **mark** says that records were written which are due at a time. It is written beside their transaction's commit, or
 *   beside the one write; where it is not stored because the process died in between, the sweep finds the record.
 * - A job's **own row**, whose `_id` is its name: when it has something to do next, as it found when it last ran. While
 *   a worker is at it, the time is the end of the worker's turn.
 */
export interface Due extends Stored {
  jobs: JobName[];
  time: number;
  /** What the job is to look at; absent for all. */
  about?: string[];
  /** In a job's own row: the worker that runs the job; `until` is when its claim expires. */
  holder: string;
  until: number;
  /** In a job's own row: end of the last run, last failure and its reason. Rows of older versions lack them. */
  ranTime?: number;
  failedTime?: number;
  failure?: string;
}

export const dueRows = repository<Due>('due');

/** The holder fields of a row without a running worker. */
export const free = { holder: '', until: 0 };

type Mark = Omit<Due, keyof Stored>;

/** Later than any time that is asked for. */
export const NEVER = 8_640_000_000_000_000;

/** How often the worker looks without being called (`scripts/build/platform.ts`). */
export const BEAT_MS = 30_000;
export const nextBeat = (now: number): number => (Math.floor(now / BEAT_MS) + 1) * BEAT_MS;

interface Run {
  job: JobName;
  /** When it has to come to its end. */
  end: number;
  /** Without the job's turn, beside the worker that has it. */
  isBeside: boolean;
}

/** The job under way. What it writes of its own kind needs no marks: when it has run, it says when it is due next. */
const underWay = new AsyncLocalStorage<Run>();
export const duringJob = <T>(run: Run, work: () => Promise<T>): Promise<T> =>
  underWay.run(run, work);

/** Whether another worker has the turn of the job under way. */
export const runsBeside = (): boolean => underWay.getStore()?.isBeside === true;

/** The default length of a run. */
const BUDGET_MS = 40_000;

/** When a run that may take so long has to come to its end: before its worker does. The next run continues. */
export const endOfRun = (ms = BUDGET_MS): number =>
  Math.min(Date.now() + ms, underWay.getStore()?.end ?? Infinity);

/** Jobs and when they are due. */
export type Marks = Map<JobName, number>;

export const addMark = (marks: Marks, job: JobName, time: number): void => {
  if (underWay.getStore()?.job !== job) marks.set(job, Math.min(time, marks.get(job) ?? Infinity));
};

/** Only who can do all of a row takes it away: one for the worker, and one for each job that runs by itself. */
export const rowsOf = (marks: Marks): Mark[] =>
  [
    [...marks].filter(([job]) => jobs[job] === 'worker'),
    ...[...marks].filter(([job]) => jobs[job] !== 'worker').map(one => [one]),
  ]
    .filter(its => its.length > 0)
    .map(its => ({
      jobs: its.map(([job]) => job),
      time: Math.min(...its.map(([, time]) => time)),
      ...free,
    }));

/** What the call under way has made due. */
const ofCall = new AsyncLocalStorage<Marks>();

export const addToCall = (marks: Marks): void => {
  const callMarks = ofCall.getStore();
  if (callMarks) for (const [job, time] of marks) addMark(callMarks, job, time);
};

/**
 * Marks what one write outside a transaction makes due; to be awaited beside that write. Not stored, it is left to the
 * sweep: the record says itself when it is due.
 * @param time epoch milliseconds
 */
export const markDue = async (job: JobName, time = Date.now()): Promise<void> => {
  const marks: Marks = new Map();
  addMark(marks, job, time);
  addToCall(marks);
  for (const row of rowsOf(marks)) await storeMark(row);
};

/** @returns whether it is stored */
export const storeMark = async (mark: Mark): Promise<boolean> => {
  try {
    await dueRows.insert(mark);
    return true;
  } catch (error) {
    report('not marked as due', error, mark.jobs.join(' '));
    return false;
  }
};

/**
 * Asks a worker to begin now and waits until it has the call. The SDK knows no call without an answer, and what a
 * function leaves to do when it answers is not done; so it waits for a part of a second, in which the call has arrived
 * or has failed, and no longer for the answer. A call that is lost is made good by the next beat.
 */
export const callWorker = async (worker: WorkerName, wanted: JobName[]): Promise<void> => {
  try {
    await app.callFunction(
      { name: worker, data: { jobs: wanted } },
      { timeout: environment.WORKER_ACCEPT_MS },
    );
  } catch (error) {
    if (!isUnanswered(error)) report('worker not called', error, wanted.join(' '));
  }
};

const isUnanswered = (error: unknown) =>
  /TIMEDOUT/.test(String((error as { code?: unknown } | null)?.code));

/** Does the work of a call; what it has made due now begins before the call is answered. */
export const beginningDue = async <T>(work: () => Promise<T>): Promise<T> => {
  const marks: Marks = new Map();
  const result = await ofCall.run(marks, work);
  const now = Date.now();
  const wanted = [...marks].flatMap(([job, time]) => (time <= now ? job : []));
  await Promise.all(
    (['worker', 'heavyWorker'] as const).map(async worker => {
      const its = wanted.filter(job => jobs[job] === worker);
      if (its.length > 0) await callWorker(worker, its);
    }),
  );
  return result;
};

/** Due by then, the earliest first. A new instance on a slow machine may miss the first answer: it asks once more. */
export const dueBy = (time: number): Promise<Due[]> => {
  const ask = () => dueRows.find({ time: _.lte(time) }, { sort: [['time', 'asc']], limit: 1_000 });
  return ask().catch((error: unknown) => (isUnanswered(error) ? ask() : Promise.reject(error)));
};

/** Longer than the platform lets a worker live. */
const TURN_MS = 65_000;
const turns = heldLease(
  dueRows,
  { holder: 'holder', held: (holder, until) => ({ holder, until }), free },
  () => TURN_MS,
);

/**
 * Takes a job's turn, which ends by itself if its holder dies.
 * @returns the job's row with the turn, or since when another has it
 */
export const takeTurn = async (job: JobName): Promise<Due | number> => {
  const take = () => turns.take(job, { until: _.lte(Date.now()) }, until => ({ time: until }));
  const taken = await take();
  if (taken) return taken;
  const row = await dueRows.get(job);
  if (row) return row.until - TURN_MS;
  await dueRows.insertUnlessThere({ jobs: [job], time: 0, ...free }, job);
  return (await take()) ?? Date.now();
};

/**
 * Ends the turn.
 * @param next when the job has something to do; null: nothing that it knows of
 * @param failure why it failed; '' where it did not
 */
export const endTurn = async (turn: Due, next: number | null, failure: string): Promise<void> => {
  const now = Date.now();
  const ran = { ranTime: now, failure, ...(failure && { failedTime: now }) };
  await turns.release(turn, {}, { time: next ?? NEVER, ...ran });
};

/** Since when a worker is at a job; null for none. */
export const turnSince = ({ holder, until }: Due, now: number): number | null =>
  holder && until > now ? until - TURN_MS : null;

/** Where the job's own row says later than this, or there is none: the sweep's correction. */
export const dueAtLatest = async (
  job: JobName,
  own: Due | undefined,
  time: number,
): Promise<void> => {
  if (own && own.time <= time) return;
  if (own) await dueRows.noteWhile(job, { time: _.gt(time), until: _.lte(Date.now()) }, { time });
  else await dueRows.insertUnlessThere({ jobs: [job], time, ...free }, job);
};
