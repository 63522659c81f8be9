import type { CollectionName } from '#contract/collections.ts';
import { TRANSACTION_RETRIES } from '#contract/constants.ts';
import { type AuditEntry, auditRow } from './audit.ts';
import { type ChangeEntry, existing, signed } from './changeRecord.ts';
import { _, db } from './cloud.ts';
import { addMark, addToCall, type Marks, rowsOf, storeMark } from './due.ts';
import { isDuplicate, isTransactionConflict } from './errors.ts';
import type { JobName } from './jobs.ts';
import { withLocks } from './locks.ts';
import {
  backOff,
  newId,
  patched,
  isPlainObject,
  replacing,
  repository,
  stampNew,
  type Stored,
  visible,
} from './repository.ts';
import { valueAt } from './valueAt.ts';

/**
 * Several records that change together or not at all, and what moves money, credits, codes and secrets. One record alone
 * is changed without a transaction, by `changeRecord.ts`: it costs fewer waits. Here as there nothing else raises `rev`,
 * sets times and authors or writes audit rows.
 *
 * Single records by id only: what the SDK sends for `where().update()`, `count()` and aggregations carries no
 * transaction and would be carried out beside it. Statements follow one another: MongoDB takes no parallel ones in a
 * transaction. So what is written waits until all is decided: one statement for each record that changes, and one for
 * all that a collection gains.
 */
export interface Transaction {
  /** One instant for all attempts. */
  now: number;
  /** The same ids in every attempt, in the order in which they are asked for. */
  newId(): string;
  get<R extends Stored>(collection: CollectionName, id: string): Promise<R | null>;
  /**
   * What is there only if the same has happened before: the first attempt takes it to be missing, and where its insert is
   * refused, the next one reads it.
   */
  getIfRepeated<R extends Stored>(collection: CollectionName, id: string): Promise<R | null>;
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
    where(query: object): { updateAndReturn(patch: object): Promise<{ updated: number }> };
    add(records: object | object[]): Promise<unknown>;
  };
  commit(): Promise<unknown>;
  rollback(): Promise<unknown>;
}

/**
 * A record as it was, or is being, read before the transaction, beside other things. It is written only while the stored
 * one has the same version; what is not written is as old as the read. Not for what is removed.
 */
export interface Known {
  collection: CollectionName;
  id: string;
  record: Stored | null | Promise<Stored | null>;
  /** Fields that change without the version (`note`), on which something is decided here. */
  pins?: readonly string[];
}

/** By default it is read now. @param id '' for none */
export const known = (
  collection: CollectionName,
  id: string,
  record: Known['record'] = id === '' ? null : repository<Stored>(collection).get(id),
  pins: readonly string[] = [],
): Known => ({ collection, id, record, pins });

export interface TransactionOptions<T> {
  /** At the first attempt; the next ones read within the transaction. */
  known?: Known[];
  /** Taken once the first attempt has met another: see `locks.ts`. */
  locks?: string[];
  /** Done beside the commit, and with a crash perhaps without it: what a job corrects, as counters. */
  beside?: (result: T) => Promise<unknown>;
}

/**
 * All of it or nothing. A conflict is tried again up to three times, then thrown: `work` may run four times, so times
 * and ids come from the transaction, and nothing in it reaches outside. Those who met would meet again at once: each
 * waits a little, before its first use of the database, because what a transaction sees is as of then.
 */
export const inTransaction = async <T>(
  work: (transaction: Transaction) => Promise<T>,
  { known: knownRecords = [], locks = [], beside }: TransactionOptions<T> = {},
): Promise<T> => {
  const now = Date.now();
  const ids: string[] = [];
  for (const { record } of knownRecords) Promise.resolve(record).catch(() => undefined);
  let isCounted = false;

  const once = async (isFirst: boolean): Promise<T> => {
    const raw = (await db.startTransaction()) as unknown as SdkTransaction;
    try {
      const marks: Marks = new Map();
      const { transaction, flush } = transactionOf(
        raw,
        { now, ids, marks },
        isFirst ? knownRecords : null,
      );
      const done = await work(transaction);
      await flush();
      const also = isCounted ? undefined : beside?.(done);
      isCounted = true;
      const [committed] = await Promise.allSettled([
        raw.commit(),
        ...rowsOf(marks).map(storeMark),
        also,
      ]);
      if (committed.status === 'rejected') throw committed.reason;
      addToCall(marks);
      return done;
    } catch (error) {
      await raw.rollback().catch(() => undefined);
      throw error;
    }
  };

  /** Who has the locks has nobody to wait for. */
  const again = async (attempt: number, pause = attempt): Promise<T> => {
    await backOff(pause);
    try {
      return await once(attempt === 0);
    } catch (error) {
      if (!isTransactionConflict(error) || attempt === TRANSACTION_RETRIES) throw error;
      return attempt === 0 && locks.length > 0
        ? withLocks(locks, () => again(1, 0))
        : again(attempt + 1, pause + 1);
    }
  };
  return again(0);
};

/** As the platform says it; of records that have changed since they were read. */
const changedSince = () =>
  Object.assign(new Error('changed since it was read'), { code: 'DATABASE_TRANSACTION_CONFLICT' });

type Patch = Record<string, unknown>;

/** What a record becomes by all changes of a transaction. */
interface Update {
  collection: CollectionName;
  id: string;
  patch: Patch;
  /** Raises `rev` by so many. */
  changes: number;
  /** The record as it will be; null where only the database knows. */
  after: Stored | null;
}

/** What only the database can work out. */
const isCommand = (value: unknown) =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !isPlainObject(value);
const isPlain = (patch: Patch) =>
  Object.entries(patch).every(([path, value]) => !path.includes('.') && !isCommand(value));

