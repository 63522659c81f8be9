import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { audienceOf, folderOf } from '#contract/folders.ts';
import { filePath } from '#contract/zod.ts';
import { app } from './cloud.ts';
import { environment } from './environment.ts';
import { readBody } from './readBody.ts';

/** The most files the platform takes in one call. */
const BATCH = 50;
/** Short, because the browser retries. */
const ADDRESS_TIMEOUT_MS = 3_000;
const READ_TIMEOUT_MS = 20_000;
const styleSuffix = /!([A-Za-z0-9_-]{1,64})$/;

/** `cloud://<env>.<bucket>/`, the start of the platform's id of our files. */
export const filePrefix = (): string => {
  const { SCF_NAMESPACE, STORAGE_BUCKET } = environment;
  if (!SCF_NAMESPACE || !STORAGE_BUCKET) throw new Error('STORAGE_BUCKET is not set');
  return `cloud://${SCF_NAMESPACE}.${STORAGE_BUCKET}/`;
};

/**
 * The key of one of our files, with its style suffix, from an address as screens hold it: `path`, `path!style` or its
 * `cloud://` id. Null for everything else: other environments, web addresses, and paths that leave their folder,
 * because only plain names pass.
 */
export const ownKey = (source: string): string | null => {
  const prefix = filePrefix();
  const key = source.startsWith(prefix) ? source.slice(prefix.length) : source;
  return filePath.safeParse(pathOf(key)).success ? key : null;
};

/** The file's path without a style suffix. */
export const pathOf = (key: string): string => key.replace(styleSuffix, '');

export const isPublicKey = (key: string): boolean => audienceOf(key) === 'everybody';

export interface Address {
  url: string;
  /** Counted from before the platform's answer, so that it is never too late. */
  expireTime: number;
}

/**
 * Temporary addresses by key. A file that does not exist is not in the answer, nor is one that nobody is shown.
 * @throws when the platform fails
 */
export const addressesOf = (keys: string[]): Promise<Map<string, Address>> =>
  addressesAnywhere(keys.filter(key => audienceOf(key) !== 'nobody'));

/** The same in any folder: who sees them is for the caller to decide. */
export const addressesAnywhere = async (keys: string[]): Promise<Map<string, Address>> => {
  const prefix = filePrefix();
  const maxAge = environment.SIGNED_URL_SECONDS;
  const expireTime = Date.now() + maxAge * 1_000;
  const batches: string[][] = [];
  for (let at = 0; at < keys.length; at += BATCH) batches.push(keys.slice(at, at + BATCH));
  const answers = await Promise.all(
    batches.map(async batch => {
      const fileList = batch.map(key => ({ fileID: prefix + key, maxAge }));
      const answer = await app.getTempFileURL({ fileList }, { timeout: ADDRESS_TIMEOUT_MS });
      // The SDK may resolve with the platform's error as well as reject.
      if (!Array.isArray(answer.fileList))
        throw new Error(`no addresses: ${String((answer as { code?: unknown }).code)}`);
      return answer.fileList;
    }),
  );
  const found = answers.flat().filter(({ code, tempFileURL }) => code === 'SUCCESS' && tempFileURL);
  return new Map(
    found.map(({ fileID, tempFileURL }) => [
      fileID.slice(prefix.length),
      { url: tempFileURL, expireTime },
    ]),
  );
};

/** @throws for a folder that `contract/folders.ts` does not name */
const inFolder = (path: string): string => {
  if (folderOf(path) === null) throw new Error('a file is stored in a folder that is not declared');
  return path;
};

/** @returns the platform's name of the stored file */
export const storeFile = async (path: string, content: Buffer): Promise<string> => {
  const { fileID } = await app.uploadFile({ cloudPath: inFolder(path), fileContent: content });
  if (!fileID) throw new Error('the platform stored nothing');
  return fileID;
};

/** The same for content on the function's own disk, too large for memory. @returns bytes */
export const storeFromDisk = async (path: string, local: string): Promise<number> => {
  const { size } = await stat(local);
  const { fileID } = await app.uploadFile({
    cloudPath: inFolder(path),
    fileContent: createReadStream(local),
  });
  if (!fileID) throw new Error('the platform stored nothing');
  return size;
};

/** null for a missing file. @throws when the platform fails */
export const readFile = async (path: string): Promise<Buffer | null> => {
  if (!(await addressesAnywhere([path])).has(path)) return null;
  const { fileContent } = await app.downloadFile({ fileID: filePrefix() + path });
  return Buffer.isBuffer(fileContent) ? fileContent : null;
};

/**
 * A file that may be larger than it should be, e.g. because its uploader may upload it again: no more of it is read.
 * @param most bytes
 * @returns null for a missing file
 * @throws when the platform fails
 */
export const readUpTo = async (path: string, most: number): Promise<Buffer | 'larger' | null> => {
  const address = (await addressesAnywhere([path])).get(path);
  if (!address) return null;
  const response = await fetch(encodeURI(address.url), {
    signal: AbortSignal.timeout(READ_TIMEOUT_MS),
  });
  if (!response.ok) throw new Error(`a file was answered with ${response.status}`);
  return (await readBody(response, most)) ?? 'larger';
};

/** Missing files count as removed. @throws when the platform fails */
export const removeFiles = async (paths: string[]): Promise<void> => {
  const prefix = filePrefix();
  for (let at = 0; at < paths.length; at += BATCH) {
    const batch = paths.slice(at, at + BATCH).map(path => prefix + path);
    const { fileList } = await app.deleteFile({ fileList: batch });
    const failed = fileList?.find(({ code }) => !removed.has(String(code)));
    if (!fileList || failed) throw new Error(`not removed: ${String(failed?.code)}`);
  }
};
const removed = new Set(['SUCCESS', 'STORAGE_FILE_NONEXIST']);

/** Permission to upload one file to `path`; the platform ends it after some minutes. */
export const uploadLeave = async (path: string) => {
  const { data } = await app.getUploadMetadata({ cloudPath: inFolder(path) });
  return {
    url: data.url,
    headers: {
      authorization: data.authorization,
      'x-cos-security-token': data.token,
      'x-cos-meta-fileid': data.cosFileId,
    },
  };
};
