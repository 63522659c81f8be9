import { ARCHIVE_DAYS } from '#contract/constants.ts';
import { slaStatuses } from '#contract/printOrderStates.ts';
import { actors } from '#contract/sentences/actors.ts';
import { printArchiveSentences } from '#contract/sentences/printArchives.ts';
import { DAY_MS } from '#contract/shanghai.ts';
import { systemActor } from '../../_shared/base/actor.ts';
import { changeLatest } from '../../_shared/base/changeRecord.ts';
import { inParallel } from '../../_shared/base/parallel.ts';
import { stampNew } from '../../_shared/base/repository.ts';
import {
  archiveClaims,
  archivePhotos,
  obstacleToPrint,
  photoIdOf,
  photosOf,
  placeOf,
  removePrintFiles,
  type StoredArchive,
} from '../../_shared/prints/archives.ts';
import { printOrders, type StoredPrintOrder } from '../../_shared/prints/records.ts';
import { makePhotos } from './makePhotos.ts';
import { ordersOf } from './ordersOf.ts';
import { storeParts } from './storeParts.ts';

const entry = {
  by: systemActor(actors.system, 'heavyWorker', 'printArchives'),
  resource: 'printOrder',
};

/**
 * Print orders in work say whether all of their photos have a print file. One of which an administrator left out
 * photos, and nothing else is wrong, stays as it is: its files may be in another archive. Repeated after a crash it
 * changes nothing.
 */
const markFilesReady = async (
  orders: StoredPrintOrder[],
  { problems }: Pick<StoredArchive, 'problems'>,
): Promise<void> => {
  const ordersWith = (isChoice: boolean) =>
    new Set(
      problems
        .filter(({ problem }) => (problem === 'leftOut') === isChoice)
        .map(({ printId }) => printId),
    );
  const [incomplete, chosenFrom] = [ordersWith(false), ordersWith(true)];
  await inParallel(orders, async order => {
    const fileReady = incomplete.has(order._id) ? 'error' : 'complete';
    if (fileReady === 'complete' && chosenFrom.has(order._id)) return;
    await changeLatest(
      printOrders,
      order,
      ({ status, steps }) =>
        slaStatuses.includes(status) && steps.fileReady !== fileReady
          ? { steps: { ...steps, fileReady } }
          : null,
      entry,
    );
  });
};

/**
 * A record for each photo, as it is ordered now: what changes later does not change the archive. Print orders that were
 * cancelled, and photos that were refused, since the archive was asked for are not printed.
 */
const plan = async (archive: StoredArchive): Promise<StoredArchive | null> => {
  const leftOut = new Set(archive.leftOut);
  const known = new Set<string>();
  for await (const page of photosOf(archive._id)) for (const { _id } of page) known.add(_id);
  let at = 0;
  for await (const orders of ordersOf(archive)) {
    const photos = orders.flatMap(order =>
      order.items.flatMap((item, itemIndex) => {
        const { _id: printId, printNo } = order;
        if (leftOut.has(placeOf(printId, itemIndex))) return [];
        const { filePath, sizeSnap, paper, qty, crop } = item;
        const record = { archiveId: archive._id, at, printId, printNo, itemIndex };
        const problem = obstacleToPrint(order, item);
        const status = problem ? ('failed' as const) : ('waiting' as const);
        const nothing = { width: 0, height: 0, sizeBytes: 0, sha256: '', tries: 0 };
        const ordered = { filePath, sizeSnap, paper, qty, crop };
        const fields = { ...record, ...ordered, ...nothing, status, problem };
        const _id = photoIdOf(archive._id, at);
        at += 1;
        return known.has(_id) ? [] : [stampNew(fields, _id, Date.now())];
      }),
    );
    if (photos.length > 0) await archivePhotos.insertMany(photos);
  }
  return archiveClaims.advance(archive, { planned: true, total: at, attempts: 1 });
};

const MOST_ATTEMPTS = 5;

const { advance } = archiveClaims;

/**
 * Works on a claimed archive until it is done or the time is up: photos one by one, then parts one by one, each stored
 * under a name that follows from its place before it is noted. After a crash the last one is stored again.
 */
export const work = async (claimed: StoredArchive, deadline: number): Promise<void> => {
  if (claimed.attempts > MOST_ATTEMPTS) {
    const error = printArchiveSentences.failed;
    await advance(claimed, { status: 'failed', error, finishTime: Date.now() });
    return;
  }
  const isOver = () => Date.now() > deadline;
  let archive: StoredArchive | null = claimed.planned ? claimed : await plan(claimed);
  archive &&= await makePhotos(archive, isOver);
  archive &&= await storeParts(archive, isOver);
  if (archive) await finish(archive);
};

const finish = async (archive: StoredArchive): Promise<void> => {
  const now = Date.now();
  if (archive.parts.length === 0) {
    const error = printArchiveSentences.nothingToPrint;
    await advance(archive, { status: 'failed', error, finishTime: now });
    return;
  }
  for await (const orders of ordersOf(archive)) await markFilesReady(orders, archive);
  const ready = await advance(archive, {
    status: 'ready',
    error: '',
    finishTime: now,
    purgeTime: now + ARCHIVE_DAYS * DAY_MS,
  });
  // Otherwise it was stopped at the last moment, and the job removes everything.
  if (ready) await removePrintFiles(archive._id);
};
