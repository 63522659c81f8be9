import { createHash } from 'node:crypto';
import type { CollectionName } from '#contract/collections.ts';
import type { FileReference } from '#contract/file.ts';
import { _ } from './cloud.ts';
import { pictureHolders } from './fromEntities.ts';
import { report } from './log.ts';
import { type Query, type Repository, repository, type Stored } from './repository.ts';

/**
 * Finds the users of a file. Every record that names files repeats their paths in the indexed field `files`, so that
 * checking whether a file is used takes one small query per collection and no scan.
 */
export interface FileHolder extends Stored {
  files?: string[];
}

/** The field with the record's name; `resource` is its name in the audit log. */
const holders: { collection: CollectionName; resource: string; name: string; field?: string }[] = [
  ...pictureHolders,
  { collection: 'settings', resource: 'setting', name: '_id' },
  { collection: 'printOrders', resource: 'printOrder', name: 'printNo' },
  { collection: 'orders', resource: 'order', name: 'orderNo' },
  { collection: 'admins', resource: 'admin', name: 'nickName', field: 'avatar' },
];

/** A file with more users than this lists only their number. */
const MOST_REFERENCES = 100;

const files = repository<Stored>('files');

/** Derived from the path, so that a picture's row is found without a query. */
export const fileIdOf = (filePath: string): string =>
  `file_${createHash('sha1').update(filePath).digest('hex').slice(0, 24)}`;

/** The distinct paths in a record's picture fields. */
export const filesIn = (record: object, fields: readonly string[]): string[] => {
  const values = fields.flatMap(field => (record as Record<string, unknown>)[field] ?? []);
  return [...new Set(values.filter((value): value is string => typeof value === 'string'))].filter(
    Boolean,
  );
};

/**
 * The records that use these files, by path; unused files are missing. Database round trips: 1.
 * @param oneByOne one collection after the other, for work that others should not wait behind
 */
export const referencesTo = async (
  filePaths: string[],
  oneByOne = false,
): Promise<Map<string, FileReference[]>> => {
  const wanted = new Set(filePaths);
  const found: { path: string; resource: string; _id: string; name: string }[][] = [];
  const looks = holders.map(({ collection, resource, name, field = 'files' }) => async () => {
    const uses: { path: string; resource: string; _id: string; name: string }[] = [];
    let asked = filePaths;
    // Many users of one file must not hide the only user of another one.
    for (let isFull = true; isFull && asked.length > 0;) {
      const rows = await repository<Stored>(collection).find(
        { [field]: _.in(asked) },
        { limit: MOST_REFERENCES, fields: ['_id', name, field] },
      );
      for (const row of rows) {
        const values = row as unknown as Record<string, unknown>;
        for (const path of [values[field]].flat())
          if (typeof path === 'string' && wanted.has(path))
            uses.push({ path, resource, _id: row._id, name: String(values[name] ?? '') });
      }
      isFull = rows.length === MOST_REFERENCES;
      const known = new Set(uses.map(({ path }) => path));
      asked = asked.filter(path => !known.has(path));
    }
    return uses;
  });
  if (oneByOne) for (const look of looks) found.push(await look());
  else found.push(...(await Promise.all(looks.map(look => look()))));
  const byPath = new Map<string, FileReference[]>();
  for (const { path, ...reference } of found.flat()) {
    byPath.set(path, [...(byPath.get(path) ?? []), reference]);
  }
  return byPath;
};

/**
 * Notes on the files that a write added or removed whether they are in use, for the list's filter "unused". The nightly
 * count corrects lost notes, so this never fails the write.
 */
export const noteUse = async (before: string[] = [], after: string[] = []): Promise<void> => {
  const removed = before.filter(path => !after.includes(path));
  const added = after.filter(path => !before.includes(path));
  const note = (path: string, unused: boolean) => files.note(fileIdOf(path), { unused });
  const look = async () => {
    const used = await referencesTo(removed);
    await Promise.all(removed.map(path => note(path, !used.has(path))));
  };
  try {
    await Promise.all([
      ...added.map(path => note(path, false)),
      removed.length > 0 ? look() : undefined,
    ]);
  } catch (error) {
    report('use of files not noted', error);
  }
};

/** Retries of a write without `rev` on a record that others keep changing. */
const TRIES = 5;

/**
 * A write that changes a record's files. `files` is computed from the whole record, so the write is pinned to that
 * version; without a `rev` from the caller it is repeated for the next version.
 * @param write from a version to the next; null on a miss
 */
export const setNamingFiles = async <R extends Stored>(
  records: Repository<R>,
  before: R,
  rev: number | undefined,
  write: (from: R, pinned: Query) => Promise<R | null>,
): Promise<R | null> => {
  let from = before;
  for (let tries = 0; ; tries += 1) {
    const written = await write(from, { rev: rev ?? from.rev });
    if (written || rev !== undefined || tries >= TRIES) return written;
    const current = await records.get(before._id);
    if (!current) return null;
    from = current;
  }
};
