import { taskSentences } from '#contract/sentences/tasks.ts';
import { isActiveTask } from '#contract/taskStates.ts';
import type { Actor } from '../base/actor.ts';
import { report } from '../base/log.ts';
import { inTransaction, type Transaction } from '../base/transaction.ts';
import { ResultRefused } from '../runningHub/download.ts';
import type { StoredUser } from '../users/ledger.ts';
import { userLogRow } from '../users/userLog.ts';
import { endTask, userAfter } from './end.ts';
import { claim, holds, write } from './lease.ts';
import { dropPicture, keepPictures } from './results.ts';
import { afterSilence } from './rhythm.ts';
import { saveResult } from './save.ts';
import { type FoundResult, moved, type StoredTask, tasks } from './tasks.ts';
import { tellOfTask } from './tellOfTask.ts';
import { noteRun } from './templateHealth.ts';
import { noteTrial } from './trial.ts';
import { countUsage } from './usage.ts';

/**
 * Ends a task whose pictures are stored: the task and its user in one transaction.
 * @param held the engine's lease; without it nothing is changed
 */
const succeed = async (held: StoredTask, actor: Actor): Promise<StoredTask> => {
  let isEnded = false;
  const store = async (transaction: Transaction): Promise<StoredTask> => {
    const before = await transaction.require<StoredTask>('tasks', held._id);
    isEnded = holds(held, before);
    if (!isEnded) return before;
    const { userId, outputs, results } = before;
    await keepPictures(transaction, before);
    const user = userId ? await transaction.get<StoredUser>('users', userId) : null;
    const { now } = transaction;
    if (user) {
      await transaction.change('users', user, userAfter(user, before, false));
      const about = { refType: 'task', refId: before._id };
      const entry = { type: 'task', title: taskSentences.succeeded, ...about } as const;
      await transaction.insert('userLogs', userLogRow(user, entry));
    }
    const sentence = taskSentences.resultsKept(outputs.length, results.length);
    const ended = await transaction.change('tasks', before, {
      status: 'succeeded',
      progress: 100,
      finishTime: now,
      nextPollTime: 0,
      history: moved(before, 'succeeded', now, actor.name, sentence),
    });
    await noteTrial(transaction, ended);
    if (user) await tellOfTask(transaction, ended, user);
    return ended;
  };
  const task = await inTransaction(store);
  if (isEnded) await Promise.all([countUsage(task), noteRun(task)]);
  return task;
};

/** Attempts to fetch a result; the provider keeps it for a day. */
const MOST_TRIES = 6;

const tried = (result: FoundResult, error: unknown): FoundResult => {
  const tries = result.tries + 1;
  const isOver = error instanceof ResultRefused || tries >= MOST_TRIES;
  return { ...result, tries, state: isOver ? 'refused' : 'waiting' };
};

/** The lease was lost: its holder may be storing the same picture, unless the task has ended. */
const dropUnlessNamed = async (id: string, filePath: string): Promise<void> => {
  const task = await tasks.get(id);
  if (task && isActiveTask(task.status)) return;
  if (task?.outputs.some(output => output.filePath === filePath)) return;
  await dropPicture(filePath);
};

/**
 * Stores what the provider made, one result after another, each recorded by itself, so that after an interruption the
 * work goes on with the next. Some pictures of several are better than none.
 */
export const keepResults = async (found: StoredTask, by: Actor): Promise<StoredTask | null> => {
  let task = await claim(found);
  if (!task) return null;
  for (const [at, result] of task.results.entries()) {
    if (result.state !== 'waiting') continue;
    let now: FoundResult = { ...result, state: 'saved' };
    let outputs = task.outputs;
    let stored = '';
    try {
      const output = await saveResult(task, result, at);
      stored = output.filePath;
      outputs = [...outputs, output];
    } catch (error) {
      report('result not saved', error, task._id);
      now = tried(result, error);
    }
    const results = task.results.map((one, index) => (index === at ? now : one));
    const { _id } = task;
    task = await claim(task, { results, outputs });
    if (!task) {
      if (stored) await dropUnlessNamed(_id, stored);
      return null;
    }
  }
  const waiting = task.results.filter(({ state }) => state === 'waiting');
  if (waiting.length > 0) {
    const tries = Math.max(...waiting.map(result => result.tries));
    return write(task, { nextPollTime: Date.now() + afterSilence(tries) });
  }
  if (task.outputs.length === 0)
    return endTask(task, { status: 'failed', errorCode: 'SAVE_FAILED' }, by, task);
  return succeed(task, by);
};
