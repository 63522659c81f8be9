import { PlatformError } from '../types.ts';

/** Longest key, as UTF-8 (the platform's limit). */
const KEY_BYTES = 850;
/** Most files in one request, in both SDKs. */
const BATCH = 50;
// Control characters and lone surrogates; `?` and `#` would end the path in the unencoded addresses handed out.
// eslint-disable-next-line no-control-regex
const UNUSABLE = /[\u0000-\u001f\u007f\\?#]|\p{Surrogate}/u;

/** `cloud://<envId>.<bucket>/<key>` and back. */
export interface FileIds {
  of(key: string): string;
  /** The key of a file ID of this environment, or null. */
  keyOf(fileId: unknown): string | null;
}

export function createFileIds(envId: string, bucket: string): FileIds {
  const prefix = `cloud://${envId}.${bucket}/`;
  return {
    of: key => prefix + key,
    keyOf: fileId => {
      if (typeof fileId !== 'string' || !fileId.startsWith(prefix)) return null;
      const key = fileId.slice(prefix.length);
      return isKey(key) ? key : null;
    },
  };
}

/** A key never becomes a file name; keys that look like path traversal are refused nevertheless. */
export function isKey(key: unknown): key is string {
  if (typeof key !== 'string' || key === '' || Buffer.byteLength(key) > KEY_BYTES) return false;
  if (UNUSABLE.test(key)) return false;
  return key.split('/').every(segment => segment !== '' && segment !== '.' && segment !== '..');
}

/** @throws PlatformError INVALID_PARAM */
export function checkKey(key: unknown): string {
  if (isKey(key)) return key;
  throw new PlatformError('INVALID_PARAM', 'the file path is not valid');
}

/** @throws PlatformError INVALID_PARAM unless it is a list of 1 to 50 objects */
export function checkBatch(list: unknown): Record<string, unknown>[] {
  const valid =
    Array.isArray(list) &&
    list.length >= 1 &&
    list.length <= BATCH &&
    list.every(item => typeof item === 'object' && item !== null);
  if (!valid) throw new PlatformError('INVALID_PARAM', `expected a list of 1 to ${BATCH} files`);
  return list as Record<string, unknown>[];
}
