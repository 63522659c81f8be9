import { createHash } from 'node:crypto';
import type { PhotoProblem } from '#contract/printArchive.ts';
import { readFile, storeFile } from '../../_shared/base/storage.ts';
import {
  archiveClaims,
  type ArchivePhoto,
  archivePhotos,
  placeOf,
  printFilePath,
  type StoredArchive,
} from '../../_shared/prints/archives.ts';
import { makePrintFile } from './printFile.ts';

/** A photo whose worker ended so often while it was made is given up. */
const MOST_TRIES = 2;
const PHOTOS_AHEAD = 20;

const { advance, giveBack } = archiveClaims;

/** What the records of the photos say, which are noted before the archive. */
const progressOf = async (archive: StoredArchive) => {
  const { _id: archiveId } = archive;
  const [made, failed] = await Promise.all([
    archivePhotos.countAll({ archiveId, status: 'made' }),
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
    // Noted with the status.
    problem: problem!,
  }));
  return { done: made, problems: [...known, ...found] };
};

/** @returns null when the time is up, or the archive is no longer this worker's */
export const makePhotos = async (
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
        await giveBack(current, { attempts: 0 });
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
  const failed = async (problem: PhotoProblem) => {
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
