import { taskSentences } from '#contract/sentences/tasks.ts';
import type { Actor } from '../base/actor.ts';
import { stateNotAllowed } from '../base/errors.ts';
import { inTransaction, known, type Transaction } from '../base/transaction.ts';
import { templates } from '../templates/records.ts';
import { rewardInvitation } from '../users/invitations.ts';
import type { StoredUser } from '../users/ledger.ts';
import { userAfter } from './end.ts';
import { holds } from './lease.ts';
import { notifyOfTask } from './notifyOfTask.ts';
import { keepPictures, knownPictures } from './results.ts';
import { moved, type StoredTask } from './tasks.ts';
import { noteTrial } from './trial.ts';
import { besideEnd } from './usage.ts';

/**
 * Ends a task whose pictures are stored: the task, its pictures and its user in one transaction, after `permit` has
 * looked at the task as it is then.
 * @param seen as it was read
 * @param permit false: nothing is changed
 */
const succeedIf = async (
  seen: StoredTask,
  permit: (before: StoredTask) => boolean,
  actor: Actor,
  reason = '',
): Promise<StoredTask> => {
  const { _id: id, userId, templateId } = seen;
  let isEnded = false;
  let owner: StoredUser | null = null;
  const store = async (transaction: Transaction): Promise<StoredTask> => {
    const before = await transaction.require<StoredTask>('tasks', id);
    isEnded = permit(before);
    if (!isEnded) return before;
    const { outputs, results } = before;
    await keepPictures(transaction, before);
    const user = userId ? await transaction.get<StoredUser>('users', userId) : null;
    owner = user;
    const { now } = transaction;
    if (user) {
      const after = await transaction.change('users', user, userAfter(user, before, false));
      await rewardInvitation(transaction, after);
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
  const template = templates.get(templateId);
  template.catch(() => undefined);
  const count = besideEnd(seen, template);
  return inTransaction(store, {
    known: [
      known('tasks', id, seen, ['nextPollTime']),
      ...knownPictures(seen),
      ...(userId ? [known('users', userId)] : []),
      ...(seen.isTrial ? [known('templates', templateId, template)] : []),
    ],
    beside: async task => {
      if (isEnded) await count(task, owner, { title: taskSentences.succeeded });
    },
  });
};

/** @param held a lease; without it nothing is changed */
export const succeed = (held: StoredTask, actor: Actor): Promise<StoredTask> =>
  succeedIf(held, before => holds(held, before), actor);

/**
 * Pictures that wait for a review have passed. Once: later callers, and those of a task whose time is over, are refused.
 * @throws 40400, 40902
 */
export const passReview = (seen: StoredTask, actor: Actor, reason: string): Promise<StoredTask> =>
  succeedIf(
    seen,
    before => {
      if (!before.inReview) throw stateNotAllowed(taskSentences.notInReview);
      return true;
    },
    actor,
    reason,
  );
