import { activeTaskStatuses } from '#contract/taskStates.ts';
import type { Actor } from '../base/actor.ts';
import { _ } from '../base/cloud.ts';
import { reporting } from '../base/log.ts';
import { endTask } from './end.ts';
import { tasks } from './tasks.ts';

/**
 * Ends a user's unfinished tasks and returns their credits; paid orders and prints continue, and so do tasks that were
 * bought singly, unless their pictures may be used no more.
 */
export const cancelTasksOf = async (
  userId: string,
  reason: string,
  by: Actor,
  { withBought }: { withBought: boolean },
): Promise<void> => {
  const found = await tasks.find({ userId, status: _.in(activeTaskStatuses) });
  const open = withBought ? found : found.filter(({ orderId }) => !orderId);
  for (const task of open) {
    const ending = { status: 'cancelled', errorCode: 'CANCELLED', reason } as const;
    await endTask(task, ending, by).catch(reporting('task not cancelled', task._id));
  }
};
