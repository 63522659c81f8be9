import { taskSentences } from '#contract/sentences/tasks.ts';
import type { Actor } from '../base/actor.ts';
import { noteCallback } from '../base/callbackTimes.ts';
import { markDue } from '../base/due.ts';
import { settingsOf } from '../base/settings.ts';
import { outcomeOf } from '../runningHub/client.ts';
import { RunningHubError } from '../runningHub/protocol.ts';
import { apiKeys, withKey } from './keys.ts';
import { begun } from './submit.ts';
import { type StoredTask, tasks } from './tasks.ts';

/** Whether the provider, asked with this task's key, knows the number. @throws when it does not answer */
const isKnown = async (task: StoredTask, rhTaskId: string): Promise<boolean> => {
  const key = await apiKeys.get(task.slotKey);
  if (!key) return false;
  try {
    await withKey(key, access => outcomeOf(access, rhTaskId));
    return true;
  } catch (error) {
    if (error instanceof RunningHubError && error.failure === 'gone') return false;
    throw error;
  }
};

/**
 * The provider reports the end of a task. It is a hint: the engine asks again before it believes it. A task whose number
 * was lost with the answer to its creation is found by it.
 * @returns whether the report was about one of our tasks
 */
export const heardOf = async (taskNo: string, rhTaskId: string, by: Actor): Promise<boolean> => {
  const [task] = await tasks.find({ taskNo }, { limit: 1 });
  if (!task) return false;
  if (task.rhTaskId) {
    if (task.rhTaskId !== rhTaskId) return false;
    await tasks.compareAndSet(task._id, { status: 'running' }, { nextPollTime: Date.now() });
  } else {
    if (task.sentTime === 0 || task.slotKey === '') return false;
    const others = await tasks.count({ rhTaskId });
    if (others > 0 || !(await isKnown(task, rhTaskId))) return false;
    const { pollMs } = (await settingsOf('system')).task;
    await begun(task, { taskId: rhTaskId }, pollMs, by, taskSentences.foundByNotice);
  }
  await Promise.all([
    tasks.note(task._id, { reportTime: Date.now() }),
    markDue('tasks'),
    noteCallback('generator'),
  ]);
  return true;
};
