import { createHash } from 'node:crypto';
import path from 'node:path';
import { codes } from '#contract/envelope.ts';
import { pictureSentences } from '#contract/sentences/pictures.ts';
import { ActionError } from '../base/errors.ts';
import { month } from '../base/files.ts';
import { newId } from '../base/repository.ts';
import { readFile } from '../base/storage.ts';
import { cleanPicture, type Picture } from './picture.ts';

/**
 * The browser puts pictures into `upload/`, which is never shown, and only the cleaned content is stored a second time,
 * under a name for which the sender never had permission. Later uploads with the same permission therefore change
 * nothing that is shown.
 */
export const STAGING = 'upload/';
const extensions = new Set(['.png', '.jpg', '.jpeg', '.webp', '.gif']);

/** A new place there. @throws 40001 for a name of another kind of file */
export const stagingPath = (fileName: string): string => {
  const extension = path.extname(fileName).toLowerCase();
  if (!extensions.has(extension)) {
    const message = pictureSentences.formatsOffered;
    throw new ActionError(codes.invalidInput, message, { fields: { fileName: message } });
  }
  return `${STAGING}${month()}/${newId()}${extension}`;
};

const refused = (message: string) =>
  new ActionError(codes.invalidInput, message, { fields: { filePath: message } });

type Arrived = { picture: Picture; refusal?: never } | { picture?: never; refusal: ActionError };

/** What was put there, as a picture that is safe to keep, or why it is none. @param limit bytes */
export const arrivedPicture = async (
  filePath: string,
  limit: number,
  sha256?: string,
): Promise<Arrived> => {
  const content = await readFile(filePath);
  if (!content) return { refusal: refused(pictureSentences.notUploaded) };
  if (sha256 && createHash('sha256').update(content).digest('hex') !== sha256)
    return { refusal: refused(pictureSentences.damaged) };
  try {
    return { picture: cleanPicture(content, limit) };
  } catch (error) {
    if (!(error instanceof ActionError)) throw error;
    return { refusal: refused(error.message) };
  }
};
