import { type Task, taskErrorText } from '#contract/task.ts';

/** Why a trial brought nothing: in words, and what the history says. */
export const trialError = ({
  errorCode,
  errorText,
  history,
}: Pick<Task, 'errorCode' | 'errorText' | 'history'>): { sentence: string; reason: string } => {
  const sentence = taskErrorText({ errorCode, errorText });
  const reason = history.at(-1)?.reason ?? '';
  return { sentence, reason: reason === sentence ? '' : reason };
};
