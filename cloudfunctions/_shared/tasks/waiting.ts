import { _ } from '../base/cloud.ts';
import { type StoredTask, tasks } from './tasks.ts';

/** How many tasks wait in a pool that came before a time. Counted on the index of the queue. */
export const waitingBefore = (pool: string, createTime: number): Promise<number> =>
  tasks.count({ pool, status: 'queued', createTime: _.lt(createTime) });

/** The task with its place in the queue. */
export const withQueue = async (
  task: StoredTask,
): Promise<StoredTask & { queueAhead: number | null }> => ({
  ...task,
  queueAhead: task.status === 'queued' ? await waitingBefore(task.pool, task.createTime) : null,
});

/** Percent that are shown of a task that is not done, however long it takes. */
const MOST_PROGRESS = 95;

/** The provider tells no progress: it is estimated from how long such tasks usually take. */
export const progressOf = ({ status, progress, startTime, plan }: StoredTask): number => {
  if (status === 'saving') return MOST_PROGRESS;
  if (status !== 'running' || startTime === null) return progress;
  const share = (Date.now() - startTime) / 1_000 / (plan.averageSec || 30);
  return Math.round(MOST_PROGRESS * (1 - Math.exp(-1.6 * Math.max(0, share))));
};
