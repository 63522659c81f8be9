import { taskSentences } from '#contract/sentences/tasks.ts';
import { taskActions, taskEntity } from '#contract/task.ts';
import { actorOf } from '../_shared/base/actor.ts';
import { changeRecord } from '../_shared/base/changeRecord.ts';
import { defineFunction, withLoad } from '../_shared/base/dispatcher.ts';
import { conflict, notFound, stateNotAllowed } from '../_shared/base/errors.ts';
import { listOf } from '../_shared/base/listing.ts';
import { endTask } from '../_shared/tasks/end.ts';
import { syncTask } from '../_shared/tasks/sync.ts';
import { type StoredTask, tasks, taskSearch } from '../_shared/tasks/tasks.ts';
import { progressOf, withQueue } from '../_shared/tasks/waiting.ts';
import { refundTaskCredits } from './refund.ts';
import { retryTask } from './retry.ts';
import { getTaskStats } from './stats.ts';

const list = listOf<StoredTask>(taskEntity);

export const main = defineFunction('adminTask', taskActions, {
  getTasks: ({ q, ...request }) => list(request, taskSearch(q)),

  getTaskById: async ({ id }) => {
    const task = await tasks.require(id);
    return { ...(await withQueue(task)), progress: progressOf(task) };
  },

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
      return endTask(before, { status: 'cancelled', errorCode: 'CANCELLED', reason }, actor);
    },
  ),

  resolveCharge: withLoad(
    ({ id }) => tasks.get(id),
    async ({ note }, context, before) => {
      if (!before) throw notFound();
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
    },
  ),

  retryTask,

  refundTaskCredits: withLoad(({ id }) => tasks.get(id), refundTaskCredits),

  getTaskStats,
});
