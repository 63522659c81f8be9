import { type AuditEntry, auditLogs, type AuditRow, auditRow } from './audit.ts';
import { _ } from './cloud.ts';
import type { AdminContext } from './dispatcher.ts';
import { isDuplicate } from './errors.ts';
import { laidOver } from './fileUse.ts';
import { newId, type Query, type Repository, type Stored } from './repository.ts';

/**
 * Every simple write of an administrator goes through here, so that no change is without its audit row. The write also
 * stores the complete row inside the changed record (`unaudited`), atomically; then the row is inserted into the audit
 * log under its given id and removed from the record. A timer (`unaudited.ts`) completes what is interrupted in
 * between. Because rows have fixed ids, inserting one twice is harmless and needs no lock. Concurrent writes add their
 * own rows.
 *
 * A removal works the same way: the row marks the record as removed, which hides it from all reads and changes, and the
 * record is deleted once the row is stored. The collection needs the index `unaudited`.
 */
export interface Unaudited {
  /** Id of the audit row: that of `row`, or of one row for several changes. */
  _id: string;
  time: number;
  /** Stored if that row does not exist. */
  row: AuditRow;
  remove?: true;
}

export interface Deed extends Omit<AuditEntry, 'resourceId'> {
  context: AdminContext;
  /** The record's id by default. */
  resourceId?: string;
}

/** Work that only depends on the change and runs while the row is stored. */
type Beside<R> = ((record: R) => Promise<unknown>) | undefined;

/** Excludes records that are being removed. */
export const staying = { 'unaudited.remove': _.neq(true) };

export const rowOf = async ({ context, ...entry }: Deed, resourceId: string): Promise<AuditRow> =>
  auditRow(context, await context.admin(), { resourceId, ...entry });

export const unauditedOf = (row: AuditRow, toldBy = row._id): Unaudited => ({
  _id: toldBy,
  time: row.createTime,
  row,
});

/** A patch together with its audit row. */
export const carrying = (patch: Record<string, unknown>, row: AuditRow, toldBy?: string) => ({
  ...patch,
  unaudited: _.push([unauditedOf(row, toldBy)]),
});

/** @throws unless the rows are stored now or were before */
export const storeRows = async (rows: AuditRow[]): Promise<void> => {
  const [row, ...more] = rows;
  if (!row) return;
  if (more.length > 0) return void (await Promise.all(rows.map(one => storeRows([one]))));
  try {
    await auditLogs.insertMany([row]);
  } catch (error) {
    if (!isDuplicate(error)) throw error;
  }
};

export const takeOut = <R extends Stored>(records: Repository<R>, id: string, rowId: string) =>
  records.note(id, { unaudited: _.pull({ _id: rowId }) });

/** The change has happened and is answered as such; if this fails, the timer completes it. */
const orLater = async (work: Promise<unknown>, row: AuditRow): Promise<void> => {
  try {
    await work;
  } catch (error) {
    console.error('audit row follows', row.requestId, row.function, row.action, error);
  }
};

/** A row stored at once has the time after the change; one completed by the timer, the time before it. */
const afterwards = (row: AuditRow): AuditRow => {
  const now = Date.now();
  return { ...row, createTime: now, updateTime: now };
};

/** For many changes with one row: stores the row, then removes what each record carries. */
export const settleTogether = async <R extends Stored>(
  records: Repository<R>,
  ids: string[],
  row: AuditRow,
): Promise<void> => {
  const audited = async () => {
    await storeRows([afterwards(row)]);
    await records.noteMany(ids, { unaudited: _.pull({ _id: row._id }) });
  };
  await orLater(audited(), row);
};

/** @throws if a unique index refuses; see `isDuplicate` */
export const insertRecord = async <R extends Stored>(
  records: Repository<R>,
  fields: Omit<R, keyof Stored>,
  id: string | undefined,
  deed: Deed,
  beside?: Beside<R>,
): Promise<R> => {
  const _id = id ?? newId();
  const row = await rowOf({ after: fields, ...deed }, _id);
  const record = await records.insert({ ...fields, unaudited: [unauditedOf(row)] } as never, _id);
  const audited = async () => {
    await storeRows([afterwards(row)]);
    await takeOut(records, _id, row._id);
  };
  await Promise.all([orLater(audited(), row), beside?.(record)]);
  return record;
};

/**
 * @param before the record as read; the "from" of the row's difference
 * @returns the changed record, or null if it does not match `guard`
 */
export const changeRecord = async <R extends Stored>(
  records: Repository<R>,
  before: R,
  guard: Query,
  patch: Record<string, unknown>,
  deed: Deed,
  beside?: Beside<R>,
): Promise<R | null> => {
  const { _id } = before;
  const row = await rowOf({ before, after: laidOver(before, patch), ...deed }, _id);
  const safe = { ...guard, ...staying };
  const written = await records.compareAndSet(_id, safe, carrying(patch, row));
  if (!written) return null;
  const audited = async () => {
    await storeRows([afterwards(row)]);
    await takeOut(records, _id, row._id);
  };
  await Promise.all([orLater(audited(), row), beside?.(written)]);
  return written;
};

/** @returns whether a record matching `guard` existed */
export const removeRecord = async <R extends Stored>(
  records: Repository<R>,
  before: R,
  guard: Query,
  deed: Deed,
  beside?: Beside<R>,
): Promise<boolean> => {
  const { _id } = before;
  const row = await rowOf({ before, ...deed }, _id);
  const patch = {
    unaudited: _.push([{ ...unauditedOf(row), remove: true }]),
    // A removed record no longer uses files.
    ...('files' in before && { files: [] }),
  };
  const marked = (await records.compareAndSetWhole(_id, { ...guard, ...staying }, patch)) as
    (R & { unaudited: Unaudited[] }) | null;
  if (!marked) return false;
  const removed = async () => {
    const earlier = marked.unaudited.slice(0, -1);
    await storeRows([...earlier.map(({ row: one }) => one), afterwards(row)]);
    await records.remove(_id);
  };
  await Promise.all([orLater(removed(), row), beside?.(before)]);
  return true;
};
