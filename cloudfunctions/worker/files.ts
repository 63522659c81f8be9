import { _ } from '../_shared/base/cloud.ts';
import { endOfRun } from '../_shared/base/due.ts';
import { environment } from '../_shared/base/environment.ts';
import { eraseRows } from '../_shared/base/eraseFiles.ts';
import { type FileRow, files } from '../_shared/base/files.ts';
import { referencesTo } from '../_shared/base/fileUse.ts';
import { keepProgress, progressOf } from '../_shared/base/progress.ts';
import { idsOf } from '../_shared/base/repository.ts';
import { PAGE, steps } from '../_shared/base/steps.ts';

/** When a run has to end. */
export const cleaningEnd = () => endOfRun(environment.CLEANING_BUDGET_MS);

/** Pages of due rows until none is left or the time is up. Returns the number handled. */
const inPages = async (
  status: FileRow['status'],
  settle: (rows: FileRow[]) => Promise<void>,
): Promise<number> => {
  const now = Date.now();
  let settled = 0;
  await steps(cleaningEnd(), async () => {
    const rows = await files.find(
      { status, purgeTime: _.lte(now) },
      { sort: [['purgeTime', 'asc']], limit: PAGE },
    );
    if (rows.length > 0) await settle(rows);
    settled += rows.length;
    return rows.length < PAGE;
  });
  return settled;
};

/** Erases files that nobody sees any more. What came out of the trash and is used again goes back instead. */
const erase = async (rows: FileRow[]) => {
  const used = await referencesTo(
    rows.map(({ filePath }) => filePath),
    true,
  );
  const isBack = ({ filePath, deleteTime }: FileRow) => deleteTime !== null && used.has(filePath);
  const back = { status: 'active', unused: false, deleteTime: null, purgeTime: null };
  await files.compareAndSetMany(idsOf(rows.filter(isBack)), { status: 'pending' }, back);
  await eraseRows(rows.filter(row => !isBack(row)));
};

/** Erases what is due in the trash. Taken out of it first, so that nobody restores what is being erased. */
export const purge = () =>
  inPages('trash', async rows => {
    const ids = rows.map(({ _id }) => _id);
    await files.compareAndSetMany(ids, { status: 'trash' }, { status: 'pending' });
    await erase(await files.find({ _id: _.in(ids), status: 'pending' }, { limit: ids.length }));
  });

/** Removes announced uploads that were never completed, and what an interrupted `purge` has left. */
export const sweep = () => inPages('pending', erase);

/** Recounts which files are in use; corrects lost notes. */
export const countUse = async (): Promise<number> => {
  const { at } = await progressOf('countUse');
  let last = String(at ?? '');
  let counted = 0;
  await steps(cleaningEnd(), async () => {
    const rows = await files.find(
      { _id: _.gt(last) },
      { sort: [['_id', 'asc']], limit: PAGE, fields: ['_id', 'filePath', 'unused', 'status'] },
    );
    const used = await referencesTo(
      rows.map(({ filePath }) => filePath),
      true,
    );
    const wrong = rows.filter(({ filePath, unused }) => unused === used.has(filePath));
    for (const unused of [true, false])
      await files.noteMany(idsOf(wrong.filter(row => row.unused !== unused)), { unused });
    counted += rows.length;
    last = rows.at(-1)?._id ?? '';
    const isLast = rows.length < PAGE;
    await keepProgress('countUse', isLast ? null : last);
    return isLast;
  });
  return counted;
};
