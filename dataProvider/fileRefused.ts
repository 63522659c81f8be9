import { codes } from '#contract/envelope.ts';
import { ActionFailure } from './invoke.ts';

const refusals: readonly number[] = [codes.invalidInput, codes.tooLarge];

/** Whether the server will not take this file, so that sending it again cannot help. */
export const isFileRefused = (failure: unknown): boolean =>
  failure instanceof ActionFailure &&
  refusals.includes(failure.body.code) &&
  !(failure.body.data as { sendAgain?: boolean } | null | undefined)?.sendAgain;
