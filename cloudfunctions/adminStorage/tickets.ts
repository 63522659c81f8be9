import { MAX_TICKET_BYTES } from '#contract/constants.ts';
import type { FileScene } from '#contract/file.ts';
import { actorOf } from '../_shared/base/actor.ts';
import { audit } from '../_shared/base/audit.ts';
import type { AdminContext } from '../_shared/base/dispatcher.ts';
import { environment } from '../_shared/base/environment.ts';
import { notFound } from '../_shared/base/errors.ts';
import { fileAt, type FileRow, files, month } from '../_shared/base/files.ts';
import { hashOf } from '../_shared/base/ids.ts';
import { removeFiles, uploadLeave } from '../_shared/base/storage.ts';
import { announce, keep } from '../_shared/pictures/keep.ts';
import { arrivedPicture, STAGING, stagingPath } from '../_shared/pictures/staging.ts';
import { tooLarge, uploadLimit } from '../_shared/pictures/uploadLimit.ts';

export const ticketLimit = () => uploadLimit(MAX_TICKET_BYTES);

export const giveTicket = async (
  { fileName, size, scene }: { fileName: string; size: number; scene: FileScene },
  context: AdminContext,
  limit: number,
) => {
  if (size > limit) throw tooLarge(limit, 'size');
  const filePath = stagingPath(fileName);
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
  [ticket, limit]: [FileRow | null, number],
): Promise<FileRow> => {
  if (!ticket || ticket.status !== 'pending' || !filePath.startsWith(STAGING)) throw notFound();
  if (ticket.confirmedAs) {
    const done = await fileAt(ticket.confirmedAs);
    if (done?.status === 'active') return done;
  }
  const { picture, refusal } = await arrivedPicture(filePath, limit, sha256);
  if (!picture) {
    // A file that is not a picture is removed.
    await removeFiles([filePath]);
    await files.remove(ticket._id, { status: 'pending' });
    throw refusal;
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
