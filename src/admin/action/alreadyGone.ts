import { codes } from '#contract/envelope.ts';
import { ActionFailure } from '#dataProvider/invoke.ts';

/** What is no longer there has been deleted, perhaps by an attempt whose answer was lost. */
export const alreadyGone = (error: unknown): void => {
  if (!(error instanceof ActionFailure) || error.body.code !== codes.notFound) throw error;
};