/** Two patches make one unless a path of one leads into a path of the other, or one adds to what the other sets. */
const fit = (first: Patch, second: Patch) =>
  Object.keys(first).every(a =>
    Object.keys(second).every(b =>
      a === b ? !isCommand(second[b]) : !a.startsWith(`${b}.`) && !b.startsWith(`${a}.`),
    ),
  );

const keyOf = (collection: CollectionName, id: string) => `${collection} ${id}`;

const transactionOf = (
  raw: SdkTransaction,
  { now, ids, marks }: { now: number; ids: string[]; marks: Marks },
  knownRecords: Known[] | null,
): { transaction: Transaction; flush: () => Promise<void> } => {
  let drawn = 0;
  const nextId = () => (ids[drawn++] ??= newId());
  const isFirst = knownRecords !== null;
  const unverified = new Map((knownRecords ?? []).map(one => [keyOf(one.collection, one.id), one]));
  const updates = new Map<string, Update>();
  const inserts = new Map<CollectionName, Stored[]>();

  let reads: Promise<unknown> = Promise.resolve();
  /** One after the other, also those that are asked for at once. */
  const read = async <R extends Stored>(collection: CollectionName, id: string) => {
    const reading = reads.then(() => raw.collection(collection).doc(id).get());
    reads = reading.catch(() => undefined);
    return visible((await reading).data as R | null);
  };

  const get = async <R extends Stored>(collection: CollectionName, id: string) => {
    const key = keyOf(collection, id);
    const update = updates.get(key);
    if (update?.after) return update.after as R;
    const inserted = inserts.get(collection)?.find(({ _id }) => _id === id);
    if (inserted) return inserted as R;
    if (update) await write(key, update);
    const before = unverified.get(key);
    return before ? ((await before.record) as R | null) : read<R>(collection, id);
  };

  const write = async (key: string, { collection, id, patch, changes }: Update) => {
    updates.delete(key);
    const complete = {
      ...replacing(patch),
      ...(changes > 0 && { rev: _.inc(changes), updateTime: now }),
    };
    const { record, pins = [] } = unverified.get(key) ?? {};
    const before = await record;
    unverified.delete(key);
    const its = raw.collection(collection);
    if (before) {
      const read = ['_id', 'rev', ...pins].map(path => [path, valueAt(before, path) ?? null]);
      const { updated } = await its.where(Object.fromEntries(read)).updateAndReturn(complete);
      if (updated !== 1) throw changedSince();
      return;
    }
    const { updated } = await its.doc(id).update(complete);
    // The platform may report 0 updates where the values were equal already.
    if (updated === 0 && (await its.doc(id).get()).data === null)
      throw new Error(`${collection}: the record to update is gone`);
  };

  const update = async (
    collection: CollectionName,
    id: string,
    patch: Patch,
    after: Stored | null,
  ) => {
    const key = keyOf(collection, id);
    const given = patched({}, patch);
    const isKnown = after !== null && isPlain(given);
    const rows = inserts.get(collection) ?? [];
    const at = rows.findIndex(({ _id }) => _id === id);
    if (at >= 0 && isKnown) return void (rows[at] = after);
    if (at >= 0) await add(collection, rows);
    const earlier = updates.get(key);
    if (earlier && !fit(earlier.patch, given)) await write(key, earlier);
    const before = updates.get(key);
    updates.set(key, {
      collection,
      id,
      patch: { ...before?.patch, ...given },
      changes: (before?.changes ?? 0) + (after ? 1 : 0),
      after: isKnown && before?.after !== null ? after : null,
    });
  };

  const store = (collection: CollectionName, record: Stored) =>
    void inserts.set(collection, [...(inserts.get(collection) ?? []), record]);

  const add = async (collection: CollectionName, rows: Stored[]) => {
    inserts.delete(collection);
    try {
      await raw.collection(collection).add(rows.length === 1 ? rows[0]! : rows);
    } catch (error) {
      throw isFirst && isDuplicate(error) ? changedSince() : error;
    }
  };

  const flush = async () => {
    for (const [key, one] of [...updates]) await write(key, one);
    for (const [collection, rows] of [...inserts]) await add(collection, rows);
  };

  const audit = (entry: AuditEntry) => store('auditLogs', auditRow(entry, nextId(), now));

  const transaction: Transaction = {
    now,
    newId: nextId,
    get,
    getIfRepeated: (collection, id) => (isFirst ? Promise.resolve(null) : get(collection, id)),
    audit: entry => Promise.resolve(audit(entry)),
    due: (job, time = now) => addMark(marks, job, time),

    require: async (collection, id, rev) => existing(await get(collection, id), rev),

    change: async (collection, before, patch, entry) => {
      const complete = entry ? signed(before, patch, entry) : patch;
      const after = { ...patched(before, complete), rev: before.rev + 1, updateTime: now };
      await update(collection, before._id, complete, after);
      if (entry) audit({ resourceId: before._id, before, after, ...entry });
      return after;
    },

    insert: async (collection, fields, entry, time = now) => {
      const { _id = nextId() } = fields as { _id?: string };
      const record = stampNew(fields, _id, time);
      store(collection, record);
      if (entry) audit({ resourceId: record._id, after: record, ...entry });
      return record;
    },

    remove: async (collection, before, entry) => {
      updates.delete(keyOf(collection, before._id));
      await raw.collection(collection).doc(before._id).remove();
      audit({ resourceId: before._id, before, ...entry });
    },

    note: (collection, id, patch) => update(collection, id, patch, null),
  };
  return { transaction, flush };
};
