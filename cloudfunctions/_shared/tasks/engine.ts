import { isActiveTask, type TaskStatus } from '#contract/taskStates.ts';
import type { Actor } from '../base/actor.ts';
import { endOfRun, runsBeside } from '../base/due.ts';
import { findDue } from '../base/eachDue.ts';
import { environment } from '../base/environment.ts';
import { report } from '../base/log.ts';
import { inParallel } from '../base/parallel.ts';
import { type Settings, settingsOf } from '../base/settings.ts';
import { check } from './check.ts';
import { type Ending, endTask } from './end.ts';
import { follow } from './follow.ts';
import { keepResults } from './keepResults.ts';
import { claim, isLost } from './lease.ts';
import { serveQueue } from './queue.ts';
import { release } from './release.ts';
import { submit } from './submit.ts';
import { latestEnd, type StoredTask, tasks } from './tasks.ts';

/** Due tasks of one look. */
const PAGE = 40;
/** The same beside another run, which looks at the same ones. */
const PAGE_BESIDE = 8;

type Step = (task: StoredTask, system: Settings<'system'>, by: Actor) => Promise<unknown>;

const timeOut = async (found: StoredTask, ending: Omit<Ending, 'status'>, by: Actor) => {
  const task = await claim(found);
  if (task) await endTask(task, { status: 'timeout', ...ending }, by, task);
};

const waitedTooLong: Step = (task, _system, by) => timeOut(task, { errorCode: 'QUEUE_FULL' }, by);

/** A step that fails whenever it is tried: the task ends all the same. */
const giveUp: Step = (task, _system, by) =>
  timeOut(task, { errorCode: 'TIMEOUT', maybeCharged: task.sentTime > 0 }, by);

/** What is done with a task that is due, by its state. Each step is short, and writes only as long as its lease holds. */
const steps: Partial<Record<TaskStatus, Step>> = {
  created: check,
  checking: check,
  queued: waitedTooLong,
  submitting: (task, { task: { pollMs } }, by) => submit(task, pollMs, by),
  running: (task, { task: { pollMs } }, by) => follow(task, pollMs, by),
  saving: keepResults,
};

const isStuck = (task: StoredTask) => Date.now() > latestEnd(task);

const advance = async (task: StoredTask, system: Settings<'system'>, by: Actor): Promise<void> => {
  const step = !isActiveTask(task.status) ? release : isStuck(task) ? giveUp : steps[task.status];
  try {
    await step?.(task, system, by);
  } catch (error) {
    // Due again at the end of its lease.
    report(`step failed: ${task.status}`, error, task._id);
  }
};

/** Whole pictures are in memory while they are stored. */
const isHeavy = ({ status }: StoredTask) => status === 'saving';

const inAnyOrder = <T>(items: T[]): T[] =>
  items
    .map(item => ({ item, at: Math.random() }))
    .sort((one, other) => one.at - other.at)
    .map(({ item }) => item);

/**
 * Advances every task that is due, then gives free slots to those who wait, until there is nothing to do or the time is
 * over. Runs may overlap: one beside another takes any of the due ones, and ends once others were quicker with most of
 * them. However many are called, only as many go on as find work.
 */
export const runEngine = async (by: Actor): Promise<{ steps: number }> => {
  const until = endOfRun(environment.TASK_BUDGET_MS);
  const system = await settingsOf('system');
  /** Where even the lease could not be written, the next run tries again. */
  const seen = new Set<string>();
  let done = 0;
  for (;;) {
    const served = await serveQueue(system.task.paidShare, by);
    const found = (await findDue(tasks, 'nextPollTime', {}, { limit: PAGE })).filter(
      ({ _id, rev }) => !seen.has(`${_id} ${rev}`),
    );
    const due = runsBeside() ? inAnyOrder(found).slice(0, PAGE_BESIDE) : found;
    for (const { _id, rev } of due) seen.add(`${_id} ${rev}`);
    await inParallel(
      due.filter(task => !isHeavy(task)),
      task => advance(task, system, by),
    );
    for (const task of due.filter(isHeavy)) {
      if (Date.now() >= until) break;
      await advance(task, system, by);
    }
    done += due.length + served;
    if (runsBeside() && due.filter(isLost).length > due.length / 2) return { steps: done };
    if ((due.length === 0 && served === 0) || Date.now() >= until) return { steps: done };
  }
};
