import { _, db } from '#cloudfunctions/_shared/base/cloud.ts';
import { brokenRecords } from '../migrations/brokenRecords.ts';
import { pendingMigrations, removedTooEarly } from '../migrations/run.ts';
import type { StoredData } from './checks.ts';

/** Broken records that are named one by one. */
const MOST_SHOWN = 20;

/** Through the server SDK, which must point at the environment before this is loaded (`useServerSdk`). */
export const storedData: StoredData = {
  duplicates: async (collection, keys) => {
    const { aggregate } = db.command;
    const { data } = (await db
      .collection(collection)
      .aggregate()
      .group({
        _id: Object.fromEntries(keys.map((key, at) => [`k${at}`, `$${key}`])),
        records: aggregate.sum(1),
      })
      .match({ records: _.gt(1) })
      .count('groups')
      .end()) as { data: { groups: number }[] };
    return data[0]?.groups ?? 0;
  },
  removedTooEarly: async inUse => removedTooEarly(await pendingMigrations(), inUse),
  broken: async () => {
    const found = await brokenRecords();
    const lines = found
      .slice(0, MOST_SHOWN)
      .map(
        ({ collection, id, field, why }) =>
          `The record ${id} of ${collection} breaks what this version expects of ${field}: ${why}. Correct it, or write a migration (docs/migrations.md).`,
      );
    const more = found.length - lines.length;
    return more > 0 ? [...lines, `And ${more} more records like these.`] : lines;
  },
};

/** Whether there is an administrator. */
export const hasAdministrator = async (): Promise<boolean> => {
  const { total = 0 } = await db.collection('admins').count();
  return total > 0;
};
