import { isActiveTask, type TaskStatus, taskStatuses } from '#contract/taskStates.ts';
import type { Actor } from '../base/actor.ts';
import { _ } from '../base/cloud.ts';
import { report } from '../base/log.ts';
import { endTask } from './end.ts';
import { tasks } from './tasks.ts';

const active = (Object.keys(taskStatuses) as TaskStatus[]).filter(isActiveTask);

/** Ends a user's unfinished tasks and returns their credits; paid orders and prints continue. */
export const cancelTasksOf = async (userId: string, reason: string, by: Actor): Promise<void> => {
  const open = await tasks.find({ userId, status: _.in(active) });
  for (const task of open) {
    const ending = { status: 'cancelled', errorCode: 'CANCELLED', reason } as const;
    await endTask(task, ending, by).catch((error: unknown) =>
      report('task not cancelled', error, task._id),
    );
  }
};
