import { leaseEnd } from '../base/dueTime.ts';
import { environment } from '../base/environment.ts';
import { type StoredTask, tasks } from './tasks.ts';

/** The task with a lease on it, in `nextPollTime`; null if another worker was quicker. */
export const claim = (
  task: StoredTask,
  patch: Partial<StoredTask> = {},
): Promise<StoredTask | null> => {
  const { _id, status, nextPollTime } = task;
  const end = leaseEnd(nextPollTime, environment.TASK_LEASE_MS);
  return tasks.compareAndSet(_id, { status, nextPollTime }, { ...patch, nextPollTime: end });
};

/** Writes as long as the lease holds; null when it has been lost. */
export const write = (
  { _id, status, nextPollTime }: StoredTask,
  patch: Partial<StoredTask>,
): Promise<StoredTask | null> => tasks.compareAndSet(_id, { status, nextPollTime }, patch);

/** The guard for what is written in a transaction. */
export const holds = (held: StoredTask, now: StoredTask): boolean =>
  now.status === held.status && now.nextPollTime === held.nextPollTime;
