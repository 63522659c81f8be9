import type { Task } from '#contract/task.ts';
import { isActiveTask } from '#contract/taskStates.ts';

/** The provider needs seconds. */
const ACTIVE_MS = 4_000;

/** How often tasks are read again, in milliseconds, while one of them is active; a hidden page waits. */
export const refreshEvery = (tasks: readonly Partial<Pick<Task, 'status'>>[]): number | false =>
  tasks.some(({ status }) => status && isActiveTask(status)) && ACTIVE_MS;
