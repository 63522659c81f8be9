import { MAX_LARGE_DATA_BYTES } from '#contract/constants.ts';
import { codes } from '#contract/envelope.ts';
import type { Folder } from '#contract/folders.ts';
import { callSentences } from '#contract/sentences/calls.ts';
import { ActionError } from './errors.ts';
import { reporting } from './log.ts';
import { newId } from './repository.ts';
import { readUpTo, removeFiles } from './storage.ts';

/**
 * A call's body has a limit, 100 KB on the platform. The data of an administrator's call that does not fit is put into
 * storage, with a permission from `adminStorage.getRequestTicket`, and the call names its path instead.
 */
const FOLDER = 'request' satisfies Folder;

/** A new place for the data of one call of this administrator. */
export const requestPath = (adminId: string): string => `${FOLDER}/${adminId}/${newId()}.json`;

const isOwn = (path: string, adminId: string): boolean => {
  const [folder, owner, name = '', ...below] = path.split('/');
  return (
    folder === FOLDER && owner === adminId && below.length === 0 && /^[0-9a-f]+\.json$/.test(name)
  );
};

const refused = (message: string) =>
  new ActionError(codes.invalidInput, message, { fields: { dataPath: message } });

export const dataTooLarge = () =>
  new ActionError(codes.tooLarge, callSentences.dataTooLarge(MAX_LARGE_DATA_BYTES / 1024 / 1024));

/**
 * Reads what an administrator has put there and removes it: a call is made once. The permission says nothing of the
 * size, so no more is read than a call may have.
 * @throws 40001, 41301
 */
export const takeData = async (path: string, adminId: string): Promise<unknown> => {
  if (!isOwn(path, adminId)) throw refused(callSentences.dataNotArrived);
  const content = await readUpTo(path, MAX_LARGE_DATA_BYTES);
  if (content === null) throw refused(callSentences.dataNotArrived);
  // Otherwise the sweep removes it.
  await removeFiles([path]).catch(reporting('data of a call not removed'));
  if (content === 'larger') throw dataTooLarge();
  return parsed(content);
};

const parsed = (content: Buffer): unknown => {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(content));
  } catch {
    throw refused(callSentences.dataUnreadable);
  }
};
