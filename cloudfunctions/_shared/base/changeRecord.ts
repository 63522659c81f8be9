import { type AuditEntry, auditLogs, type AuditRow, auditRow } from './audit.ts';
import { _ } from './cloud.ts';
import type { AdminContext } from './dispatcher.ts';
import { isDuplicate } from './errors.ts';
import { laidOver } from './fileUse.ts';
import { newId, type Query, type Repository, type Stored } from './repository.ts';

/**
 * Every simple write of an administrator goes through here, so that no change is without its audit row. The write that
 * changes a record also lays the complete row into it (`unaudited`), in one atomic step; then the row is stored under
 * the id it was given, and taken out of the record. Whatever is cut off in between is made good by the timer
 * (`unaudited.ts`): a row that is there already is no harm, so nobody claims anything. Whoever comes meanwhile lays his
 * own row beside; nobody waits for another, and none is overwritten.
 *
 * A removal is the same: the row says that the record goes, which from then on nobody sees or changes any more, and
 * when the row is stored the record is removed. Its collection needs the index `unaudited`.
 */
export interface Unaudited {
  /** The audit row that tells of the change: `row`, or one that tells of several changes. */
  _id: string;
  time: number;
  /** What is stored where that one is not there. */
  row: AuditRow;
  remove?: true;
}

export interface Deed extends Omit<AuditEntry, 'resourceId'> {
  context: AdminContext;
  /** The record's id when absent. */
  resourceId?: string;
}

/** What is done beside the storing of the row, because it waits for the change alone. */
type Beside<R> = ((record: R) => Promise<unknown>) | undefined;

/** A record that goes is not changed any more. */
export const staying = { 'unaudited.remove': _.neq(true) };

export const rowOf = async ({ context, ...entry }: Deed, resourceId: string): Promise<AuditRow> =>
  auditRow(context, await context.admin(), { resourceId, ...entry });

export const unauditedOf = (row: AuditRow, toldBy = row._id): Unaudited => ({
  _id: toldBy,
  time: row.createTime,
  row,
});

/** A change with the row that tells of it. */
export const carrying = (patch: Record<string, unknown>, row: AuditRow, toldBy?: string) => ({
  ...patch,
  unaudited: _.push([unauditedOf(row, toldBy)]),
});

/** @throws unless it is stored, now or before */
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

/** The change has happened, and is answered so; what fails here the timer makes good. */
const orLater = async (work: Promise<unknown>, row: AuditRow): Promise<void> => {
  try {
    await work;
  } catch (error) {
    console.error('audit row follows', row.requestId, row.function, row.action, error);
  }
};

/** A row that is stored at once tells of the moment after the change; one that is made good, of the one before it. */
const afterwards = (row: AuditRow): AuditRow => {
  const now = Date.now();
  return { ...row, createTime: now, updateTime: now };
};

/** For many changes that one row tells of: stores it, then takes out of each record what it carries instead. */
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

/** @throws where a unique index refuses; see `isDuplicate` */
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
 * @param before as it was read; what the row's difference starts from
 * @returns the record as it is now, or null when it is not as `guard` says
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

/** @returns whether it was there as `guard` says */
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
    // What goes uses no file any more.
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
