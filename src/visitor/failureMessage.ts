import { texts } from '#contract/constants.ts';
import { codes } from '#contract/envelope.ts';
import { ActionFailure } from '#dataProvider/invoke.ts';
import { PlatformFailure } from '#dataProvider/platformFailure.ts';
import { visitor } from '#i18n/zh/visitor.ts';

const unreachable = new Set(['NETWORK', 'TIMEOUT']);

/** The message for visitors; the platform's own text is only logged. */
export const failureMessage = (failure: unknown): string => {
  if (failure instanceof ActionFailure) return failure.message;
  if (failure instanceof PlatformFailure && unreachable.has(failure.code))
    return texts.networkFailed;
  return visitor.noAnswer;
};

const missing: readonly number[] = [codes.notFound, codes.invalidInput];

/** There is no such record, or it is another visitor's; an address may hold anything. */
export const isMissing = (failure: unknown): boolean =>
  failure instanceof ActionFailure && missing.includes(failure.body.code);
