import { appendFile } from 'node:fs/promises';
import { EXPORT_DAYS } from '#contract/constants.ts';
import { csvFile, csvRow } from '#contract/csv.ts';
import {
  type ExportableResource,
  type ExportColumn,
  USER_NAME,
} from '#contract/exports/columns.ts';
import { exportable } from '#contract/exportTable.ts';
import { exportSentences } from '#contract/sentences/exports.ts';
import { DAY_MS, shanghaiTime } from '#contract/shanghai.ts';
import type { z } from '#contract/zod.ts';
import { _ } from '../../_shared/base/cloud.ts';
import { environment } from '../../_shared/base/environment.ts';
import { admins, isUsable, storedPermissionsOf } from '../../_shared/base/session.ts';
import { readFile, removeFiles, storeFile, storeFromDisk } from '../../_shared/base/storage.ts';
import { withTempFile } from '../../_shared/base/tempFile.ts';
import { sumsOf, valueOf } from '../../_shared/exports/columns.ts';
import { exportClaims, partPath, partsOf, type StoredExport } from '../../_shared/exports/jobs.ts';
import { mayExport } from '../../_shared/exports/mayExport.ts';
import { countRows, pageAfter } from '../../_shared/exports/query.ts';
import { users } from '../../_shared/users/ledger.ts';

const MOST_ATTEMPTS = 5;

const { advance, giveBack } = exportClaims;

/** Through the list's privacy filter: what a list does not show is not exported. */
const shownBy = (table: ExportableResource) => {
  const { list } = (table.list.output as z.ZodObject<{ list: z.ZodArray }>).shape;
  const element = list.element as z.ZodType;
  // A damaged record is exported with its id only, so that it does not seem deleted.
  return (record: object): unknown =>
    element.safeParse(record).data ?? { _id: (record as { _id?: unknown })._id };
};

const userIdOf = (record: object) => (record as { userId?: string }).userId ?? '';

/** The names of the users whose ids the records have. */
const namesOf = async (records: object[]) => {
  const ids = [...new Set(records.map(userIdOf))];
  const found = await users.find({ _id: _.in(ids) }, { limit: ids.length, fields: ['nickName'] });
  return new Map(found.map(({ _id, nickName }) => [_id, nickName]));
};

const linesOf = async (
  table: ExportableResource,
  columns: ExportColumn[],
  records: object[],
  maySeeUsers: boolean,
) => {
  const shown = shownBy(table);
  const hasNames = maySeeUsers && columns.includes(USER_NAME);
  const names = hasNames ? await namesOf(records) : undefined;
  return records
    .map(record => {
      const visible = {
        ...(shown(record) as object),
        names: { userId: names?.get(userIdOf(record)) },
      };
      return csvRow(columns.map(column => valueOf(visible, column)));
    })
    .join('');
};

/**
 * Works on a claimed job until it is done or the time is up. Each round stores one part and then moves the cursor;
 * after a crash the part is stored again under the same name, so nothing is missing or duplicated.
 */
export const work = async (claimed: StoredExport, deadline: number): Promise<void> => {
  const table = exportable(claimed.resource);
  if (!table || claimed.attempts > MOST_ATTEMPTS) {
    await advance(claimed, {
      status: 'failed',
      error: exportSentences.failed,
      finishTime: Date.now(),
    });
    return;
  }
  const rights = await rightsStill(claimed);
  if (!rights) {
    await endForbidden(claimed);
    return;
  }
  const byPath = new Map(table.columns.map(column => [column.path, column]));
  const columns = claimed.columns.flatMap(path => byPath.get(path) ?? []);
  let job = claimed;
  if (job.total === 0) {
    const { filter, q, createTime } = job;
    const counted = await advance(job, { total: await countRows(table, filter, q, createTime) });
    if (!counted) return;
    job = counted;
  }
  for (;;) {
    const { _id, filter, q, createTime, cursor, parts } = job;
    const limit = environment.EXPORT_PAGE_ROWS;
    const page = await pageAfter(table, filter, q, createTime, cursor, limit);
    const last = page.at(-1);
    if (last) {
      const lines = await linesOf(table, columns, page, rights.has('users.read'));
      await storeFile(partPath(_id, parts), Buffer.from(lines, 'utf8'));
      const moved = await advance(job, {
        parts: parts + 1,
        done: job.done + page.length,
        sums: sumsOf(table.sums ?? [], page, job.sums),
        attempts: 1,
        cursor: { createTime: last.createTime, _id: last._id },
      });
      if (!moved) return;
      job = moved;
    }
    if (page.length < limit) break;
    if (Date.now() > deadline) {
      return giveBack(job, { attempts: 0 });
    }
  }
  if (await rightsStill(job)) await finish(job, headOf(job, table, columns));
  else await endForbidden(job);
};

/** The rights of the administrator who asked for it, if it may be exported now; the role may have changed since. */
const rightsStill = async (job: StoredExport) => {
  const admin = await admins.get(job.adminId);
  if (!admin || !isUsable(admin)) return undefined;
  const { rights } = await storedPermissionsOf(admin);
  return mayExport(rights, job) ? rights : undefined;
};

const endForbidden = async (job: StoredExport): Promise<void> => {
  const patch = { error: exportSentences.forbidden, finishTime: Date.now() };
  if (await advance(job, { status: 'failed', ...patch })) await removeFiles(partsOf(job));
};

/** What the table is, in rows of two cells, an empty one, and the names of the columns; rows are counted and summed. */
const headOf = (
  job: StoredExport,
  { label, sums = [] }: ExportableResource,
  columns: ExportColumn[],
): string => {
  const { head, everything } = exportSentences;
  const facts: [string, string | number][] = [
    [head.label, label],
    [head.filter, job.filterText || everything],
    [head.time, shanghaiTime(job.createTime)],
    [head.by, job.adminName],
    [head.rows, job.done],
    ...sums.map(({ label: of, path: field }, nth): [string, number] => {
      const sum = job.sums[nth] ?? 0;
      return [of, field === undefined ? sum : sum / 100];
    }),
  ];
  return csvFile([...facts, [], columns.map(column => column.label)]);
};

const finish = async (job: StoredExport, head: string): Promise<void> => {
  const filePath = `export/${job._id}.csv`;
  const paths = Array.from({ length: job.parts }, (_unused, at) => partPath(job._id, at));
  const sizeBytes = await joinParts(head, paths, filePath);
  const now = Date.now();
  const done = await advance(job, {
    status: 'done',
    filePath,
    sizeBytes,
    total: job.done,
    error: '',
    finishTime: now,
    purgeTime: now + EXPORT_DAYS * DAY_MS,
  });
  // Cancelled at the last moment: the file is removed.
  await removeFiles(done ? paths : [...paths, filePath]);
};

/**
 * The head and the parts as one file in storage: never more than one part in memory, however long the export is.
 * @returns bytes
 */
const joinParts = (head: string, parts: string[], target: string): Promise<number> =>
  withTempFile(async file => {
    await appendFile(file, head);
    for (const part of parts) {
      const content = await readFile(part);
      if (!content) throw new Error('a part of an export is missing');
      await appendFile(file, content);
    }
    return storeFromDisk(target, file);
  });
