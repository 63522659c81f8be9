import { randomBytes } from 'node:crypto';
import type { StorageAction } from '../admin/routes.ts';
import { PlatformError } from '../types.ts';
import { checkBatch, checkKey, isKey } from './keys.ts';
import { copyFile, removeFile, signDownload, type Storage } from './storage.ts';

/** Default and maximum lifetime of a download address, in seconds. */
const DEFAULT_LIFETIME = 3600;
const LONGEST_LIFETIME = 365 * 86_400;

/** `storage.*` of the server SDK (docs/cloudbase-wire.md#files). Functions may access every file. */
export function storageActions(storage: Storage): StorageAction {
  const { ids, signatures } = storage;
  const keyOf = (path: unknown) => (isKey(path) ? path : ids.keyOf(path));
  const code = (result: { code: string }) => result.code || 'SUCCESS';

  const actions: Record<string, (body: Record<string, unknown>, base: string) => Promise<unknown>> =
    {
      async 'storage.getUploadMetadata'(body, base) {
        const key = checkKey(body.path);
        const authorization = signatures.uploadAuthorization(key, { owner: null, length: null });
        return {
          url: `${base}/cos/${key.split('/').map(encodeURIComponent).join('/')}`,
          token: randomBytes(16).toString('hex'),
          authorization,
          fileId: ids.of(key),
          cosFileId: randomBytes(16).toString('hex'),
        };
      },
      async 'storage.batchGetDownloadUrl'(body, base) {
        const list = checkBatch(body.file_list).map(({ fileid, max_age }) => {
          const lifetime = max_age ?? DEFAULT_LIFETIME;
          if (
            !Number.isInteger(lifetime) ||
            (lifetime as number) < 1 ||
            (lifetime as number) > LONGEST_LIFETIME
          )
            throw new PlatformError('INVALID_PARAM', 'max_age is a number of seconds');
          const { url, ...result } = signDownload(storage, 'function', fileid, {
            base,
            lifetime: lifetime as number,
          });
          return {
            code: code(result),
            fileID: fileid,
            fileid,
            tempFileURL: url,
            download_url: url,
          };
        });
        return { download_list: list };
      },
      async 'storage.batchDeleteFile'(body) {
        const list: unknown[] = [];
        const ids = Array.isArray(body.fileid_list)
          ? body.fileid_list.map(fileID => ({ fileID }))
          : null;
        for (const { fileID } of checkBatch(ids))
          list.push({ code: code(await removeFile(storage, 'function', fileID)), fileID });
        return { delete_list: list };
      },
      async 'storage.batchCopyFile'(body) {
        const list: unknown[] = [];
        for (const { src_path, dst_path, overwrite, remove_original } of checkBatch(
          body.file_list,
        )) {
          const to = keyOf(dst_path);
          const result = await copyFile(storage, 'function', {
            from: keyOf(src_path),
            to,
            overwrite: overwrite !== false,
            removeOriginal: remove_original === true,
          });
          list.push({
            code: code(result),
            message: result.message,
            fileID: to === null ? '' : ids.of(to),
          });
        }
        return { copy_list: list };
      },
      async 'storage.getFileAuthority'(body) {
        const list = checkBatch(body.fileList);
        return {
          fileList: list.map(({ path, type }) => ({ path, type, read: true, write: true })),
        };
      },
    };

  return (action, body, base) => {
    const run = Object.hasOwn(actions, action) ? actions[action] : undefined;
    return run ? run(body, base).then(data => ({ data })) : null;
  };
}
