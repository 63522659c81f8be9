import type { CollectionName } from '#contract/collections.ts';
import { TRANSACTION_RETRIES } from '#contract/constants.ts';
import { db } from './cloud.ts';
import { replacing, seen, type Stored } from './repository.ts';

/**
 * Single records by id only: the SDK sends `where().update()`, `count()` and aggregations without the transaction's id,
 * so they would run outside it (docs/cloudbase-wire.md#database).
 */
export interface Transaction {
  get<R extends Stored>(collection: CollectionName, id: string): Promise<R | null>;
  update(collection: CollectionName, id: string, patch: Record<string, unknown>): Promise<void>;
  insert(collection: CollectionName, record: Stored): Promise<void>;
}

interface SdkTransaction {
  collection(name: string): {
    doc(id: string): {
      get(): Promise<{ data: unknown }>;
      update(patch: object): Promise<{ updated: number }>;
    };
    add(record: object): Promise<unknown>;
  };
}

/** Milliseconds before the second, third and fourth attempt, each shortened at random. */
const BACK_OFF_MS = [0, 40, 160, 480];

/**
 * All or nothing: a conflict is retried up to three times, then rolled back and thrown. `work` may therefore run four
 * times: ids, times and hashes are made outside, and it has no effects outside the database. The SDK retries at once,
 * so that the same transactions would conflict again: each waits a little before its first statement, which determines
 * its snapshot.
 */
export const inTransaction = <T>(work: (transaction: Transaction) => Promise<T>): Promise<T> => {
  let attempt = 0;
  return db.runTransaction(async (raw: SdkTransaction) => {
    const wait = (BACK_OFF_MS[attempt] ?? 0) * (0.25 + 0.75 * Math.random());
    attempt += 1;
    if (wait > 0) await new Promise(resolve => setTimeout(resolve, wait));
    return work({
      get: async <R extends Stored>(collection: CollectionName, id: string) =>
        seen((await raw.collection(collection).doc(id).get()).data as R | null),
      update: async (collection, id, patch) => {
        const { updated } = await raw.collection(collection).doc(id).update(replacing(patch));
        if (updated !== 1) throw new Error(`${collection}: the record to update is gone`);
      },
      insert: async (collection, record) => void (await raw.collection(collection).add(record)),
    });
  }, TRANSACTION_RETRIES) as Promise<T>;
};
