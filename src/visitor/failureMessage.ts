import { texts } from '#contract/constants.ts';
import { ActionFailure, PlatformFailure } from '#dataProvider/invoke.ts';
import { visitor } from '#i18n/zh/visitor.ts';

const unreachable = new Set(['NETWORK', 'TIMEOUT']);

/** The message for visitors; the platform's own text is only logged. */
export const failureMessage = (failure: unknown): string => {
  if (failure instanceof ActionFailure) return failure.message;
  if (failure instanceof PlatformFailure && unreachable.has(failure.code))
    return texts.networkFailed;
  return visitor.noAnswer;
};
