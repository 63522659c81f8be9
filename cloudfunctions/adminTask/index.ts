import { taskActions, taskEntity } from '#contract/task.ts';
import { actorOf } from '../_shared/base/actor.ts';
import { defineFunction, withLoad } from '../_shared/base/dispatcher.ts';
import { conflict, notFound } from '../_shared/base/errors.ts';
import { listOf } from '../_shared/base/listing.ts';
import { cancel } from '../_shared/runningHub/client.ts';
import { endTask } from '../_shared/tasks/end.ts';
import { apiKeys, withKey } from '../_shared/tasks/keys.ts';
import { syncTask } from '../_shared/tasks/sync.ts';
import { type StoredTask, tasks, taskSearch } from '../_shared/tasks/tasks.ts';
import { refundTaskCredits } from './refund.ts';
import { retryTask } from './retry.ts';
import { getTaskStats } from './stats.ts';

const list = listOf<StoredTask>(taskEntity);

/** The task ends here in any case; cancelling it at the provider is best effort. */
const stopAtProvider = async (task: StoredTask): Promise<void> => {
  if (!task.rhTaskId) return;
  try {
    const key = await apiKeys.get(task.apiKeyId);
    if (key) await withKey(key, access => cancel(access, task.rhTaskId));
  } catch (error) {
    console.error('not cancelled at the provider', task._id, error);
  }
};

export const main = defineFunction('adminTask', taskActions, {
  getTasks: ({ q, ...request }) => list(request, taskSearch(q)),

  getTaskById: ({ id }) => tasks.require(id),

  syncTask: withLoad(
    ({ id }) => tasks.get(id),
    async (_data, context, task) => {
      if (!task) throw notFound();
      return syncTask(task, await actorOf(context));
    },
  ),

  cancelTask: withLoad(
    ({ id }) => tasks.get(id),
    async ({ reason, rev }, context, before) => {
      if (!before) throw notFound();
      if (rev !== undefined && before.rev !== rev) throw conflict(before);
      const actor = await actorOf(context);
      const ending = { status: 'cancelled', errorCode: 'CANCELLED', reason } as const;
      const ended = await endTask(before, ending, actor);
      await stopAtProvider(before);
      return ended;
    },
  ),

  retryTask,

  refundTaskCredits: withLoad(({ id }) => tasks.get(id), refundTaskCredits),

  getTaskStats,
});
