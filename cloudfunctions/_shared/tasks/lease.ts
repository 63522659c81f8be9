import { environment } from '../base/environment.ts';
import { dueLease } from '../base/lease.ts';
import { type StoredTask, tasks } from './tasks.ts';

/** On a task, in `nextPollTime`. */
const lease = dueLease(
  tasks,
  'nextPollTime',
  () => environment.TASK_LEASE_MS,
  ({ status }) => ({ status }),
);
export const { write, holds } = lease;

const lost = new WeakSet<StoredTask>();

/** @returns the task with a lease on it; null if another worker was quicker */
export const claim = async (task: StoredTask, patch?: object): Promise<StoredTask | null> => {
  const mine = await lease.take(task, patch);
  if (!mine) lost.add(task);
  return mine;
};

/** Whether another worker was quicker with the task as it was found. */
export const isLost = (task: StoredTask): boolean => lost.has(task);
