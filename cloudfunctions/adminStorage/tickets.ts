import { MAX_LARGE_DATA_BYTES, MAX_TICKET_BYTES } from '#contract/constants.ts';
import type { FileScene } from '#contract/file.ts';
import { namedAs } from '#contract/takenFormats.ts';
import { actorOf } from '../_shared/base/actor.ts';
import { audit } from '../_shared/base/audit.ts';
import type { AdminContext } from '../_shared/base/dispatcher.ts';
import { environment } from '../_shared/base/environment.ts';
import { fileAt, type FileRow, files, month } from '../_shared/base/files.ts';
import { hashOf } from '../_shared/base/ids.ts';
import { dataTooLarge, requestPath } from '../_shared/base/largeData.ts';
import { removeFiles, uploadLeave } from '../_shared/base/storage.ts';
import { announce, keep } from '../_shared/pictures/keep.ts';
import {
  closeTicket,
  openTicket,
  stagingPath,
  takeArrived,
  ticketFields,
} from '../_shared/pictures/staging.ts';
import { tooLarge, uploadLimit } from '../_shared/pictures/uploadLimit.ts';

export const ticketLimit = () => uploadLimit(MAX_TICKET_BYTES);

export const giveTicket = async (
  { fileName, size, scene }: { fileName: string; size: number; scene: FileScene },
  context: AdminContext,
  limit: number,
) => {
  if (size > limit) throw tooLarge(limit, 'size');
  return leaveFor(stagingPath(fileName), size, fileName, scene, context);
};

const leaveFor = async (
  filePath: string,
  size: number,
  name: string,
  scene: FileScene,
  context: AdminContext,
) => {
  const expireTime = Date.now() + environment.UPLOAD_TICKET_MS;
  const [, leave] = await Promise.all([
    announce(filePath, name, scene, context, ticketFields(size)),
    uploadLeave(filePath),
  ]);
  return { filePath, ...leave, method: 'PUT' as const, expireTime };
};

/** Permission for the data of a call. What is not called for is swept like an upload that was never confirmed. */
export const giveRequestTicket = async ({ size }: { size: number }, context: AdminContext) => {
  if (size > MAX_LARGE_DATA_BYTES) throw dataTooLarge();
  const { _id } = await context.admin();
  return leaveFor(requestPath(_id), size, '', 'request', context);
};

export const confirm = async (
  { filePath, sha256 }: { filePath: string; sha256?: string | undefined },
  context: AdminContext,
  [found, limit]: [FileRow | null, number],
): Promise<FileRow> => {
  const ticket = openTicket(found);
  if (ticket.confirmedAs) {
    const done = await fileAt(ticket.confirmedAs);
    if (done?.status === 'active') return done;
  }
  const picture = await takeArrived(ticket, limit, { sha256 });
  // Derived from the ticket, so that repeated or concurrent confirmations store one picture.
  const name = hashOf([ticket._id], 24);
  const folder = `${ticket.scene}/${month(ticket.createTime)}`;
  const finalPath = `${folder}/${name}.${picture.extension}`;
  const row = await announce(finalPath, namedAs(ticket.name, picture), ticket.scene, context);
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
  found: FileRow | null,
) => {
  const ticket = openTicket(found);
  const by = await actorOf(context);
  await audit({ by, resource: 'file', resourceId: filePath, before: ticket });
  await closeTicket(ticket);
  return { _id: ticket._id, filePath };
};
