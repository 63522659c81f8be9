import { ARCHIVE_DAYS } from '#contract/constants.ts';
import { printArchiveSentences } from '#contract/sentences/printArchives.ts';
import { DAY_MS } from '#contract/shanghai.ts';
import {
  archiveClaims,
  removePrintFiles,
  type StoredArchive,
} from '../../_shared/prints/archives.ts';
import { makePhotos } from './makePhotos.ts';
import { markFilesReady } from './markFilesReady.ts';
import { ordersOf } from './ordersOf.ts';
import { plan } from './plan.ts';
import { storeParts } from './storeParts.ts';

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
