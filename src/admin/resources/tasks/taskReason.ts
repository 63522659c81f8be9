import { type Task, type TaskErrorCode, taskErrors } from '#contract/task.ts';

/** Why there is no picture, in Chinese: what the user was told, or what the code means. */
export const taskReason = ({
  errorText,
  errorCode,
  cancelReason,
}: Pick<Task, 'errorText' | 'errorCode' | 'cancelReason'>): string => {
  const sentence = errorText || taskErrors[errorCode as TaskErrorCode] || '';
  return [sentence, cancelReason].filter(Boolean).join('：');
};
