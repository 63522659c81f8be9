import { _ } from './cloud.ts';
import {
  beginningDue,
  callWorker,
  type Due,
  dueAtLatest,
  dueBy,
  dueRows,
  duringJob,
  endTurn,
  NEVER,
  nextBeat,
  takeTurn,
} from './due.ts';
import { environment } from './environment.ts';
import {
  isJob,
  isPeriodic,
  type JobName,
  type JobOf,
  jobs,
  type PeriodicJob,
  periods,
  sweptHourly,
  type WorkerName,
} from './jobs.ts';
import { errorName, logCall, report } from './log.ts';
import { keepProgress } from './progress.ts';
import { idsOf } from './repository.ts';
import { requireSecrets } from './requiredSecrets.ts';
import { timerRunId } from './timerRunId.ts';

/** When a job has something to do next; null: nothing that it knows of. */
export type NextTimes = { [J in Exclude<JobName, PeriodicJob>]: () => Promise<number | null> };

/** So long another worker is given to look after what has just become due; then this one looks after it too. */
const PATIENCE_MS = 3_000;
/** A job that fails is tried again after this time. */
const AGAIN_MS = 60_000;
/** What could not be ended in one run goes on after this time. */
const LEAST_MS = 1_000;
/** From one sweep to the next (`scripts/build/platform.ts`). */
const SWEEP_MS = 600_000;
const HOUR_MS = 3_600_000;
/** While jobs run, how often it is looked what else is due. */
const LOOK_MS = 2_000;
/** So long a worker begins what falls due, though the next beat may come before. */
const BEGIN_MS = 10_000;
/** When runs have to come to their end: the platform ends the worker after 60 s. */
const RUN_MS = 50_000;

const isFor =
  (job: JobName) =>
  ({ jobs: its }: Due): boolean =>
    its.includes(job);

/** What the rows name; nothing, which stands for all, where one of them does not. */
const aboutOf = (rows: Due[]): string[] =>
  rows.every(({ about }) => about) ? rows.flatMap(({ about = [] }) => about) : [];

interface Answer {
  ok: boolean;
  /** The result of each job that ran. */
  results?: Partial<Record<JobName, unknown>>;
}

interface Event {
  Type?: unknown;
  TriggerName?: unknown;
  jobs?: unknown;
  alone?: unknown;
  all?: unknown;
}

const pause = (ms: number) => {
  let timeout: NodeJS.Timeout | undefined;
  const over = new Promise<void>(resolve => (timeout = setTimeout(resolve, ms)));
  return { over, end: () => clearTimeout(timeout) };
};

/**
 * A function that does what is due. Its rule admits no client. It is called
 *
 * - by the timer `beat`: does what is due, and until the next beat what falls due;
 * - by the timer `sweep`, every ten minutes: asks jobs when they have something to do, and corrects what `due` says; `all`
 *   of them for a deployment;
 * - by other functions, with the jobs that have something to do now; `alone`: these, and nothing else that is due.
 *
 * Jobs run side by side, each under its own turn, and a slow or failing one holds up no other. A job that another worker
 * has been at for seconds is run here too where there is a mark for it: each claims the records that it works on. Who has
 * no turn leaves after that, and nobody begins anything once the next beat looks after it: with something always due,
 * workers would multiply, and work until the platform ends them.
 */
