import { taskSentences } from '#contract/sentences/tasks.ts';
import type { Actor } from '../base/actor.ts';
import { stateNotAllowed } from '../base/errors.ts';
import { inTransaction, type Transaction } from '../base/transaction.ts';
import { rewardInvitation } from '../users/invitations.ts';
import type { StoredUser } from '../users/ledger.ts';
import { userLogRow } from '../users/userLog.ts';
import { userAfter } from './end.ts';
import { holds } from './lease.ts';
import { notifyOfTask } from './notifyOfTask.ts';
import { keepPictures } from './results.ts';
import { moved, type StoredTask } from './tasks.ts';
import { noteRun } from './templateHealth.ts';
import { noteTrial } from './trial.ts';
import { countUsage } from './usage.ts';

/**
 * Ends a task whose pictures are stored: the task, its pictures and its user in one transaction, after `permit` has
 * looked at the task as it is then.
 * @param permit false: nothing is changed
 */
const succeedIf = async (
  id: string,
  permit: (before: StoredTask) => boolean,
  actor: Actor,
  reason = '',
): Promise<StoredTask> => {
  let isEnded = false;
  const store = async (transaction: Transaction): Promise<StoredTask> => {
    const before = await transaction.require<StoredTask>('tasks', id);
    isEnded = permit(before);
    if (!isEnded) return before;
    const { userId, outputs, results } = before;
    await keepPictures(transaction, before);
    const user = userId ? await transaction.get<StoredUser>('users', userId) : null;
    const { now } = transaction;
    if (user) {
      const after = await transaction.change('users', user, userAfter(user, before, false));
      await rewardInvitation(transaction, after);
      const about = { refType: 'task', refId: before._id };
      const entry = { type: 'task', title: taskSentences.succeeded, ...about } as const;
      await transaction.insert('userLogs', userLogRow(user, entry));
    }
    const sentence = reason
      ? taskSentences.reviewPassed(reason)
      : taskSentences.resultsKept(outputs.length, results.length);
    const patch = {
      status: 'succeeded' as const,
      progress: 100,
      finishTime: now,
      nextPollTime: 0,
      inReview: false,
      history: moved(before, 'succeeded', now, actor.name, sentence),
    };
    const { status, inReview } = before;
    const entry = {
      by: actor,
      resource: 'task',
      reason,
      before: { status, inReview },
      after: { status: patch.status, inReview: patch.inReview },
    };
    const ended = await transaction.change('tasks', before, patch, reason ? entry : undefined);
    await noteTrial(transaction, ended);
    if (user) await notifyOfTask(transaction, ended, user);
    return ended;
  };
  const task = await inTransaction(store);
  if (isEnded) await Promise.all([countUsage(task), noteRun(task)]);
  return task;
};

/** @param held a lease; without it nothing is changed */
export const succeed = (held: StoredTask, actor: Actor): Promise<StoredTask> =>
  succeedIf(held._id, before => holds(held, before), actor);

/**
 * Pictures that wait for a review have passed. Once: later callers, and those of a task whose time is over, are refused.
 * @throws 40400, 40902
 */
export const passReview = (id: string, actor: Actor, reason: string): Promise<StoredTask> =>
  succeedIf(
    id,
    before => {
      if (!before.inReview) throw stateNotAllowed(taskSentences.notInReview);
      return true;
    },
    actor,
    reason,
  );
