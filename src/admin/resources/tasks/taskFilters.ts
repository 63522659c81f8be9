import type { TaskStatus } from '#contract/task.ts';

/** Tasks that brought no picture through no wish of the user. */
export const failedTasks: TaskStatus[] = ['failed', 'timeout'];
export const activeTasks: TaskStatus[] = [
  'created',
  'checking',
  'queued',
  'submitting',
  'running',
  'saving',
];
