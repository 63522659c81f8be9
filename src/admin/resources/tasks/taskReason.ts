import { type Task, type TaskErrorCode, taskErrors } from '#contract/task.ts';

/** Why there is no picture, in Chinese: what the user was told, or what the code means. */
export const taskReason = ({
  errorText,
  errorCode,
  cancelReason,
}: Pick<Task, 'errorText' | 'errorCode' | 'cancelReason'>): string => {
  const told = errorText || taskErrors[errorCode as TaskErrorCode] || '';
  return [told, cancelReason].filter(Boolean).join('：');
};
