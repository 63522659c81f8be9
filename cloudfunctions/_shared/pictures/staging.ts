import { createHash } from 'node:crypto';
import path from 'node:path';
import { codes } from '#contract/envelope.ts';
import type { Folder } from '#contract/folders.ts';
import { pictureSentences } from '#contract/sentences/pictures.ts';
import { environment } from '../base/environment.ts';
import { ActionError, notFound } from '../base/errors.ts';
import { type FileRow, files, month } from '../base/files.ts';
import { newId } from '../base/repository.ts';
import { readUpTo, removeFiles } from '../base/storage.ts';
import { cleanPicture, type Picture } from './picture.ts';
import { tooLarge } from './uploadLimit.ts';

/**
 * The browser puts pictures into `upload/`, which is never shown, and only the cleaned content is stored a second time,
 * under a name for which the sender never had permission. Later uploads with the same permission therefore change
 * nothing that is shown.
 */
const STAGING = 'upload/' satisfies `${Folder}/`;
const extensions = new Set(['.png', '.jpg', '.jpeg', '.webp', '.gif']);

const refused = (field: string, message: string, again: { sendAgain?: true } = {}) =>
  new ActionError(codes.invalidInput, message, { fields: { [field]: message }, ...again });

/** What arrived is not what was sent. */
class LostOnTheWay extends Error {}

/** A new place there. @throws 40001 for a name of another kind of file */
export const stagingPath = (fileName: string): string => {
  const extension = path.extname(fileName).toLowerCase();
  if (!extensions.has(extension)) throw refused('fileName', pictureSentences.formatsOffered);
  return `${STAGING}${month()}/${newId()}${extension}`;
};

/** What the row of an upload holds beside what every file has. */
export type TicketFields = Required<Pick<FileRow, 'announcedBytes' | 'purgeTime'>>;

export const ticketFields = (size: number): TicketFields => ({
  announcedBytes: size,
  purgeTime: Date.now() + environment.UPLOAD_CONFIRM_MS,
});

/** @throws 40400 for what is no upload, or one that has ended */
export const openTicket = (row: FileRow | null): FileRow => {
  const isOpen = row?.status === 'pending' && (!row.closed || row.confirmedAs);
  if (!isOpen || !row.filePath.startsWith(STAGING)) throw notFound();
  return row;
};

/**
 * Ends an upload and removes what has arrived. Its row stays until it is swept, because its permission still writes:
 * what comes later is removed with the row.
 */
export const closeTicket = async ({ _id, filePath }: FileRow): Promise<void> => {
  await files.note(_id, { closed: true });
  await removeFiles([filePath]);
};

interface Arrival {
  /** Hash of the content that was sent. */
  sha256?: string | undefined;
  read?: typeof cleanPicture;
}

/**
 * What has arrived for an upload, as a picture that is safe to keep. Anything else ends it. The platform's permission
 * says nothing of the size, so no more is read than was announced.
 * @param limit bytes
 * @throws 40001, with `sendAgain` where the same file may be taken then
 */
export const takeArrived = async (
  ticket: FileRow,
  limit: number,
  { sha256, read = cleanPicture }: Arrival = {},
): Promise<Picture> => {
  const { filePath, announcedBytes = limit } = ticket;
  const content = await readUpTo(filePath, Math.min(announcedBytes, limit));
  try {
    if (content === 'larger') throw largerThan(announcedBytes, limit);
    return read(asSent(content, sha256), limit);
  } catch (error) {
    const isLost = error instanceof LostOnTheWay;
    if (!isLost && !(error instanceof ActionError)) throw error;
    await closeTicket(ticket);
    throw refused('filePath', error.message, isLost ? { sendAgain: true } : {});
  }
};

/** The settings may have changed since it was announced. */
const largerThan = (announcedBytes: number, limit: number): Error =>
  announcedBytes > limit
    ? tooLarge(limit, 'filePath')
    : new LostOnTheWay(pictureSentences.largerThanAnnounced);

const asSent = (content: Buffer | null, sha256: string | undefined): Buffer => {
  if (!content) throw new LostOnTheWay(pictureSentences.notUploaded);
  if (sha256 && createHash('sha256').update(content).digest('hex') !== sha256)
    throw new LostOnTheWay(pictureSentences.damaged);
  return content;
};
