import { taskErrors } from '#contract/task.ts';

/** The sentence a user is told, as far as it tells one reason from another. */
export const errorChoices: Record<string, { label: string }> = Object.fromEntries(
  Object.entries(taskErrors).map(([code, sentence]) => [
    code,
    { label: sentence.split('，')[0] ?? sentence },
  ]),
);
