import { activeTaskStatuses } from '#contract/taskStates.ts';
import type { Actor } from '../base/actor.ts';
import { _ } from '../base/cloud.ts';
import { reporting } from '../base/log.ts';
import { endTask } from './end.ts';
import { tasks } from './tasks.ts';

/** Ends a user's unfinished tasks and returns their credits; paid orders and prints continue. */
export const cancelTasksOf = async (userId: string, reason: string, by: Actor): Promise<void> => {
  const open = await tasks.find({ userId, status: _.in(activeTaskStatuses) });
  for (const task of open) {
    const ending = { status: 'cancelled', errorCode: 'CANCELLED', reason } as const;
    await endTask(task, ending, by).catch(reporting('task not cancelled', task._id));
  }
};
