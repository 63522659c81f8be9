import { createHash, randomUUID } from 'node:crypto';
import { PlatformError } from '../../types.ts';
import { etagOf } from './bucket.ts';

interface Upload {
  bucket: string;
  key: string;
  headers: Record<string, string>;
  startedAt: string;
  parts: Map<number, { etag: string; body: Buffer; at: string }>;
}

/** Uploads in parts that are under way; they end with the process, as abandoned ones do in the cloud after a while. */
export interface Multipart {
  begin(bucket: string, key: string, headers: Record<string, string>, now: number): string;
  list(bucket: string, prefix: string): { id: string; key: string; startedAt: string }[];
  parts(id: string, key: string): { number: number; etag: string; size: number; at: string }[];
  /** @returns the part's ETag */
  addPart(id: string, key: string, number: number, body: Buffer, now: number): string;
  /** @param wanted the parts' numbers and ETags, in order */
  complete(
    id: string,
    key: string,
    wanted: { number: number; etag: string }[],
  ): { body: Buffer; headers: Record<string, string>; etag: string };
  abort(id: string, key: string): void;
}

export function createMultipart(): Multipart {
  const uploads = new Map<string, Upload>();
  const find = (id: string, key: string): Upload => {
    const upload = uploads.get(id);
    if (upload?.key === key) return upload;
    throw new PlatformError('NoSuchUpload', 'The specified multipart upload does not exist.', 404);
  };
  return {
    begin(bucket, key, headers, now) {
      const id = randomUUID().replaceAll('-', '');
      const startedAt = new Date(now).toISOString();
      uploads.set(id, { bucket, key, headers, startedAt, parts: new Map() });
      return id;
    },
    list: (bucket, prefix) =>
      [...uploads]
        .filter(([, upload]) => upload.bucket === bucket && upload.key.startsWith(prefix))
        .map(([id, { key, startedAt }]) => ({ id, key, startedAt })),
    parts: (id, key) =>
      [...find(id, key).parts]
        .sort(([a], [b]) => a - b)
        .map(([number, { etag, body, at }]) => ({ number, etag, at, size: body.length })),
    addPart(id, key, number, body, now) {
      const etag = etagOf(body);
      find(id, key).parts.set(number, { etag, body, at: new Date(now).toISOString() });
      return etag;
    },
    complete(id, key, wanted) {
      const { parts, headers } = find(id, key);
      const bodies = wanted.map(({ number, etag }) => {
        const part = parts.get(number);
        if (part?.etag === etag) return part.body;
        throw new PlatformError('InvalidPart', 'One or more of the parts could not be found.');
      });
      uploads.delete(id);
      const digest = createHash('md5').update(wanted.map(({ etag }) => etag).join(''));
      return {
        headers,
        body: Buffer.concat(bodies),
        etag: `"${digest.digest('hex')}-${wanted.length}"`,
      };
    },
    abort(id, key) {
      find(id, key);
      uploads.delete(id);
    },
  };
}
