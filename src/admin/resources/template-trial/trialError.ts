import { type Task, type TaskErrorCode, taskErrors } from '#contract/task.ts';

/** Why a trial brought nothing: in words, without what users are told about their credits, and what the history says. */
export const trialError = ({
  errorCode,
  errorText,
  history,
}: Pick<Task, 'errorCode' | 'errorText' | 'history'>): { sentence: string; reason: string } => {
  const fullSentence = taskErrors[errorCode as TaskErrorCode] ?? errorText;
  const sentence = fullSentence.replace(/，积分已退回(，.*)?$/, '');
  const reason = history.at(-1)?.reason ?? '';
  return { sentence, reason: reason === fullSentence ? '' : reason };
};
