import type { Task } from '#contract/task.ts';

/** Why there is no picture, in Chinese, and the administrator's reason. */
export const taskReason = ({
  errorText,
  cancelReason,
}: Pick<Task, 'errorText' | 'cancelReason'>): string =>
  [errorText, cancelReason].filter(Boolean).join('：');
