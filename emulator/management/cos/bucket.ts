import { createHash, randomBytes } from 'node:crypto';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { BODY_LIMIT } from '../../http/body.ts';
import type { FileStore, StoredFile } from '../../storage/files.ts';
import { isKey } from '../../storage/keys.ts';
import type { ImageStyles } from '../../storage/styles.ts';
import { type Clock, PlatformError } from '../../types.ts';
import type { OpenRecords, Records } from '../records.ts';

export interface StoredObject {
  key: string;
  size: number;
  /** Quoted, ready for the header. */
  etag: string;
  /** `content-type`, `cache-control` and `x-cos-meta-…`, as they were sent. */
  headers: Record<string, string>;
  /** Epoch ms. */
  updatedAt: number;
}

/** Objects by key. */
export interface Bucket {
  find(key: string): StoredObject | undefined;
  /** In the order of their keys, the first `limit` of those after `after`. */
  list(prefix: string, after: string, limit: number): StoredObject[];
  /** Stores the whole of it, or nothing. */
  put(key: string, body: Buffer, headers: Record<string, string>): Promise<StoredObject>;
  read(key: string): Promise<Buffer>;
  remove(key: string): Promise<void>;
}

/** Archives that are kept until others come. */
const PASSING = 40;

interface FolderRecord extends Omit<StoredObject, 'key'> {
  /** Name of the file with the content; changes with every upload. */
  file: string;
}

/** A bucket of its own: contents as files in a folder, the rest in the records. */
export function folderBucket(root: string, records: Records<FolderRecord>, clock: Clock): Bucket {
  const placeOf = (file: string) => path.join(root, file);
  const toObject = (key: string, { file: _file, ...rest }: FolderRecord) => ({ key, ...rest });
  return {
    find(key) {
      const record = records.get(key);
      return record && toObject(key, record);
    },
    list: (prefix, after, limit) =>
      records
        .all()
        .map(([key, record]) => toObject(key, record))
        .filter(({ key }) => key.startsWith(prefix) && isAfter(key, after))
        .sort((a, b) => Buffer.compare(Buffer.from(a.key), Buffer.from(b.key)))
        .slice(0, limit),
    async put(key, body, headers) {
      const file = randomBytes(16).toString('hex');
      await mkdir(root, { recursive: true });
      // A file exists from the moment its record does, and its content is complete by then.
      await writeFile(`${placeOf(file)}.new`, body);
      await rename(`${placeOf(file)}.new`, placeOf(file));
      const before = records.get(key);
      const etag = etagOf(body);
      records.put(key, { file, size: body.length, etag, headers, updatedAt: clock.now() });
      if (before) await rm(placeOf(before.file), { force: true });
      return toObject(key, records.get(key)!);
    },
    async read(key) {
      const record = records.get(key);
      return record ? readFile(placeOf(record.file)) : Buffer.alloc(0);
    },
    async remove(key) {
      const record = records.get(key);
      records.remove(key);
      if (record) await rm(placeOf(record.file), { force: true });
    },
  };
}

/** The files that users and functions store, seen as a bucket. */
export function fileBucket(
  files: () => FileStore,
  styles: () => Pick<ImageStyles, 'forget'>,
  open: OpenRecords,
): Bucket {
  /** Headers belong to one content: a later upload by other ways has none. */
  const kept = open<{ content: string; headers: Record<string, string> }>('fileHeaders');
  const toObject = (file: StoredFile): StoredObject => {
    const own = kept.get(file.key);
    const headers = own?.content === file.content ? own.headers : { 'content-type': file.type };
    return { key: file.key, size: file.size, etag: file.etag, headers, updatedAt: file.updatedAt };
  };
  return {
    find(key) {
      const file = files().find(key);
      return file ? toObject(file) : undefined;
    },
    list: (prefix, after, limit) => files().list(prefix, after, limit).map(toObject),
    async put(key, body, headers) {
      if (!isKey(key)) throw new PlatformError('InvalidURI', 'This key is not supported here.');
      const before = files().find(key);
      const type = headers['content-type'];
      const file = await files().put(key, Readable.from([body]), {
        owner: null,
        type,
        limit: BODY_LIMIT,
      });
      kept.put(key, { content: file.content, headers });
      if (before) await styles().forget(before.content);
      return toObject(file);
    },
    async read(key) {
      const file = files().find(key);
      return file ? readFile(files().pathOf(file)) : Buffer.alloc(0);
    },
    async remove(key) {
      const file = files().find(key);
      if (!file) return;
      await files().remove(file);
      kept.remove(key);
      await styles().forget(file.content);
    },
  };
}

/** Archives of code on their way to a function; the cloud keeps them for a while too. */
export function passingBucket(clock: Clock): Bucket {
  const objects = new Map<string, StoredObject & { body: Buffer }>();
  return {
    find: key => objects.get(key),
    list: (prefix, after, limit) =>
      [...objects.values()]
        .filter(({ key }) => key.startsWith(prefix) && isAfter(key, after))
        .slice(0, limit),
    put(key, body, headers) {
      objects.delete(key);
      const [oldest] = objects.keys();
      if (objects.size >= PASSING && oldest !== undefined) objects.delete(oldest);
      const about = { key, headers, size: body.length, etag: etagOf(body) };
      const object = { ...about, updatedAt: clock.now(), body };
      objects.set(key, object);
      return Promise.resolve(object);
    },
    read: key => Promise.resolve(objects.get(key)?.body ?? Buffer.alloc(0)),
    remove(key) {
      objects.delete(key);
      return Promise.resolve();
    },
  };
}

const isAfter = (key: string, after: string) =>
  Buffer.compare(Buffer.from(key), Buffer.from(after)) > 0;

export const etagOf = (body: Buffer): string => `"${createHash('md5').update(body).digest('hex')}"`;
