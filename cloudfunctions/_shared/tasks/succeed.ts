import { taskSentences } from '#contract/sentences/tasks.ts';
import type { Actor } from '../base/actor.ts';
import { inTransaction, type Transaction } from '../base/transaction.ts';
import type { StoredUser } from '../users/ledger.ts';
import { userLogRow } from '../users/userLog.ts';
import { userAfter } from './end.ts';
import { holds } from './lease.ts';
import { keepPictures } from './results.ts';
import { moved, type StoredTask } from './tasks.ts';
import { tellOfTask } from './tellOfTask.ts';
import { noteRun } from './templateHealth.ts';
import { noteTrial } from './trial.ts';
import { countUsage } from './usage.ts';

/**
 * Ends a task whose pictures are stored: the task and its user in one transaction.
 * @param held the engine's lease; without it nothing is changed
 */
export const succeed = async (held: StoredTask, actor: Actor): Promise<StoredTask> => {
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
