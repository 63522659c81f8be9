import { codes } from '#contract/envelope.ts';
import { taskSentences } from '#contract/sentences/tasks.ts';
import { taskActions, taskEntity } from '#contract/task.ts';
import { syncableTaskStatuses } from '#contract/taskStates.ts';
import { type Actor, actorOf } from '../_shared/base/actor.ts';
import { changeRecord } from '../_shared/base/changeRecord.ts';
import { defineFunction, onRecord } from '../_shared/base/dispatcher.ts';
import { ActionError, conflict, stateNotAllowed } from '../_shared/base/errors.ts';
import { listOf } from '../_shared/base/listing.ts';
import { settingsOf } from '../_shared/base/settings.ts';
import { endTask } from '../_shared/tasks/end.ts';
import { follow } from '../_shared/tasks/follow.ts';
import { keepResults } from '../_shared/tasks/keepResults.ts';
import { apiKeys } from '../_shared/tasks/keys.ts';
import { passReview } from '../_shared/tasks/succeed.ts';
import { type StoredTask, taskQuery, tasks } from '../_shared/tasks/tasks.ts';
import { progressOf, withQueue } from '../_shared/tasks/waiting.ts';
import { searchWithUser } from '../_shared/users/userSearch.ts';
import { diagnosisOf } from './diagnosis.ts';
import { refundTaskCredits } from './refund.ts';
import { retryTask } from './retry.ts';
import { getTaskStats } from './stats.ts';

/**
 * Asks the provider about a task now, and acts on the answer as the engine does. Concurrent calls have effect once: each
 * step needs the lease.
 * @throws 40902 for a task the provider does not have, 50201 when it does not answer
 */
const syncTask = async (task: StoredTask, actor: Actor): Promise<StoredTask> => {
  if (!syncableTaskStatuses.includes(task.status) || !task.rhTaskId)
    throw stateNotAllowed(taskSentences.notRunning);
  const system = await settingsOf('system');
  let found = task;
  if (task.status === 'running') {
    if (!(await apiKeys.get(task.apiKeyId))) throw stateNotAllowed(taskSentences.keyGone);
    found = (await follow(task, system.task.pollMs, actor)) ?? (await tasks.require(task._id));
    if (found.silent > task.silent) throw new ActionError(codes.thirdParty);
  }
  if (found.status !== 'saving') return found;
  return (await keepResults(found, system, actor)) ?? tasks.require(task._id);
};

const list = listOf<StoredTask>({ ...taskEntity, finds: searchWithUser });

export const main = defineFunction('adminTask', taskActions, {
  getTasks: ({ filter, ...request }) => list({ ...request, filter: taskQuery(filter) }),

  getTaskById: async ({ id }) => {
    const task = await tasks.require(id);
    return { ...(await withQueue(task)), progress: progressOf(task) };
  },

  getDiagnosis: async ({ id }) => diagnosisOf(await tasks.require(id)),

  syncTask: onRecord(tasks, async (_data, context, task) => syncTask(task, await actorOf(context))),

  cancelTask: onRecord(tasks, async ({ reason, userNote, rev }, context, before) => {
    if (rev !== undefined && before.rev !== rev) throw conflict(before);
    const actor = await actorOf(context);
    const ending = { status: 'cancelled', errorCode: 'CANCELLED', reason, userNote } as const;
    return endTask(before, ending, actor);
  }),

  passTask: onRecord(tasks, async ({ reason }, context, { _id }) =>
    passReview(_id, await actorOf(context), reason),
  ),

  rejectTask: onRecord(tasks, async ({ reason, userNote }, context, seen) => {
    if (!seen.inReview) throw stateNotAllowed(taskSentences.notInReview);
    const ending = { status: 'failed', errorCode: 'RESULT_REJECTED', reason, userNote } as const;
    return endTask(seen, ending, await actorOf(context));
  }),

  resolveCharge: onRecord(tasks, async ({ note }, context, before) => {
    if (!before.maybeCharged) throw stateNotAllowed(taskSentences.notDoubtful);
    const written = await changeRecord(
      tasks,
      before,
      { maybeCharged: true },
      { maybeCharged: false },
      {
        by: await actorOf(context),
        resource: 'task',
        reason: note,
        before: { maybeCharged: true },
        after: { maybeCharged: false },
      },
    );
    return written ?? tasks.require(before._id);
  }),

  retryTask,

  refundTaskCredits: onRecord(tasks, refundTaskCredits),

  getTaskStats,
});
