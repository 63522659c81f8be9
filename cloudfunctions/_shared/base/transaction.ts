import type { CollectionName } from '#contract/collections.ts';
import { TRANSACTION_RETRIES } from '#contract/constants.ts';
import { type AuditEntry, auditRow } from './audit.ts';
import { type ChangeEntry, existing, signed } from './changeRecord.ts';
import { db } from './cloud.ts';
import { addMark, type Marks, rowsOf, addToCall } from './due.ts';
import type { JobName } from './jobs.ts';
import {
  backOff,
  newId,
  patched,
  replacing,
  stampChange,
  stampNew,
  type Stored,
  visible,
} from './repository.ts';

/**
 * Several records that change together or not at all, and what moves money, credits, codes and secrets. One record alone
 * is changed without a transaction, by `changeRecord.ts`: it costs fewer waits. Here as there nothing else raises `rev`,
 * sets times and authors or writes audit rows.
 *
 * Single records by id only: what the SDK sends for `where().update()`, `count()` and aggregations carries no
 * transaction and would be carried out beside it.
 */
export interface Transaction {
  /** One instant for all attempts. */
  now: number;
  /** The same ids in every attempt, in the order in which they are asked for. */
  newId(): string;
  get<R extends Stored>(collection: CollectionName, id: string): Promise<R | null>;
  /** @throws 40400, and 40901 where it is no longer at `rev` */
  require<R extends Stored>(
    collection: CollectionName,
    id: string,
    rev?: number | undefined,
  ): Promise<R>;
  /** @returns the record as it is now */
  change<R extends Stored>(
    collection: CollectionName,
    before: R,
    patch: Partial<NoInfer<R>>,
    entry?: ChangeEntry,
  ): Promise<R>;
  /**
   * @param time where it keeps what was before
   * @returns the record with its id, given or made
   */
  insert<F extends object>(
    collection: CollectionName,
    fields: F,
    entry?: AuditEntry,
    time?: number,
  ): Promise<Omit<F, keyof Stored> & Stored>;
  /** @throws a conflict where it is changed at the same moment */
  remove<R extends Stored>(collection: CollectionName, before: R, entry: AuditEntry): Promise<void>;
  /** A note about a record that does not count as a change: `rev` and `updateTime` stay, so no edit conflicts. */
  note(collection: CollectionName, id: string, patch: Record<string, unknown>): Promise<void>;
  /** What the job is to find from this time on, by default at once; see `due.ts`. */
  due(job: JobName, time?: number): void;
  /** An audit row about several records at once. */
  audit(entry: AuditEntry): Promise<void>;
}

interface SdkTransaction {
  collection(name: string): {
    doc(id: string): {
      get(): Promise<{ data: unknown }>;
      update(patch: object): Promise<{ updated: number }>;
      remove(): Promise<unknown>;
    };
    add(record: object): Promise<unknown>;
  };
}

/**
 * All of it or nothing. A conflict is tried again up to three times, then rolled back and thrown: `work` may run four
 * times, so times and ids come from the transaction, and nothing in it reaches outside.
 * The SDK tries again at once, so that those who met would meet again: each waits a little, before its first use of
 * the database, because what a transaction sees is as of then.
 */
export const inTransaction = async <T>(
  work: (transaction: Transaction) => Promise<T>,
): Promise<T> => {
  const now = Date.now();
  const ids: string[] = [];
  let attempt = 0;
  let marks: Marks = new Map();
  const result = (await db.runTransaction(async (raw: SdkTransaction) => {
    await backOff(attempt++);
    marks = new Map();
    const transaction = transactionOf(raw, now, ids, marks);
    const done = await work(transaction);
    for (const row of rowsOf(marks)) await transaction.insert('due', row);
    return done;
  }, TRANSACTION_RETRIES)) as T;
  addToCall(marks);
  return result;
};

const transactionOf = (
  raw: SdkTransaction,
  now: number,
  ids: string[],
  marks: Marks,
): Transaction => {
  let drawn = 0;
  const nextId = () => (ids[drawn++] ??= newId());

  const get = async <R extends Stored>(collection: CollectionName, id: string) =>
    visible((await raw.collection(collection).doc(id).get()).data as R | null);

  const update = async (collection: CollectionName, id: string, patch: object) => {
    const { updated } = await raw.collection(collection).doc(id).update(patch);
    // The platform may report 0 updates where the values were equal already.
    if (updated === 0 && (await raw.collection(collection).doc(id).get()).data === null)
      throw new Error(`${collection}: the record to update is gone`);
  };

  const audit = async (entry: AuditEntry) =>
    void (await raw.collection('auditLogs').add(auditRow(entry, nextId(), now)));

  return {
    now,
    newId: nextId,
    get,
    audit,
    due: (job, time = now) => addMark(marks, job, time),

    require: async (collection, id, rev) => existing(await get(collection, id), rev),

    change: async (collection, before, patch, entry) => {
      const complete = entry ? signed(before, patch, entry) : patch;
      const after = { ...patched(before, complete), rev: before.rev + 1, updateTime: now };
      await update(collection, before._id, stampChange(complete, now));
      if (entry) await audit({ resourceId: before._id, before, after, ...entry });
      return after;
    },

    insert: async (collection, fields, entry, time = now) => {
      const { _id = nextId() } = fields as { _id?: string };
      const record = stampNew(fields, _id, time);
      await raw.collection(collection).add(record);
      if (entry) await audit({ resourceId: record._id, after: record, ...entry });
      return record;
    },

    remove: async (collection, before, entry) => {
      await raw.collection(collection).doc(before._id).remove();
      await audit({ resourceId: before._id, before, ...entry });
    },

    note: (collection, id, patch) => update(collection, id, replacing(patch)),
  };
};
