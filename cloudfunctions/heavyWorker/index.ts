import { _ } from '../_shared/base/cloud.ts';
import { environment } from '../_shared/base/environment.ts';
import { inParallel } from '../_shared/base/parallel.ts';
import { removeFiles } from '../_shared/base/storage.ts';
import { defineWorker } from '../_shared/base/worker.ts';
import {
  archiveClaims,
  archivePhotos,
  archives,
  partPath,
  PHOTO_PAGE,
  removePrintFiles,
  type StoredArchive,
} from '../_shared/prints/archives.ts';
import { nextTimes } from '../_shared/work/nextTimes.ts';
import { purgeExports, writeExports } from './exports/run.ts';
import { work } from './printArchives/work.ts';
import { reconcile } from './reconciliation.ts';

const PAGE = 20;

const makeArchives = (): Promise<number> =>
  archiveClaims.workOnAll('print archive', Date.now() + environment.PRINT_ARCHIVE_BUDGET_MS, work);

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
