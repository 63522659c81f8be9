import { MAX_LARGE_DATA_BYTES, MAX_TICKET_BYTES, MAX_UPLOAD_BYTES } from '#contract/constants.ts';
import { adminStorageActions, type FileScene, fileScenes, fileStatuses } from '#contract/file.ts';
import { keysOf } from '#contract/states.ts';
import { namedAs } from '#contract/takenFormats.ts';
import { actorOf } from '../_shared/base/actor.ts';
import { audit } from '../_shared/base/audit.ts';
import { type AdminContext, defineFunction, withLoad } from '../_shared/base/dispatcher.ts';
import { environment } from '../_shared/base/environment.ts';
import { notFound } from '../_shared/base/errors.ts';
import { fileAt, type FileRow, files, month } from '../_shared/base/files.ts';
import { referencesTo } from '../_shared/base/fileUse.ts';
import { hashOf } from '../_shared/base/ids.ts';
import { dataTooLarge, requestPath } from '../_shared/base/largeData.ts';
import { countEach, listing, toQuery } from '../_shared/base/listing.ts';
import { newId } from '../_shared/base/repository.ts';
import { holding, partsOf, rarestPair } from '../_shared/base/search.ts';
import { removeFiles, uploadLeave } from '../_shared/base/storage.ts';
import { announce, keep } from '../_shared/pictures/keep.ts';
import { readPicture } from '../_shared/pictures/picture.ts';
import {
  closeTicket,
  openTicket,
  stagingPath,
  takeArrived,
  ticketFields,
} from '../_shared/pictures/staging.ts';
import { tooLarge, uploadLimit } from '../_shared/pictures/uploadLimit.ts';
import { pictureFilter } from '../_shared/tasks/pictureFilter.ts';
import { signedForAdministrator, withThumbnails } from '../_shared/users/administratorPictures.ts';
import { discard, discardMany, removeUserImage, restore, trashDays } from './trash.ts';

const ticketLimit = () => uploadLimit(MAX_TICKET_BYTES);

const giveTicket = async (
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
const giveRequestTicket = async ({ size }: { size: number }, context: AdminContext) => {
  if (size > MAX_LARGE_DATA_BYTES) throw dataTooLarge();
  const { _id } = await context.admin();
  return leaveFor(requestPath(_id), size, '', 'request', context);
};

const confirm = async (
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
const cancel = async (
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

const list = listing<FileRow>({
  collection: 'files',
  stateField: 'status',
  states: Object.keys(fileStatuses),
  search: async q => partsOf(['name'], q, await rarestPair(files, q)),
});

/** Counts by scene under the rest of the filter. */
const countScenes = async (
  { scene, ...filter }: Record<string, unknown>,
  q: string | undefined,
) => {
  const query = { ...toQuery(filter), ...(await holding(files, 'name', q)) };
  return countEach(files, query, 'scene', (scene ?? keysOf(fileScenes)) as FileScene[]);
};

const referencesOf = async (filePath: string) =>
  (await referencesTo([filePath])).get(filePath) ?? [];

const withReferences = ({ filePath }: { filePath: string; rev?: number | undefined }) =>
  Promise.all([fileAt(filePath), referencesOf(filePath)]);

const forTheTrash = (of: { filePath: string; rev?: number | undefined }) =>
  Promise.all([withReferences(of), trashDays()]);

export const main = defineFunction('adminStorage', adminStorageActions, {
  uploadImage: async ({ fileName, fileContent, scene }, context) => {
    const picture = readPicture(fileContent, MAX_UPLOAD_BYTES);
    const filePath = `${scene}/${month()}/${newId()}.${picture.extension}`;
    return keep(
      await announce(filePath, namedAs(fileName, picture), scene, context),
      picture,
      context,
    );
  },

  getImages: async ({ filter: asked = {}, ...request }, context) => {
    const filter = { status: 'active', ...(await pictureFilter(asked)) };
    const { scene: _scene, ...others } = asked;
    // Only by size the largest are found without a walk through all.
    const sort = asked.largerThan
      ? ({ order: 'desc', ...request.sort, field: 'sizeBytes' } as const)
      : request.sort;
    const [page, scenes] = await Promise.all([
      withThumbnails(
        list({ ...request, sort, filter }),
        request,
        context,
        ({ filePath }) => [filePath],
        ({ list: rows }) => rows,
      ),
      request.withCounts
        ? countScenes({ status: 'active', ...(await pictureFilter(others)) }, request.q)
        : undefined,
    ]);
    return { ...page, ...(scenes && { counts: { ...page.counts, ...scenes } }) };
  },

  getImageById: async data => {
    const [row, references] = await withReferences(data);
    if (!row) throw notFound();
    return { ...row, references };
  },

  getReferences: async ({ filePath }) => ({ list: await referencesOf(filePath) }),

  deleteImage: withLoad(forTheTrash, ({ rev }, context, [[row, references], days]) =>
    discard(row, references, days, context, rev),
  ),

  removeUserImage: withLoad(({ filePath }) => forTheTrash({ filePath }), removeUserImage),

  restoreImage: withLoad(
    ({ filePath }) => fileAt(filePath),
    (_data, context, row) => restore(row, context),
  ),

  batchDelete: ({ filePaths }, context) => discardMany(filePaths, context),

  getUploadTicket: withLoad(ticketLimit, giveTicket),

  confirmUpload: withLoad(
    ({ filePath }) => Promise.all([fileAt(filePath), ticketLimit()]),
    confirm,
  ),

  cancelUpload: withLoad(({ filePath }) => fileAt(filePath), cancel),

  getRequestTicket: giveRequestTicket,

  getFileList: async ({ fileList }, context) => ({
    list: await signedForAdministrator(fileList, context),
  }),
});
