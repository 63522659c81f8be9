import { _ } from '../_shared/base/cloud.ts';
import { type FileRow, files } from '../_shared/base/files.ts';
import { referencesTo } from '../_shared/base/fileUse.ts';
import { removeFiles } from '../_shared/base/storage.ts';
import { defineTimerFunction } from '../_shared/base/timerFunction.ts';
import { expire } from './expire.ts';

const PAGE = 50;
/** Time budget of a run; the next one continues. */
const BUDGET_MS = 40_000;

/** Pages of due rows until none is left or the time is up. Returns the number handled. */
const inPages = async (
  status: FileRow['status'],
  settle: (rows: FileRow[]) => Promise<void>,
): Promise<number> => {
  const started = Date.now();
  let settled = 0;
  for (;;) {
    const rows = await files.find(
      { status, purgeTime: _.lte(started) },
      { sort: [['purgeTime', 'asc']], limit: PAGE },
    );
    if (rows.length > 0) await settle(rows);
    settled += rows.length;
    if (rows.length < PAGE || Date.now() - started > BUDGET_MS) return settled;
  }
};

/** Content first: a row without content is found again, content without a row never. */
const forget = async (rows: FileRow[]) => {
  await removeFiles(rows.map(({ filePath }) => filePath));
  await Promise.all(rows.map(({ _id, rev }) => files.remove(_id, { rev })));
};

/** Removes files after thirty days in the trash; one that is used again is restored instead. */
const purge = () =>
  inPages('trash', async rows => {
    const used = await referencesTo(rows.map(({ filePath }) => filePath));
    const back = rows.filter(({ filePath }) => used.has(filePath));
    await Promise.all(
      back.map(({ _id, rev }) =>
        files.compareAndSet(
          _id,
          { rev, status: 'trash' },
          { status: 'active', unused: false, deleteTime: null, purgeTime: null },
        ),
      ),
    );
    await forget(rows.filter(({ filePath }) => !used.has(filePath)));
  });

/** Removes announced uploads that were never completed, and their rows. */
const sweep = () => inPages('pending', forget);

/** Recounts which files are in use; corrects lost notes. */
const countUse = async (): Promise<number> => {
  const started = Date.now();
  let last = '';
  let counted = 0;
  for (;;) {
    const rows = await files.find(
      { _id: _.gt(last) },
      { sort: [['_id', 'asc']], limit: PAGE, fields: ['_id', 'filePath', 'unused', 'status'] },
    );
    const used = await referencesTo(rows.map(({ filePath }) => filePath));
    await Promise.all(
      rows
        .filter(({ filePath, unused }) => unused === used.has(filePath))
        .map(({ _id, filePath }) => files.note(_id, { unused: !used.has(filePath) })),
    );
    counted += rows.length;
    last = rows.at(-1)?._id ?? '';
    if (rows.length < PAGE || Date.now() - started > BUDGET_MS) return counted;
  }
};

export const main = defineTimerFunction('storageTimers', { purge, sweep, expire, countUse });
