import { dayAfter } from '#contract/shanghai.ts';
import { _ } from '../_shared/base/cloud.ts';
import { endOfRun } from '../_shared/base/due.ts';
import { environment } from '../_shared/base/environment.ts';
import { inParallel } from '../_shared/base/parallel.ts';
import { removeFiles } from '../_shared/base/storage.ts';
import { defineWorker } from '../_shared/base/worker.ts';
import { exportClaims, exportJobs, partsOf, type StoredExport } from '../_shared/exports/jobs.ts';
import {
  archiveClaims,
  archivePhotos,
  archives,
  partPath,
  PHOTO_PAGE,
  removePrintFiles,
  type StoredArchive,
} from '../_shared/prints/archives.ts';
import {
  dayClaims,
  freshDay,
  newestDay,
  reconciliationDays,
} from '../_shared/reconciliation/records.ts';
import { nextDay, work as compareDay } from '../_shared/reconciliation/run.ts';
import { hasMerchant } from '../_shared/wechatPay/settings.ts';
import { nextTimes } from '../_shared/work/nextTimes.ts';
import { work as writeExport } from './exports/work.ts';
import { work as makeArchive } from './printArchives/work.ts';

const PAGE = 20;

const writeExports = (): Promise<number> =>
  exportClaims.workOnAll('export', endOfRun(environment.EXPORT_BUDGET_MS), writeExport);

/** Removes expired files and the parts of cancelled and failed jobs. */
const purgeExports = async (): Promise<number> => {
  const now = Date.now();
  const old = await exportJobs.find({ status: 'done', purgeTime: _.lte(now) }, { limit: PAGE });
  for (const { _id, filePath } of old) {
    await removeFiles([filePath]);
    await exportJobs.compareAndSet(_id, { status: 'done' }, { status: 'expired', filePath: '' });
  }
  // Not while a worker may still store a part.
  const ended = await exportClaims.idle(['cancelled', 'failed'], PAGE, { parts: _.gte(0) });
  for (const job of ended) await sweepExport(job);
  return old.length + ended.length;
};

const sweepExport = async (job: StoredExport) => {
  await removeFiles(partsOf(job));
  await exportJobs.note(job._id, { parts: -1 });
};

const makeArchives = (): Promise<number> =>
  archiveClaims.workOnAll(
    'print archive',
    endOfRun(environment.PRINT_ARCHIVE_BUDGET_MS),
    makeArchive,
  );

/** Removes expired archives, and whatever is left of those that were stopped or failed. */
const purgeArchives = async (): Promise<number> => {
  const now = Date.now();
  const old = await archives.find({ status: 'ready', purgeTime: _.lte(now) }, { limit: PAGE });
  for (const archive of old) {
    await sweep(archive);
    await archives.compareAndSet(archive._id, { status: 'ready' }, { status: 'expired' });
  }
  // Not while a worker may still store a file.
  const ended = await archiveClaims.idle(['cancelled', 'failed'], PAGE, { swept: false });
  for (const archive of ended) await sweep(archive);
  return old.length + ended.length;
};

const sweep = async (archive: StoredArchive): Promise<void> => {
  const { _id, parts } = archive;
  await removePrintFiles(_id);
  // One more: the last part may have been stored without being noted.
  await removeFiles(Array.from({ length: parts.length + 1 }, (_part, at) => partPath(archive, at)));
  for (;;) {
    const photos = await archivePhotos.find({ archiveId: _id }, { limit: PHOTO_PAGE });
    await inParallel(photos, photo => archivePhotos.remove(photo._id));
    if (photos.length < PHOTO_PAGE) break;
  }
  await archives.note(_id, { swept: true });
};

/** Yesterday, as soon as it has a bill, and earlier days that were not compared. */
const addDays = async (): Promise<void> => {
  const now = Date.now();
  const newest = newestDay(now);
  const wanted = Array.from({ length: environment.RECONCILIATION_DAYS_BACK + 1 }, (_unused, at) =>
    dayAfter(newest, -at),
  );
  const known = await reconciliationDays.find(
    { _id: _.in(wanted) },
    { limit: wanted.length, fields: ['_id'] },
  );
  const there = new Set(known.map(({ _id }) => _id));
  const missing = wanted.filter(day => !there.has(day));
  if (missing.length === 0 || !(await hasMerchant())) return;
  for (const day of missing) await reconciliationDays.insertUnlessThere(freshDay(day, now), day);
};

/** Due days, the longest waiting first, until none is left or the time is up. */
const reconcile = async () => {
  const deadline = endOfRun(environment.RECONCILIATION_BUDGET_MS);
  await addDays();
  return { worked: await dayClaims.workOnAll('reconciliation', deadline, compareDay, nextDay) };
};

/** What is done without being asked for and takes memory: large files, and photos that are decoded. */
export const main = defineWorker(
  'heavyWorker',
  {
    exports: writeExports,
    purgeExports,
    printArchives: makeArchives,
    purgePrintArchives: purgeArchives,
    reconciliation: reconcile,
  },
  nextTimes,
);
