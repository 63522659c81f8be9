import { type Task, taskErrorText } from '#contract/task.ts';

/** Why there is no picture, in Chinese, and the administrator's reason. */
export const taskReason = ({
  errorText,
  errorCode,
  cancelReason,
}: Pick<Task, 'errorText' | 'errorCode' | 'cancelReason'>): string =>
  [taskErrorText({ errorCode, errorText }), cancelReason].filter(Boolean).join('：');
