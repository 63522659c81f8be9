import { createHash } from 'node:crypto';
import path from 'node:path';
import { MAX_TICKET_BYTES } from '#contract/constants.ts';
import { codes } from '#contract/envelope.ts';
import type { FileScene } from '#contract/file.ts';
import { pictureSentences } from '#contract/sentences/pictures.ts';
import { actorOf } from '../_shared/base/actor.ts';
import { audit } from '../_shared/base/audit.ts';
import type { AdminContext } from '../_shared/base/dispatcher.ts';
import { environment } from '../_shared/base/environment.ts';
import { ActionError, notFound } from '../_shared/base/errors.ts';
import { fileAt, type FileRow, files, month } from '../_shared/base/files.ts';
import { hashOf } from '../_shared/base/ids.ts';
import { newId } from '../_shared/base/repository.ts';
import { readFile, removeFiles, uploadLeave } from '../_shared/base/storage.ts';
import { cleanPicture, type Picture } from '../_shared/pictures/picture.ts';
import { announce, keep } from './keep.ts';

/**
 * Uploads too large for a function: the browser puts them into `upload/`, which is never shown, and only the cleaned
 * content is stored a second time, under a name for which the sender never had permission. Later uploads with the same
 * permission therefore change nothing that is shown.
 */
const STAGING = 'upload/';
const extensions = new Set(['.png', '.jpg', '.jpeg', '.webp', '.gif']);

const refused = (message: string) =>
  new ActionError(codes.invalidInput, message, { fields: { filePath: message } });

export const giveTicket = async (
  { fileName, scene }: { fileName: string; scene: FileScene },
  context: AdminContext,
) => {
  const extension = path.extname(fileName).toLowerCase();
  if (!extensions.has(extension)) {
    const message = pictureSentences.formatsOffered;
    throw new ActionError(codes.invalidInput, message, { fields: { fileName: message } });
  }
  const filePath = `${STAGING}${month()}/${newId()}${extension}`;
  const expireTime = Date.now() + environment.UPLOAD_TICKET_MS;
  const [, leave] = await Promise.all([
    announce(filePath, fileName, scene, context, true),
    uploadLeave(filePath),
  ]);
  return { filePath, ...leave, method: 'PUT' as const, expireTime };
};

export const confirm = async (
  { filePath, sha256 }: { filePath: string; sha256?: string | undefined },
  context: AdminContext,
  ticket: FileRow | null,
): Promise<FileRow> => {
  if (!ticket || ticket.status !== 'pending' || !filePath.startsWith(STAGING)) throw notFound();
  if (ticket.confirmedAs) {
    const done = await fileAt(ticket.confirmedAs);
    if (done?.status === 'active') return done;
  }
  const { picture, refusal } = await arrived(filePath, sha256);
  if (!picture) {
    // A file that is not a picture is removed.
    await removeFiles([filePath]);
    await files.remove(ticket._id, { status: 'pending' });
    throw refusal ?? refused(pictureSentences.notUploaded);
  }
  // Derived from the ticket, so that repeated or concurrent confirmations store one picture.
  const name = hashOf([ticket._id], 24);
  const folder = `${ticket.scene}/${month(ticket.createTime)}`;
  const finalPath = `${folder}/${name}.${picture.extension}`;
  const row = await announce(finalPath, ticket.name, ticket.scene, context);
  const noteWhere = () => files.note(ticket._id, { confirmedAs: finalPath });
  const isNew = row.status === 'pending';
  const kept = isNew ? await keep(row, picture, context, noteWhere) : row;
  if (!isNew) await noteWhere();
  await removeFiles([filePath]);
  return kept;
};

/** Removes an upload that was given up or interrupted. A confirmed picture stays. */
export const cancel = async (
  { filePath }: { filePath: string },
  context: AdminContext,
  ticket: FileRow | null,
) => {
  if (!ticket || ticket.status !== 'pending' || !filePath.startsWith(STAGING)) throw notFound();
  await removeFiles([filePath]);
  // After an interruption here, the sweep of incomplete uploads continues.
  const by = await actorOf(context);
  await audit({ by, resource: 'file', resourceId: filePath, before: ticket });
  await files.remove(ticket._id, { status: 'pending' });
  return { _id: ticket._id, filePath };
};

const arrived = async (
  filePath: string,
  sha256: string | undefined,
): Promise<{ picture?: Picture; refusal?: ActionError }> => {
  const content = await readFile(filePath);
  if (!content) return {};
  if (sha256 && createHash('sha256').update(content).digest('hex') !== sha256) {
    return { refusal: refused(pictureSentences.damaged) };
  }
  try {
    return { picture: cleanPicture(content, MAX_TICKET_BYTES) };
  } catch (error) {
    if (!(error instanceof ActionError)) throw error;
    return { refusal: refused(error.message) };
  }
};
