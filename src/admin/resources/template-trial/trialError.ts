import type { Task } from '#contract/task.ts';

/** Why a trial brought nothing: in words, and what the history says. */
export const trialError = ({
  errorText: sentence,
  history,
}: Pick<Task, 'errorText' | 'history'>): { sentence: string; reason: string } => {
  const reason = history.at(-1)?.reason ?? '';
  return { sentence, reason: reason === sentence ? '' : reason };
};
