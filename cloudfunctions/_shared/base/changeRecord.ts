import type { CollectionName } from '#contract/collections.ts';
import { authorOf } from './actor.ts';
import { type AuditEntry, auditLogs, type AuditRow, auditRow } from './audit.ts';
import { _ } from './cloud.ts';
import { free, storeMark } from './due.ts';
import { environment } from './environment.ts';
import { conflict, isDuplicate, notFound } from './errors.ts';
import { report } from './log.ts';
import {
  newId,
  patched,
  type Query,
  type Repository,
  stampNew,
  type Stored,
} from './repository.ts';

/**
 * One record that an administrator writes alone; several that change together go through `transaction.ts`. The write that
 * changes a record also stores its complete audit row in it (`unaudited`), in one atomic step; then the row is stored in
 * the log under the id it was given. The job (`unaudited.ts`) takes stored rows out of their records, many at once, so
 * that nobody waits for it, and stores those that were cut off before: a row that is there already is no harm, so nobody
 * claims anything. A change that comes meanwhile adds a row of its own; none is overwritten.
 *
 * A removal is the same: the row says that the record goes, which from then on nobody sees or changes any more, and
 * when the row is stored the record is removed. Its collection needs the index `unaudited`.
 */
export interface Unaudited {
  /** Id of the audit row: that of `row`, or of one row for several changes. */
  _id: string;
  time: number;
  /** Stored if that row does not exist. */
  row: AuditRow;
  remove?: true;
}

/** Work that only depends on the change and runs while the row is stored. */
type Beside<R> = ((record: R) => Promise<unknown>) | undefined;

export interface ChangeEntry extends AuditEntry {
  /** Nobody edited the record itself, it was put elsewhere or follows another: `updateBy` stays. */
  keepAuthor?: true;
}

/** Until when the changes of a collection have a mark, as far as this process knows. */
const marked = new Map<CollectionName, number>();

/**
 * Records of the collection carry audit rows that the job has to take out, or to store where a crash has kept the log
 * from them: within a minute. One mark stands for all changes of some seconds, so that a busy administrator costs one.
 */
const auditDue = async (collection: CollectionName): Promise<void> => {
  const now = Date.now();
  const end = now + environment.UNAUDITED_WINDOW_MS;
  const known = marked.get(collection) ?? 0;
  // One that ends later than a new one would was made before the clock was set back.
  if (known > now && known <= end) return;
  marked.set(collection, end);
  const time = end + environment.UNAUDITED_MS;
  const mark = { jobs: ['auditRows' as const], time, about: [collection], ...free };
  if (!(await storeMark(mark))) marked.delete(collection);
};

/** The author of a change, where the record keeps one. */
export const signed = <P extends object>(
  before: object,
  patch: P,
  { by: { admin }, keepAuthor }: ChangeEntry,
): P =>
  admin && !keepAuthor && 'updateBy' in before ? { ...patch, updateBy: authorOf(admin) } : patch;

/** @throws 40400 where there is none, 40901 where it is no longer at `rev` */
export const existing = <R extends Stored>(record: R | null, rev?: number): R => {
  if (!record) throw notFound();
  if (rev !== undefined && record.rev !== rev) throw conflict(record);
  return record;
};

/** Excludes records that are being removed. */
const notBeingRemoved = { 'unaudited.remove': _.neq(true) };

const unauditedOf = (row: AuditRow, auditId = row._id): Unaudited => ({
  _id: auditId,
  time: row.createTime,
  row,
});

/** The patch as it is written, and its audit row. */
const audited = (before: Stored, patch: object, entry: ChangeEntry, auditId?: string) => {
  const complete = signed(before, patch, entry);
  const after = patched(before, complete);
  const row = auditRow({ resourceId: before._id, before, after, ...entry });
  return { row, patch: { ...complete, unaudited: _.push([unauditedOf(row, auditId)]) } };
};

/** @throws unless it is stored, now or before */
export const storeAuditRows = async (rows: AuditRow[]): Promise<void> => {
  const [row, ...more] = rows;
  if (!row) return;
  if (more.length > 0) return void (await Promise.all(rows.map(one => storeAuditRows([one]))));
  try {
    await auditLogs.insertMany([row]);
  } catch (error) {
    if (!isDuplicate(error)) throw error;
  }
};

/** What is in the log once, however often it happens: rows under ids that follow from what happened. One statement. */
export const auditOnce = async (entries: ReadonlyMap<string, AuditEntry>): Promise<void> => {
  const rows = [...entries].map(([id, entry]) => auditRow(entry, id));
  try {
    await auditLogs.insertMany(rows);
  } catch (error) {
    if (!isDuplicate(error)) throw error;
    await storeAuditRows(rows);
  }
};

/** The change has happened and is answered as such; if this fails, the job completes it. */
const leaveToJob = async (work: Promise<unknown>, row: AuditRow): Promise<void> => {
  try {
    await work;
  } catch (error) {
    report('audit row follows', error, row._id);
  }
};