export const defineWorker = <W extends WorkerName>(
  name: W,
  run: { [J in JobOf<W>]: (about: string[]) => Promise<unknown> },
  nextTimes: NextTimes,
) => {
  requireSecrets(name);
  const its = run as Partial<Record<JobName, (about: string[]) => Promise<unknown>>>;

  const nextTime = async (job: JobName): Promise<number | null> =>
    isPeriodic(job) ? Date.now() + periods[job] : nextTimes[job]();

  const ofThis: ReadonlySet<JobName> = new Set(Object.keys(run) as JobName[]);

  const runJob = async (
    job: JobName,
    { turn, about, end }: { turn: Due | null; about: string[]; end: number },
    context: unknown,
    answer: Answer,
  ) => {
    let failure = '';
    await logCall(name, 'timer', context, async line => {
      line.action = job;
      const run = { job, end, isBeside: !turn };
      try {
        answer.results = {
          ...answer.results,
          [job]: await duringJob(run, () => its[job]!(about)),
        };
      } catch (error) {
        failure = errorName(error);
        answer.ok = false;
        Object.assign(line, { outcome: 'failed', error });
      }
    });
    if (!turn) return;
    try {
      const next = failure ? Date.now() + AGAIN_MS : await nextTime(job);
      await endTurn(turn, next === null ? null : Math.max(next, Date.now() + LEAST_MS), failure);
    } catch (error) {
      // Due again when the turn is over.
      report('turn not ended', error, job);
    }
  };

  /**
   * @param wanted jobs to run at once
   * @param only the jobs that are looked after; others are left alone
   * @param until what falls due before is waited for
   */
  const attend = async (
    wanted: JobName[],
    only: ReadonlySet<JobName>,
    until: number,
    context: unknown,
  ): Promise<Answer> => {
    const answer: Answer = { ok: true };
    const last = Math.max(until, Date.now() + BEGIN_MS);
    const end = Date.now() + RUN_MS;
    const running = new Map<JobName, Promise<void>>();
    /** Rows that were looked after here, at their times: a mark stays where another worker is at its job. */
    const handled = new Set<string>();
    /** Jobs that were run here beside the worker whose turn it is. */
    const beside = new Set<JobName>();
    let hadTurn = false;
    const keyOf = ({ _id, time }: Due) => `${_id} ${time}`;
    let asked = wanted;
    const patience = only === ofThis ? PATIENCE_MS : 0;
    /** @returns when to look again at what another worker is at; Infinity: not */
    const begin = async (rows: Due[]) => {
      const due = rows.filter(row => row.time <= Date.now() && !handled.has(keyOf(row)));
      const ready = [...new Set([...asked, ...due.flatMap(row => row.jobs)])];
      const elsewhere = only === ofThis ? ready.filter(job => jobs[job] !== name) : [];
      const mine = ready.filter(job => only.has(job) && !running.has(job));
      const turns = new Map<JobName, Due>();
      const left = new Map<JobName, number>();
      await Promise.all([
        ...mine.map(async job => {
          const turn = await takeTurn(job);
          if (typeof turn !== 'number') turns.set(job, turn);
          else if (turn + patience > Date.now() && !beside.has(job)) left.set(job, turn + patience);
        }),
        // One call for each: what takes memory does so by itself.
        ...elsewhere.map(job => callWorker(jobs[job], [job])),
      ]);
      const isMark = ({ _id }: Due) => !isJob(_id);
      const marked = new Set(due.filter(isMark).flatMap(row => row.jobs));
      const isWanted = (job: JobName) => marked.has(job) || asked.includes(job);
      const isBeside = (job: JobName) => isWanted(job) && !left.has(job) && !beside.has(job);
      const begun = mine.filter(job => turns.has(job) || isBeside(job));
      const again = mine.filter(job => left.has(job) && isWanted(job));
      asked = asked.filter(job => again.includes(job) && !marked.has(job));
      const isDone = (job: JobName) =>
        begun.includes(job) || elsewhere.includes(job) || !(only === ofThis || only.has(job));
      for (const row of due) if (row.jobs.every(isDone)) handled.add(keyOf(row));
      const over = due.filter(row => isMark(row) && row.jobs.every(job => turns.has(job)));
      hadTurn ||= turns.size > 0;
      for (const job of begun) if (!turns.has(job)) beside.add(job);
      for (const job of begun)
        running.set(
          job,
          runJob(
            job,
            { turn: turns.get(job) ?? null, about: aboutOf(due.filter(isFor(job))), end },
            context,
            answer,
          ).finally(() => running.delete(job)),
        );
      await dueRows.removeMany(idsOf(over), {});
      return Math.min(...again.map(job => left.get(job)!));
    };
    for (;;) {
      const rows = Date.now() < last ? await dueBy(Math.max(Date.now(), until)) : [];
      const again = await begin(rows);
      const now = Date.now();
      const later = rows.filter(
        ({ time, jobs: wished }) => time > now && wished.some(job => only.has(job)),
      );
      const due = Math.min(...later.map(({ time }) => time));
      const next = Math.min(due < until ? due : Infinity, again);
      const isHelp = wanted.length > 0 && beside.size > 0 && !hadTurn;
      const hasDone = next === Infinity || (isHelp && again === Infinity);
      if (running.size === 0 && hasDone) return answer;
      const ms = Math.max(0, next - now);
      const waiting = pause(running.size > 0 ? Math.min(LOOK_MS, ms) : ms);
      const ended = running.size > 0 ? [Promise.all(running.values())] : [];
      await Promise.race([...ended, waiting.over]);
      waiting.end();
    }
  };

  /** Until the next beat, which looks after what comes later. */
  const lookAhead = () => {
    const now = Date.now();
    return Math.min(nextBeat(now), now + environment.WORKER_AHEAD_MS);
  };

  /** What a crash has kept from being marked. @param all of all jobs, as once an hour */
  const sweep = async (all: boolean): Promise<void> => {
    const names = Object.keys(jobs) as JobName[];
    const rows = await dueRows.find({ _id: _.in(names) }, { limit: names.length });
    const own = new Map(rows.map(row => [row._id, row]));
    await Promise.all(
      names.map(async job => {
        try {
          const row = own.get(job);
          // What it does from time to time it goes on doing.
          if (row && (isPeriodic(job) || (!all && sweptHourly.includes(job)))) return;
          const next = await nextTime(job);
          if (next !== null || !row) await dueAtLatest(job, row, next ?? NEVER);
        } catch (error) {
          report('not swept', error, job);
        }
      }),
    );
    await keepProgress(timerRunId(name, 'sweep'), null);
  };

  return (event: unknown, context?: unknown): Promise<Answer> =>
    logCall(name, 'timer', context, async line => {
      const { Type, TriggerName, jobs: wished, alone, all } = (event ?? {}) as Event;
      const wanted = Array.isArray(wished) ? wished.filter(isJob).filter(job => its[job]) : [];
      const isBeat = Type === 'Timer' && TriggerName === 'beat';
      const isSweep = Type === 'Timer' && TriggerName === 'sweep';
      if (!isBeat && !isSweep && wanted.length === 0) {
        line.outcome = 'refused';
        return { ok: false };
      }
      line.action = isBeat ? 'beat' : isSweep ? 'sweep' : 'call';
      try {
        if (isSweep) await sweep(typeof all === 'boolean' ? all : Date.now() % HOUR_MS < SWEEP_MS);
        if (name === 'worker' && alone !== true)
          return await attend(wanted, ofThis, isSweep ? 0 : lookAhead(), context);
        // Beside each other they would take the memory of all.
        const only = new Set(wanted);
        return await beginningDue(() => attend(wanted, only, lookAhead(), context));
      } catch (error) {
        Object.assign(line, { outcome: 'failed', error });
        return { ok: false };
      }
    });
};
