import { isActiveTask, type TaskStatus } from '#contract/taskStates.ts';
import type { Actor } from '../base/actor.ts';
import { endOfRun, runsBeside } from '../base/due.ts';
import { findDue } from '../base/eachDue.ts';
import { environment } from '../base/environment.ts';
import { report } from '../base/log.ts';
import { inParallel } from '../base/parallel.ts';
import { cancel } from '../runningHub/client.ts';
import { RunningHubError } from '../runningHub/protocol.ts';
import { isBudgetSpent, watchBudget } from './budget.ts';
import { check } from './check.ts';
import { type Ending, endTask } from './end.ts';
import { type EngineSettings, engineSettings } from './engineSettings.ts';
import { follow } from './follow.ts';
import { keepResults } from './keepResults.ts';
import { apiKeys, withKey } from './keys.ts';
import { claim, isLost, write } from './lease.ts';
import { serveQueue } from './queue.ts';
import { afterSilence } from './rhythm.ts';
import { submit } from './submit.ts';
import { latestEnd, type StoredTask, tasks, withoutSlot } from './tasks.ts';

/** Nothing was done, and it may be asked again. */
const deaf: RunningHubError['failure'][] = ['unreachable', 'busy', 'outage', 'unknown'];

/** Unanswered requests to stop after which the slot counts as free. */
const MOST_SILENCES = 6;

/**
 * What the provider says to the request to stop: `unknown` where no key of ours knows the task, `silent` also
 * where it takes no requests for now.
 */
type Heard = 'stopped' | 'unknown' | 'silent';

const stop = async (task: StoredTask): Promise<Heard> => {
  const key = task.rhTaskId ? await apiKeys.get(task.apiKeyId) : null;
  if (!key) return 'unknown';
  try {
    await withKey(key, access => cancel(access, task.rhTaskId), { isLast: true });
    return 'stopped';
  } catch (error) {
    if (!(error instanceof RunningHubError)) throw error;
    if (deaf.includes(error.failure)) return 'silent';
    return error.failure === 'gone' || error.failure === 'key' ? 'unknown' : 'stopped';
  }
};

/**
 * A task that has ended here while the provider works on it: it is asked to stop, and its slot is free. Where it cannot
 * be asked, it may charge for the task.
 */
const release = async (found: StoredTask): Promise<void> => {
  const task = await claim(found);
  if (!task) return;
  const silent = task.silent + 1;
  const heard = await stop(task);
  if (heard === 'silent' && silent < MOST_SILENCES)
    return void (await write(task, { silent, nextPollTime: Date.now() + afterSilence(silent) }));
  await write(task, {
    ...withoutSlot(task._id),
    nextPollTime: 0,
    ...(heard !== 'stopped' && { maybeCharged: true }),
  });
};

/** Due tasks of one look. */
const PAGE = 40;
/** The same beside another run, which looks at the same ones. */
const PAGE_BESIDE = 8;

type Step = (task: StoredTask, settings: EngineSettings, by: Actor) => Promise<unknown>;

const timeOut = async (found: StoredTask, ending: Omit<Ending, 'status'>, by: Actor) => {
  const task = await claim(found);
  if (task) await endTask(task, { status: 'timeout', ...ending }, by, task);
};

const waitedTooLong: Step = (task, _settings, by) => timeOut(task, { errorCode: 'QUEUE_FULL' }, by);

/** A step that fails whenever it is tried: the task ends all the same. */
const giveUp: Step = (task, _settings, by) =>
  timeOut(task, { errorCode: 'TIMEOUT', maybeCharged: task.sentTime > 0 }, by);

/** What is done with a task that is due, by its state. Each step is short, and writes only as long as its lease holds. */
const steps: Partial<Record<TaskStatus, Step>> = {
  created: check,
  checking: check,
  queued: waitedTooLong,
  submitting: (task, { system }, by) => submit(task, system.task.pollMs, by),
  running: (task, { system }, by) => follow(task, system.task.pollMs, by),
  saving: keepResults,
};

const isStuck = (task: StoredTask) => Date.now() > latestEnd(task);

const advance = async (task: StoredTask, settings: EngineSettings, by: Actor): Promise<void> => {
  const step = !isActiveTask(task.status) ? release : isStuck(task) ? giveUp : steps[task.status];
  try {
    await step?.(task, settings, by);
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
  const settings = await engineSettings();
  /** Where even the lease could not be written, the next run tries again. */
  const seen = new Set<string>();
  let done = 0;
  for (;;) {
    // What waits and is not paid for is not begun either; it gets its credits back when it has waited too long.
    const isSpent = await isBudgetSpent(settings.system, Date.now());
    const served = await serveQueue(isSpent ? 100 : settings.system.task.paidShare, by);
    const found = (await findDue(tasks, 'nextPollTime', {}, { limit: PAGE })).filter(
      ({ _id, rev }) => !seen.has(`${_id} ${rev}`),
    );
    const due = runsBeside() ? inAnyOrder(found).slice(0, PAGE_BESIDE) : found;
    for (const { _id, rev } of due) seen.add(`${_id} ${rev}`);
    await inParallel(
      due.filter(task => !isHeavy(task)),
      task => advance(task, settings, by),
    );
    for (const task of due.filter(isHeavy)) {
      if (Date.now() >= until) break;
      await advance(task, settings, by);
    }
    done += due.length + served;
    if (runsBeside() && due.filter(isLost).length > due.length / 2) break;
    if ((due.length === 0 && served === 0) || Date.now() >= until) break;
  }
  if (done > 0) await watchBudget(settings.system);
  return { steps: done };
};
