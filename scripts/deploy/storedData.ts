import { _, db } from '#cloudfunctions/_shared/base/cloud.ts';
import type { StoredData } from './checks.ts';

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
  broken: () => Promise.resolve([]),
};

/** Whether somebody can sign in. */
export const hasAdministrator = async (): Promise<boolean> => {
  const { total = 0 } = await db.collection('admins').count();
  return total > 0;
};
