import { environment } from '../base/environment.ts';
import { type StoredTask, tasks } from './tasks.ts';

/**
 * Whoever works on a task has it for a while by himself: `nextPollTime` is the end of his lease, and each of his writes
 * asks that it still is. A worker that dies leaves the task due again at that time; one that was too slow writes nothing.
 */
const leaseEnd = () => Date.now() + environment.TASK_LEASE_MS;

/** The task with a lease on it; null if somebody else was quicker. */
export const claim = (
  task: StoredTask,
  patch: Partial<StoredTask> = {},
): Promise<StoredTask | null> => {
  const { _id, status, nextPollTime } = task;
  // Never the same as before: of two at once only one may succeed.
  const end = Math.max(leaseEnd(), nextPollTime + 1);
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
