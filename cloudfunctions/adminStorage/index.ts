import { MAX_UPLOAD_BYTES } from '#contract/constants.ts';
import { adminStorageActions, type FileScene, fileScenes, fileStatuses } from '#contract/file.ts';
import { keysOf } from '#contract/states.ts';
import { namedAs } from '#contract/takenFormats.ts';
import { defineFunction, withLoad } from '../_shared/base/dispatcher.ts';
import { notFound } from '../_shared/base/errors.ts';
import { fileAt, type FileRow, files, month } from '../_shared/base/files.ts';
import { referencesTo } from '../_shared/base/fileUse.ts';
import { countEach, listing, toQuery } from '../_shared/base/listing.ts';
import { newId } from '../_shared/base/repository.ts';
import { holds, partsOf } from '../_shared/base/search.ts';
import { addressesAnywhere } from '../_shared/base/storage.ts';
import { signedPlaces } from '../_shared/pictures/copies.ts';
import { announce, keep } from '../_shared/pictures/keep.ts';
import { readPicture } from '../_shared/pictures/picture.ts';
import { pictureFilter } from '../_shared/tasks/pictureFilter.ts';
import { administratorPlaces } from '../_shared/users/shownPictures.ts';
import { cancel, confirm, giveRequestTicket, giveTicket, ticketLimit } from './tickets.ts';
import { discard, discardMany, removeUserImage, restore, trashDays } from './trash.ts';

const list = listing<FileRow>({
  collection: 'files',
  stateField: 'status',
  states: Object.keys(fileStatuses),
  search: q => partsOf(['name'], q),
});

/** Counts by scene under the rest of the filter. */
const countScenes = ({ scene, ...filter }: Record<string, unknown>, q: string | undefined) => {
  const query = { ...toQuery(filter), ...holds('name', q) };
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

  getImages: async ({ filter: asked = {}, ...request }) => {
    const filter = { status: 'active', ...(await pictureFilter(asked)) };
    const { scene: _scene, ...others } = asked;
    // Only by size the largest are found without a walk through all.
    const sort = asked.largerThan
      ? ({ order: 'desc', ...request.sort, field: 'sizeBytes' } as const)
      : request.sort;
    const [page, scenes] = await Promise.all([
      list({ ...request, sort, filter }),
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

  getFileList: async ({ fileList }, context) => {
    const places = await administratorPlaces(fileList, context);
    const signed = await signedPlaces(places, addressesAnywhere);
    return {
      list: fileList.flatMap(src => {
        const address = signed.get(src);
        return address ? [{ src, ...address }] : [];
      }),
    };
  },
});
