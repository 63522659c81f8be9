import { randomBytes } from 'node:crypto';
import type { ReadCaller } from '../auth/credentials.ts';
import type { Caller } from '../auth/sessions.ts';
import type { Gateway } from '../gateway/gateway.ts';
import { isObject, readJson } from '../http/body.ts';
import { type Exchange, type Mount, sendJson } from '../http/exchange.ts';
import type { Inject } from '../seams/inject.ts';
import { PlatformError } from '../types.ts';
import { checkBatch, isKey } from './keys.ts';
import {
  copyFile,
  mayWrite,
  removeFile,
  type Result,
  signDownload,
  type Storage,
} from './storage.ts';

const PREFIX = '/v1/storages/';
/** Seconds; the web SDK does not send the requested lifetime. */
const DOWNLOAD_LIFETIME = 600;

type Item = Record<string, unknown>;

/** `POST /v1/storages/<operation>`: a list in, a list out, one result for each (docs/cloudbase-wire.md#files). */
export function storageGateway(
  storage: Storage,
  readCaller: ReadCaller,
  gateway: Gateway,
  inject: Inject,
): Mount {
  const { ids, signatures, files } = storage;
  const refusal = ({ code, message }: Result) => (code === '' ? {} : { code, message });
  const keyOf = (path: unknown) => (isKey(path) ? path : ids.keyOf(path));

  const operations: Record<
    string,
    [name: string, run: (item: Item, caller: Caller, exchange: Exchange) => unknown]
  > = {
    'get-objects-upload-info': [
      'storage.getUploadMetadata',
      ({ objectId, signedHeader }, caller, { base }) => {
        if (!isKey(objectId))
          return { objectId, code: 'INVALID_PARAM', message: 'the file path is not valid' };
        if (!mayWrite(storage, caller, files.find(objectId)))
          return {
            objectId,
            code: 'STORAGE_EXCEED_AUTHORITY',
            message: 'not allowed to this caller',
          };
        const announced = isObject(signedHeader) ? signedHeader['content-length'] : undefined;
        const length = Array.isArray(announced) ? Number(announced[0]) : null;
        const owner = caller?.sub ?? null;
        const url = `${base}/cos/${objectId.split('/').map(encodeURIComponent).join('/')}`;
        const download = signatures.downloadUrl(base, objectId, DOWNLOAD_LIFETIME);
        return {
          objectId,
          uploadUrl: url,
          downloadUrl: download,
          downloadUrlEncoded: encodeURI(download),
          token: randomBytes(16).toString('hex'),
          authorization: signatures.uploadAuthorization(objectId, { owner, length }),
          cloudObjectMeta: randomBytes(16).toString('hex'),
          cloudObjectId: ids.of(objectId),
        };
      },
    ],
    'get-objects-download-info': [
      'storage.batchGetDownloadUrl',
      ({ cloudObjectId }, caller, { base }) => {
        const { url, ...result } = signDownload(storage, caller, cloudObjectId, {
          base,
          lifetime: DOWNLOAD_LIFETIME,
        });
        return { cloudObjectId, ...(result.code === '' ? { downloadUrl: url } : refusal(result)) };
      },
    ],
    'delete-objects': [
      'storage.batchDeleteFile',
      async ({ cloudObjectId }, caller) => ({
        cloudObjectId,
        ...refusal(await removeFile(storage, caller, cloudObjectId)),
      }),
    ],
    'copy-objects': [
      'storage.batchCopyFile',
      async ({ srcPath, dstPath, overwrite, removeOriginal }, caller) => {
        const [from, to] = [keyOf(srcPath), keyOf(dstPath)];
        const order = {
          from,
          to,
          overwrite: overwrite !== false,
          removeOriginal: removeOriginal === true,
        };
        const result = await copyFile(storage, caller, order);
        return { cloudObjectId: to === null ? '' : ids.of(to), ...refusal(result) };
      },
    ],
  };

  return {
    prefix: PREFIX,
    async handle(exchange) {
      const caller = readCaller(exchange);
      const { path, method } = exchange;
      gateway.check({ kind: 'storages', path, method, caller });
      const name = exchange.path.slice(PREFIX.length);
      const operation = Object.hasOwn(operations, name) ? operations[name] : undefined;
      if (!operation || exchange.method !== 'POST')
        throw new PlatformError('INVALID_ACTION', 'no such storage operation', 404);
      if (caller === null)
        throw new PlatformError('STORAGE_EXCEED_AUTHORITY', 'files need a signed-in user', 403);
      const items = checkBatch(await readJson(exchange.req));
      const [action, run] = operation;
      const after = await inject.meet([action]);
      const results: unknown[] = [];
      for (const item of items) results.push(await run(item, caller, exchange));
      await after();
      sendJson(exchange, 200, results);
    },
  };
}
