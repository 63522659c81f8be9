import { _ } from '../_shared/base/cloud.ts';
import { type FileRow, files } from '../_shared/base/files.ts';
import { referencesTo } from '../_shared/base/fileUse.ts';
import { removeFiles } from '../_shared/base/storage.ts';
import { defineTimerFunction } from '../_shared/base/timerFunction.ts';

const PAGE = 50;
/** Of a run; the next one goes on. */
const BUDGET_MS = 40_000;

/** Pages of rows whose time has come, until none is left or the time is up. Answers how many were dealt with. */
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

/** Bytes first: a row without bytes is found again, bytes without a row never. */
const forget = async (rows: FileRow[]) => {
  await removeFiles(rows.map(({ filePath }) => filePath));
  await Promise.all(rows.map(({ _id, rev }) => files.remove(_id, { rev })));
};

/** Thirty days in the trash are over. What somebody began to use meanwhile comes back instead. */
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

/** Uploads that were announced and never completed, by a kill or a closed window: their bytes go with their rows. */
const sweep = () => inPages('pending', forget);

/** Whether each file is used, counted anew; mends notes that were lost. */
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

export const main = defineTimerFunction('storageTimers', { purge, sweep, countUse });
