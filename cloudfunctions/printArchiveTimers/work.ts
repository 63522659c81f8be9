import { createHash } from 'node:crypto';
import { ARCHIVE_DAYS } from '#contract/constants.ts';
import { printArchiveSentences } from '#contract/sentences/printArchives.ts';
import { DAY_MS } from '#contract/shanghai.ts';
import { _ } from '../_shared/base/cloud.ts';
import { environment } from '../_shared/base/environment.ts';
import { newId, stampNew } from '../_shared/base/repository.ts';
import { readFile, storeFile } from '../_shared/base/storage.ts';
import {
  type ArchivePhoto,
  archivePhotos,
  archives,
  obstacleToPrint,
  partName,
  partPath,
  photoIdOf,
  photosOf,
  placeOf,
  printFilePath,
  removePrintFiles,
  type StoredArchive,
} from '../_shared/prints/archives.ts';
import { printOrders, type StoredPrintOrder } from '../_shared/prints/records.ts';
import { manifestOf } from './manifest.ts';
import { markFilesReady } from './markFilesReady.ts';
import { partsOf, storePart } from './pack.ts';
import { pickSheetOf } from './pickSheet.ts';
import { makePrintFile } from './printFile.ts';

const MOST_ATTEMPTS = 5;
/** A photo whose worker ended so often while it was made is given up. */
const MOST_TRIES = 2;
const ORDER_PAGE = 100;
const PHOTOS_AHEAD = 20;
/** How often a claim is renewed within a step. */
const RENEW_MS = 10_000;

/** Claims the archive unless another worker has it. */
export const claim = async (archive: StoredArchive): Promise<StoredArchive | null> =>
  archives.compareAndSet(
    archive._id,
    { rev: archive.rev, status: archive.status, claimUntil: archive.claimUntil },
    {
      status: 'running',
      claim: newId(),
      attempts: archive.attempts + 1,
      claimUntil: Date.now() + environment.PRINT_ARCHIVE_CLAIM_MS,
    },
  );

/** Stores progress only while the claim is held and the archive is not cancelled. */
const advance = (archive: StoredArchive, patch: Record<string, unknown>) =>
  archives.compareAndSet(
    archive._id,
    { status: 'running', claim: archive.claim },
    { ...patch, claimUntil: Date.now() + environment.PRINT_ARCHIVE_CLAIM_MS },
  );

const giveBack = async (archive: StoredArchive): Promise<void> => {
  if (await advance(archive, { attempts: 0 })) await archives.note(archive._id, { claimUntil: 0 });
};

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

async function* ordersOf({ orderIds }: StoredArchive): AsyncGenerator<StoredPrintOrder[]> {
  for (let at = 0; at < orderIds.length; at += ORDER_PAGE) {
    const ids = orderIds.slice(at, at + ORDER_PAGE);
    const found = await printOrders.find({ _id: _.in(ids) }, { limit: ids.length });
    const byId = new Map(found.map(order => [order._id, order]));
    yield ids.flatMap(id => byId.get(id) ?? []);
  }
}

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
  return advance(archive, { planned: true, total: at, attempts: 1 });
};

/** What the records of the photos say, which are noted before the archive. */
const progressOf = async (archive: StoredArchive) => {
  const { _id: archiveId } = archive;
  const [made, failed] = await Promise.all([
    archivePhotos.count({ archiveId, status: 'made' }),
    archivePhotos.find({ archiveId, status: 'failed' }, { sort: [['at', 'asc']], limit: 1_000 }),
  ]);
  const chosen = new Set(archive.leftOut);
  const known = archive.problems.filter(({ printId, itemIndex }) =>
    chosen.has(placeOf(printId, itemIndex)),
  );
  const found = failed.map(({ printId, printNo, itemIndex, problem }) => ({
    printId,
    printNo,
    itemIndex,
    problem,
  }));
  return { done: made, problems: [...known, ...found] };
};

