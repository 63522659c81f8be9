import { createHash, randomBytes } from 'node:crypto';
import { constants, mkdirSync, rmSync } from 'node:fs';
import { copyFile, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import type { PlatformStore, Row } from '../platform/platformStore.ts';
import { type Clock, PlatformError } from '../types.ts';
import { contentTypeOf } from './contentType.ts';

export interface StoredFile {
  key: string;
  /** Name of the content file; changes with every upload, so caches may be keyed by it. */
  content: string;
  size: number;
  type: string;
  /** Quoted, ready for the header. */
  etag: string;
  /** `sub` of the user who uploaded it; null for a function. */
  owner: string | null;
  /** Epoch ms. */
  updatedAt: number;
}

export interface FileStore {
  find(key: string): StoredFile | null;
  /** The first `limit` whose keys begin so and come after `after`, in the order of their keys. */
  list(prefix: string, after: string, limit: number): StoredFile[];
  /** Stores the whole of `body` under the key, or, when it fails or exceeds `limit` bytes, nothing. */
  put(key: string, body: AsyncIterable<Buffer>, options: PutOptions): Promise<StoredFile>;
  copy(from: StoredFile, to: string, owner: string | null): Promise<void>;
  remove(file: StoredFile): Promise<void>;
  pathOf(file: StoredFile): string;
  reset(): Promise<void>;
}

export interface PutOptions {
  owner: string | null;
  /** Content type as declared by the uploader; believed only when harmless. */
  type?: string;
  limit: number;
  /** Exact number of bytes announced, if any. */
  length?: number | null;
}

const LAST_CHARACTER = '\u{10ffff}';
/** A signature needs this many bytes to be recognised. */
const HEAD_BYTES = 64;

/**
 * Content under `files/<2 hex>/<32 hex>`, everything else in `platform.sqlite`. A file exists from the moment its
 * row is committed, and its bytes are on disk by then: written aside, flushed and renamed first.
 */
export function openFileStore(dataDir: string, store: PlatformStore, clock: Clock): FileStore {
  const root = path.join(dataDir, 'files');
  const aside = path.join(root, 'tmp');
  rmSync(aside, { recursive: true, force: true });
  mkdirSync(aside, { recursive: true });
  void sweep(root, store, Date.now()).catch(() => undefined);

  const place = (content: string) => path.join(root, content.slice(0, 2), content);
  const find = (key: string): StoredFile | null => {
    const row = store.get('select * from files where key = ?', [key]);
    return row ? toFile(row) : null;
  };
  const discard = (content: string) => rm(place(content), { force: true });

  /** Moves a flushed file into place and makes it known, in this order. */
  const admit = async (temporary: string, file: StoredFile) => {
    const target = place(file.content);
    await mkdir(path.dirname(target), { recursive: true });
    await rename(temporary, target);
    const directory = await open(path.dirname(target), 'r');
    await directory.sync().finally(() => directory.close());
    const before = find(file.key);
    try {
      store.run('insert or replace into files values (?, ?, ?, ?, ?, ?, ?)', [
        file.key,
        file.content,
        file.size,
        file.type,
        file.etag,
        file.owner,
        file.updatedAt,
      ]);
    } catch (error) {
      await discard(file.content);
      throw error;
    }
    if (before) await discard(before.content);
  };

  return {
    find,
    list: (prefix, after, limit) =>
      store
        .all('select * from files where key > ? and key >= ? and key < ? order by key limit ?', [
          after,
          prefix,
          prefix + LAST_CHARACTER,
          limit,
        ])
        .map(toFile),
    pathOf: file => place(file.content),
    async put(key, body, { owner, type, limit, length = null }) {
      const content = randomBytes(16).toString('hex');
      const temporary = path.join(aside, content);
      const hash = createHash('md5');
      let head = Buffer.alloc(0);
      let size = 0;
      try {
        const handle = await open(temporary, 'wx', 0o600);
        try {
          for await (const chunk of body) {
            size += chunk.length;
            if (size > limit)
              throw new PlatformError('EntityTooLarge', `more than ${limit} bytes`, 413);
            if (head.length < HEAD_BYTES)
              head = Buffer.concat([head, chunk.subarray(0, HEAD_BYTES)]);
            hash.update(chunk);
            await handle.writeFile(chunk);
          }
          if (length !== null && size !== length)
            throw new PlatformError(
              'SignatureDoesNotMatch',
              'the length is not the one signed',
              403,
            );
          await handle.sync();
        } finally {
          await handle.close();
        }
        const etag = `"${hash.digest('hex')}"`;
        const file: StoredFile = {
          key,
          content,
          size,
          etag,
          owner,
          type: contentTypeOf(head, type),
          updatedAt: clock.now(),
        };
        await admit(temporary, file);
        return file;
      } catch (error) {
        await rm(temporary, { force: true });
        throw error;
      }
    },
    async copy(from, to, owner) {
      const content = randomBytes(16).toString('hex');
      const temporary = path.join(aside, content);
      await copyFile(place(from.content), temporary, constants.COPYFILE_FICLONE);
      const handle = await open(temporary, 'r+');
      await handle.sync().finally(() => handle.close());
      await admit(temporary, { ...from, key: to, content, owner, updatedAt: clock.now() });
    },
    async remove(file) {
      store.run('delete from files where key = ? and content = ?', [file.key, file.content]);
      await discard(file.content);
    },
    async reset() {
      const files = store.all('select content from files');
      store.run('delete from files');
      for (const { content } of files) await discard(String(content));
    },
  };
}

function toFile(row: Row): StoredFile {
  return {
    key: String(row.key),
    content: String(row.content),
    size: Number(row.size),
    type: String(row.type),
    etag: String(row.etag),
    owner: row.owner === null ? null : String(row.owner),
    updatedAt: Number(row.updated_at),
  };
}

/** Removes content left without a row by a crash: renamed but not recorded, or no longer wanted. */
async function sweep(root: string, store: PlatformStore, startedAt: number): Promise<void> {
  const known = new Set(
    store.all('select content from files').map(({ content }) => String(content)),
  );
  for (const folder of await readdir(root)) {
    if (!/^[0-9a-f]{2}$/.test(folder)) continue;
    for (const content of await readdir(path.join(root, folder))) {
      const file = path.join(root, folder, content);
      // Files younger than this start may be uploads whose row is not stored yet.
      if (!known.has(content) && (await stat(file)).mtimeMs < startedAt)
        await rm(file, { force: true });
    }
  }
}
