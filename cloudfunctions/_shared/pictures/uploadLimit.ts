import { texts } from '#contract/constants.ts';
import { codes } from '#contract/envelope.ts';
import { ActionError } from '../base/errors.ts';
import { settingsOf } from '../base/settings.ts';

/** Bytes: what the settings allow, at most what this way of uploading can carry. */
export const uploadLimit = async (most: number): Promise<number> =>
  Math.min(most, (await settingsOf('system')).upload.maxBytes);

/** @param field the input that is refused */
export const tooLarge = (limit: number, field: string): ActionError => {
  const message = texts.pictureTooLarge(limit);
  return new ActionError(codes.tooLarge, message, { fields: { [field]: message } });
};