/** A row stored at once has the time after the change; one completed by the job, the time before it. */
const afterwards = (row: AuditRow): AuditRow => {
  const now = Date.now();
  return { ...row, createTime: now, updateTime: now };
};

const storeAfterwards = (row: AuditRow) => leaveToJob(storeAuditRows([afterwards(row)]), row);

/** @throws where a unique index refuses; see `isDuplicate` */
export const insertRecord = async <R extends Stored>(
  records: Repository<R>,
  fields: Omit<R, keyof Stored>,
  id: string | undefined,
  entry: AuditEntry,
  beside?: Beside<R>,
): Promise<R> => {
  const _id = id ?? newId();
  const row = auditRow({ resourceId: _id, after: fields, ...entry });
  const marking = auditDue(records.name);
  const record = await records.insert({ ...fields, unaudited: [unauditedOf(row)] } as never, _id);
  await Promise.all([storeAfterwards(row), marking, beside?.(record)]);
  return record;
};

/**
 * @param before as it was read; what the row's difference starts from
 * @returns the record as it is now, or null when it is not as `guard` says
 */
export const changeRecord = async <R extends Stored>(
  records: Repository<R>,
  before: R,
  guard: Query,
  patch: Record<string, unknown>,
  entry: ChangeEntry,
  beside?: Beside<R>,
): Promise<R | null> => {
  const { _id } = before;
  const { row, patch: complete } = audited(before, patch, entry);
  const marking = auditDue(records.name);
  const written = await records.compareAndSet(_id, { ...guard, ...notBeingRemoved }, complete);
  if (!written) return null;
  await Promise.all([storeAfterwards(row), marking, beside?.(written)]);
  return written;
};

/** How often a change is planned for a record that others keep changing. */
const TRIES = 5;

/**
 * A change that fits every version: planned again for the newer one where another change was faster.
 * @param plan null where nothing is to be changed; it throws where the change no longer fits
 * @throws 40400; 40901 after several tries
 */
export const changeLatest = async <R extends Stored>(
  records: Repository<R>,
  seen: R,
  plan: (current: R) => Record<string, unknown> | null,
  entry: ChangeEntry,
): Promise<R> => {
  let current = seen;
  for (let tries = 1; ; tries += 1) {
    const patch = plan(current);
    if (!patch) return current;
    const written = await changeRecord(records, current, { rev: current.rev }, patch, entry);
    if (written) return written;
    if (tries >= TRIES) return records.missed(current._id);
    current = await records.require(current._id);
  }
};

/** @returns whether it was there as `guard` says */
export const removeRecord = async <R extends Stored>(
  records: Repository<R>,
  before: R,
  guard: Query,
  entry: AuditEntry,
  beside?: Beside<R>,
): Promise<boolean> => {
  const { _id } = before;
  const row = auditRow({ resourceId: _id, before, ...entry });
  const patch = {
    unaudited: _.push([{ ...unauditedOf(row), remove: true }]),
    // A removed record no longer uses files.
    ...('files' in before && { files: [] }),
  };
  const marking = auditDue(records.name);
  const marked = (await records.compareAndSetWhole(
    _id,
    { ...guard, ...notBeingRemoved },
    patch,
  )) as (R & { unaudited: Unaudited[] }) | null;
  if (!marked) return false;
  const removed = async () => {
    const earlier = marked.unaudited.slice(0, -1);
    await storeAuditRows([...earlier.map(({ row: one }) => one), afterwards(row)]);
    await records.remove(_id);
  };
  await Promise.all([leaveToJob(removed(), row), marking, beside?.(before)]);
  return true;
};

/** Changes of many records with one audit row; until that is stored, each record keeps a row of its own. */
export const changesOf = <R extends Stored>(records: Repository<R>, entry: AuditEntry) => {
  const auditId = newId();
  let marking: Promise<void> | undefined;
  const mark = () => (marking ??= auditDue(records.name));
  return {
    change: async (before: R, patch: Record<string, unknown>): Promise<R | null> => {
      void mark();
      const { patch: complete } = audited(before, patch, entry, auditId);
      return records.compareAndSet(before._id, notBeingRemoved, complete);
    },

    /** All or, where a unique index refuses one, an unknown part of them. */
    insertMany: async (rows: (Omit<R, keyof Stored> & { _id: string })[]): Promise<void> => {
      const now = Date.now();
      void mark();
      await records.insertMany(
        rows.map(fields => {
          const row = auditRow({ resourceId: fields._id, after: fields, ...entry });
          const unaudited = [unauditedOf(row, auditId)];
          return { ...stampNew(fields, fields._id, now), unaudited } as unknown as R;
        }),
      );
    },

    /** Stores the one row. */
    audit: async (after: object): Promise<void> => {
      const row = auditRow({ ...entry, after }, auditId);
      await Promise.all([leaveToJob(storeAuditRows([row]), row), mark()]);
    },
  };
};
