import type { TaskStatus } from '#contract/taskStates.ts';

/** Tasks that ended without a picture, except those cancelled by the user. */
export const failedTasks: TaskStatus[] = ['failed', 'timeout'];
export const activeTasks: TaskStatus[] = [
  'created',
  'checking',
  'queued',
  'submitting',
  'running',
  'saving',
];
