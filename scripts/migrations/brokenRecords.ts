import { _ } from '#cloudfunctions/_shared/base/cloud.ts';
import { inParallel } from '#cloudfunctions/_shared/base/parallel.ts';
import { repository, type Stored } from '#cloudfunctions/_shared/base/repository.ts';
import { type CollectionName, collections } from '#contract/collections.ts';
import { entities } from '#contract/entities.ts';
import { exportJob } from '#contract/export.ts';
import { file } from '#contract/file.ts';
import { printArchive } from '#contract/printArchive.ts';
import { ledgerEntry, userLog, userUsage } from '#contract/user.ts';
import type { z } from '#contract/zod.ts';
import { retryWithBackoff } from '../shared/retryWithBackoff.ts';
import { migrations } from './list.ts';
import type { AnyMigration } from './migration.ts';
import { unlessMissing } from './records.ts';
import { pendingMigrations } from './run.ts';

/** A stored record that this version would show as damaged. Without values, which may be personal. */
export interface BrokenRecord {
  collection: CollectionName;
  id: string;
  field: string;
  /** In English, for the operator. */
  why: string;
}

/** The newest and the oldest records of each collection, and some from chosen places between them. */
const AT_EACH_END = 20;
const PLACES = 4;
const AT_EACH_PLACE = 5;

/** What is stored in a collection, as the actions that show it have it in their output. */
const schemas: Partial<Record<CollectionName, z.ZodObject>> = {
  ...Object.fromEntries(
    Object.values(entities).map(({ collection, record }) => [collection, record]),
  ),
  creditLedger: ledgerEntry,
  userLogs: userLog,
  userUsageDaily: userUsage,
  files: file,
  exports: exportJob,
  printArchives: printArchive,
};

/** Samples what is stored against this version's contract, as it will be after the pending migrations; it only reads. */
export const brokenRecords = async (): Promise<BrokenRecord[]> => {
  const pending = new Set((await pendingMigrations()).map(({ id }) => id));
  const loaded: AnyMigration[] = [];
  for (const { id, load } of migrations) if (pending.has(id)) loaded.push((await load()).migration);

  const broken: BrokenRecord[] = [];
  await inParallel(Object.keys(schemas) as CollectionName[], async collection => {
    const changes = loaded.filter(one => one.collection === collection);
    for (const record of await sampleOf(collection)) {
      const after = changes.reduce(
        (current, { change }) => ({ ...current, ...change(current as never) }),
        record,
      );
      broken.push(...faultsOf(collection, after));
    }
  });
  return broken.sort((a, b) => a.collection.localeCompare(b.collection));
};

const sampleOf = async (collection: CollectionName): Promise<Stored[]> => {
  const isByTime = collections
    .find(({ name }) => name === collection)
    ?.indexes.some(({ keys }) => Object.keys(keys)[0] === 'createTime');
  const field = isByTime ? 'createTime' : '_id';
  const read = (order: 'asc' | 'desc', limit: number, query: Record<string, unknown> = {}) =>
    retryWithBackoff(() =>
      unlessMissing(repository(collection).find(query, { sort: [[field, order]], limit })),
    );
  const [newest, oldest] = await Promise.all([read('desc', AT_EACH_END), read('asc', AT_EACH_END)]);
  const [first, last] = [oldest[0], newest[0]];
  const between =
    isByTime && first && last && newest.length === AT_EACH_END
      ? await Promise.all(
          Array.from({ length: PLACES }, () => {
            const at = first.createTime + Math.random() * (last.createTime - first.createTime);
            return read('asc', AT_EACH_PLACE, { createTime: _.gte(Math.floor(at)) });
          }),
        )
      : [];
  const all = [...newest, ...oldest, ...between.flat()];
  return [...new Map(all.map(record => [record._id, record])).values()];
};

const faultsOf = (collection: CollectionName, record: Stored): BrokenRecord[] => {
  const issues = schemas[collection]?.safeParse(record).error?.issues ?? [];
  // The names of fields are those of the schema, which drops all others.
  const fields = new Map(issues.map(issue => [String(issue.path[0] ?? ''), issue]));
  return [...fields].map(([field, issue]) => ({
    collection,
    id: record._id,
    field,
    why: reasonOf(issue, record),
  }));
};

const reasonOf = (issue: z.core.$ZodIssue, record: object): string => {
  const value = issue.path.reduce<unknown>(
    (inside, key) => (inside as Record<PropertyKey, unknown> | undefined)?.[key],
    record,
  );
  const where = issue.path.length > 1 ? 'a part of it ' : '';
  if (value === undefined) return `${where}is missing`;
  switch (issue.code) {
    case 'invalid_type':
      return `${where}is not ${issue.expected}`;
    case 'invalid_value':
      return `${where}is none of the allowed values`;
    default:
      return `${where}is refused (${issue.code})`;
  }
};