/** @returns null when the time is up, or the archive is no longer this worker's */
const makePhotos = async (
  archive: StoredArchive,
  isOver: () => boolean,
): Promise<StoredArchive | null> => {
  const { _id: archiveId } = archive;
  let current = await advance(archive, await progressOf(archive));
  for (;;) {
    const waiting = await archivePhotos.find(
      { archiveId, status: 'waiting' },
      { sort: [['at', 'asc']], limit: PHOTOS_AHEAD },
    );
    if (waiting.length === 0 || !current) return current;
    for (const photo of waiting) {
      if (isOver()) {
        await giveBack(current);
        return null;
      }
      const isMade = await make(photo);
      const progress = isMade ? { done: current.done + 1 } : await progressOf(current);
      current = await advance(current, { ...progress, attempts: 1 });
      if (!current) return null;
    }
  }
};

/** Notes the attempt first, so that a photo that ends its worker is given up after a few. */
const make = async (photo: ArchivePhoto): Promise<boolean> => {
  const { _id, archiveId, at, tries } = photo;
  const failed = async (problem: ArchivePhoto['problem']) => {
    await archivePhotos.compareAndSet(_id, { status: 'waiting' }, { status: 'failed', problem });
    return false;
  };
  if (tries >= MOST_TRIES) return failed('crashed');
  await archivePhotos.note(_id, { tries: tries + 1 });
  try {
    const original = await readFile(photo.filePath);
    if (!original) return await failed('missing');
    const made = await makePrintFile(original, photo);
    if (typeof made === 'string') return await failed(made);
    const { content, width, height } = made;
    await storeFile(printFilePath(archiveId, at), content);
    const sha256 = createHash('sha256').update(content).digest('hex');
    const sizeBytes = content.length;
    const file = { status: 'made', width, height, sizeBytes, sha256 };
    await archivePhotos.compareAndSet(_id, { status: 'waiting' }, file);
    return true;
  } catch (error) {
    // The platform failed, not the photo.
    await archivePhotos.note(_id, { tries });
    throw error;
  }
};

/** @returns null when the time is up, or the archive is no longer this worker's */
const storeParts = async (
  archive: StoredArchive,
  isOver: () => boolean,
): Promise<StoredArchive | null> => {
  const { _id: archiveId } = archive;
  const made: ArchivePhoto[] = [];
  for await (const page of photosOf(archiveId))
    made.push(...page.filter(({ status }) => status === 'made'));
  const parts = partsOf(made);
  let current: StoredArchive | null = archive;
  for (let at = archive.parts.length; at < parts.length; at += 1) {
    if (isOver()) {
      await giveBack(current);
      return null;
    }
    const photos: ArchivePhoto[] = parts[at]!;
    const beside = at === 0 ? await papersOf(current, parts) : [];
    const target = partPath(current, at);
    const goOn = renewing(current);
    const sizeBytes: number | null = await storePart({ archiveId, photos, beside, target, goOn });
    if (sizeBytes === null) return null;
    const part = { fileName: partName(current, at), sizeBytes, photos: photos.length };
    current = await advance(current, { parts: [...current.parts, part], attempts: 1 });
    if (!current) return null;
  }
  return current;
};

/** Holds the claim while a part is packed. */
const renewing = (archive: StoredArchive) => {
  let renewed = Date.now();
  return async (): Promise<boolean> => {
    if (Date.now() - renewed < RENEW_MS) return true;
    renewed = Date.now();
    return (await advance(archive, {})) !== null;
  };
};

/** They stand in the first part and are about all of them. */
const papersOf = async (
  archive: StoredArchive,
  parts: ArchivePhoto[][],
): Promise<[string, string][]> => {
  const orders: StoredPrintOrder[] = [];
  for await (const page of ordersOf(archive)) orders.push(...page);
  const photos = parts.flat();
  return [
    ['manifest.csv', manifestOf(parts, archive.problems)],
    ['pick-sheet.html', pickSheetOf({ archive, orders, photos, now: Date.now() })],
  ];
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
  // Otherwise it was stopped at the last moment, and the timer removes everything.
  if (ready) await removePrintFiles(archive._id);
};
