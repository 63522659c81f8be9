import { existsSync } from 'node:fs';
import { mkdir, open, readdir, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { lockDirectory } from '#emulator/platform/directoryLock.ts';
import { migrationIds } from '../migrations/list.ts';
import { mapConcurrently } from '../shared/mapConcurrently.ts';
import { productVersion } from '../shared/productVersion.ts';
import { isMissingCollection } from '../shared/retryWithBackoff.ts';
import { type CollectionReader, collectionReader } from './collectionReader.ts';
import { keptCollections, leftOut } from './collections.ts';
import { type Manifest, writeManifest } from './manifest.ts';
import { idOf } from './pages.ts';
import { keepPictures } from './pictures.ts';
import type { Line, Platform } from './platform.ts';

/** Collections that are read at the same time. */
const AT_ONCE = 2;
/** A collection that changes all the time is read so often, and then each document is of its own moment. */
const MOST_READINGS = 4;

export interface BackupOptions {
  /** Must not exist; it does once the backup is whole, and not before. */
  to: string;
  pictures: boolean;
  /** Collections of the environment that this version does not know. */
  notKept?: string[];
  log: (line: string) => void;
}

/** Keeps an environment in a directory. @throws with a sentence; nothing is left then but what the next try removes */
export const backUp = async (platform: Platform, options: BackupOptions): Promise<Manifest> => {
  const target = path.resolve(options.to);
  const dir = `${target}.unfinished`;
  const unlock = await take(dir, target);
  try {
    const manifest = await writeAll(platform, dir, options);
    // Still locked, because another backup to the same place empties the directory.
    await rename(dir, target);
    await synced(path.dirname(target));
    return manifest;
  } finally {
    unlock();
    for (const file of [LOCK, `${LOCK}-journal`])
      await rm(path.join(target, file), { force: true });
  }
};

const LOCK = 'lock.sqlite';

/** An empty directory that no other backup writes to, and becomes `target`. */
const take = async (dir: string, target: string): Promise<() => void> => {
  await mkdir(dir, { recursive: true, mode: 0o700 });
  let unlock: () => void;
  try {
    unlock = lockDirectory(dir);
  } catch (error) {
    throw new Error(`another backup is writing to ${dir}`, { cause: error });
  }
  // Only now: another backup may just have ended.
  if (existsSync(target)) {
    await rm(dir, { recursive: true, force: true });
    unlock();
    throw new Error(`${target} exists already: a backup gets its own`);
  }
  for (const name of await readdir(dir))
    if (!name.startsWith(LOCK)) await rm(path.join(dir, name), { recursive: true });
  return unlock;
};

const synced = async (dir: string) => {
  const handle = await open(dir);
  await handle.sync().finally(() => handle.close());
};

const writeAll = async (
  platform: Platform,
  dir: string,
  { pictures: withPictures, notKept = [], log }: BackupOptions,
): Promise<Manifest> => {
  const startTime = new Date().toISOString();
  const environment = { envId: platform.envId, filePrefix: await platform.filePrefix() };
  const keys = new Set<string>();
  const collectKeys = (lines: Line[]) => {
    for (const line of lines) for (const key of keysIn(line)) keys.add(key);
  };
  const missing = new Set<string>();
  const readers = keptCollections.map(({ name }) => {
    const reader = collectionReader(platform, name, dir, collectKeys);
    return {
      name,
      read: () => readIfThere(platform, name, reader, missing),
      result: reader.result,
    };
  });
  // Once, before all others: where a deployment migrates meanwhile, the restored records are migrated again rather than
  // not at all.
  const isOfMigrations = ({ name }: NamedReader) => name === 'migrations';
  await refuseEmpty(platform);
  await refuseNewer(platform);
  await readers.find(isOfMigrations)!.read();
  const changing = await readUntilStill(
    readers.filter(one => !isOfMigrations(one)),
    log,
  );
  const collections = readers.map(({ name, result }) => ({
    name,
    ...result(),
    isOneMoment: !changing.last.has(name),
  }));
  for (const one of collections)
    log(missing.has(one.name) ? `${one.name}: there is no such collection` : lineOf(one));
  const rows = collections.find(({ name }) => name === 'files')!.parts;
  const pictures = withPictures ? await keepPictures(platform, dir, rows, log) : null;
  const manifest = await writeManifest(dir, {
    product: productVersion(),
    migrations: migrationIds,
    environment,
    startTime,
    endTime: new Date().toISOString(),
    isOneMoment: changing.first.size === 0,
    keys: [...keys].sort(),
    collections,
    leftOut,
    notKept,
    pictures,
  });
  await synced(dir);
  return manifest;
};

interface NamedReader extends CollectionReader {
  name: string;
}

/**
 * Reads all collections, then all again, and those that have changed meanwhile a few times more.
 * @returns the names of those that the second reading found changed, and of those that the last one did
 */
const readUntilStill = async (readers: NamedReader[], log: (line: string) => void) => {
  const readAll = async (some: NamedReader[]) => {
    const changed = new Set<string>();
    await mapConcurrently(AT_ONCE, some, async ({ name, read }) => {
      if (await read()) changed.add(name);
    });
    return changed;
  };
  await readAll(readers);
  log('Everything was read once; now again, for what has changed meanwhile.');
  const first = await readAll(readers);
  let last = first;
  for (let readings = 3; last.size > 0 && readings <= MOST_READINGS; readings += 1) {
    // A burst of changes may have ended then.
    await wait(500);
    last = await readAll(readers.filter(({ name }) => last.has(name)));
  }
  return { first, last };
};

/** The first document in the order of ids. An environment of an earlier version has not all collections. */
const firstOf = async (platform: Platform, name: string, query: object) => {
  const [line] = await platform.find(name, query, 1).catch((error: unknown) => {
    if (isMissingCollection(error)) return [];
    throw error;
  });
  return line;
};

/** A mistyped name must not make a backup of nothing. @throws where nobody could ever sign in */
const refuseEmpty = async (platform: Platform) => {
  if (!(await firstOf(platform, 'admins', { _id: { $gte: '' } })))
    throw new Error(
      `${platform.envId} has no administrators: this product has stored nothing in it. Compare its name`,
    );
};

/** Their collections and the shapes of their records are not known here. @throws where a newer version is in use */
const refuseNewer = async (platform: Platform) => {
  const query = { _id: { $nin: migrationIds }, status: { $ne: 'queued' } };
  const newer = await firstOf(platform, 'migrations', query);
  if (newer)
    throw new Error(
      `${platform.envId} is of a newer version than this one, which does not know its migration ${idOf(newer)}: make the backup with the version that was deployed`,
    );
};

/** @param missing holds it afterwards if there is no such collection */
const readIfThere = async (
  platform: Platform,
  name: string,
  reader: CollectionReader,
  missing: Set<string>,
): Promise<boolean> => {
  missing.delete(name);
  try {
    const [odd] = await platform.find(name, { _id: { $not: { $gte: '' } } }, 1);
    if (odd)
      throw new Error(
        `${name} holds a document whose id is no text, which this product did not make: ${oddId(odd)}. Remove it, or store it under a text`,
      );
    return await reader.read();
  } catch (error) {
    if (!isMissingCollection(error)) throw error;
    missing.add(name);
    return false;
  }
};

/** Nothing else of it, which may be about a person. */
const oddId = (line: Line) => JSON.stringify((JSON.parse(line) as { _id?: unknown })._id);

const lineOf = ({ name, documents, isOneMoment }: Manifest['collections'][number]) =>
  `${name}: ${documents} document${documents === 1 ? '' : 's'}${
    isOneMoment ? '' : ', which kept changing: each is whole, but they are not of one moment'
  }`;

/** As `cloudfunctions/_shared/base/secrets.ts` writes them. */
const sealed = /"v1:([A-Za-z0-9_]+):[\w-]{16}:[\w-]{22}:/g;

const keysIn = (line: Line): string[] =>
  line.includes('"v1:') ? [...line.matchAll(sealed)].map(([, kid]) => `APP_KEK_${kid!}`) : [];
