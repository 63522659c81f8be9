import { fileStatuses } from '#contract/file.ts';
import { audit } from '../_shared/audit.ts';
import { defineFunction, withLoad } from '../_shared/dispatcher.ts';
import { notFound } from '../_shared/errors.ts';
import { fileAt, type FileRow, month } from '../_shared/files.ts';
import { referencesTo } from '../_shared/fileUse.ts';
import { listing } from '../_shared/listing.ts';
import { newId } from '../_shared/repository.ts';
import { addressesOf, ownKey } from '../_shared/storage.ts';
import { announce, keep } from './keep.ts';
import { readPicture } from './pictures/picture.ts';
import { confirm, giveTicket } from './tickets.ts';
import { discard, discardMany, restore } from './trash.ts';

const list = listing<FileRow>({
  collection: 'files',
  defaultSort: [['createTime', 'desc']],
  stateField: 'status',
  states: Object.keys(fileStatuses),
  searchField: 'name',
});

const referencesOf = async (filePath: string) =>
  (await referencesTo([filePath])).get(filePath) ?? [];

const withReferences = ({ filePath }: { filePath: string }) =>
  Promise.all([fileAt(filePath), referencesOf(filePath)]);

export const main = defineFunction('adminStorage', {
  uploadImage: async ({ fileName, fileContent, scene }, context) => {
    const picture = readPicture(fileContent);
    const filePath = `${scene}/${month()}/${newId()}.${picture.extension}`;
    const kept = await keep(await announce(filePath, fileName, scene, context), picture);
    await audit(context, { resource: 'file', resourceId: filePath, after: kept });
    return kept;
  },

  getImages: ({ filter, ...request }) =>
    list({ ...request, filter: { status: 'active', ...filter } }),

  getImageById: async data => {
    const [row, references] = await withReferences(data);
    if (!row) throw notFound();
    return { ...row, references };
  },

  getReferences: async ({ filePath }) => ({ list: await referencesOf(filePath) }),

  deleteImage: withLoad(withReferences, (_data, context, [row, references]) =>
    discard(row, references, context),
  ),

  restoreImage: withLoad(
    ({ filePath }) => fileAt(filePath),
    (_data, context, row) => restore(row, context),
  ),

  batchDelete: ({ filePaths }, context) => discardMany(filePaths, context),

  getUploadTicket: giveTicket,

  confirmUpload: withLoad(({ filePath }) => fileAt(filePath), confirm),

  /** An administrator may see every file of ours, whatever its folder. */
  getFileList: async ({ fileList }) => {
    const asked = fileList.map(src => ({ src, key: ownKey(src) ?? '' }));
    const keys = new Set(asked.map(({ key }) => key).filter(Boolean));
    const addresses = await addressesOf([...keys]);
    return {
      list: asked.flatMap(({ src, key }) => {
        const address = addresses.get(key);
        return address ? [{ src, ...address }] : [];
      }),
    };
  },
});
