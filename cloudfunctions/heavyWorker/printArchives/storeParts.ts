import { type FileHandle, open } from 'node:fs/promises';
import { Zip, ZipPassThrough } from 'fflate';
import { csvFile } from '#contract/csv.ts';
import { photoProblems, type PrintArchive } from '#contract/printArchive.ts';
import { printPapers } from '#contract/printPapers.ts';
import { printArchiveSentences } from '#contract/sentences/printArchives.ts';
import { environment } from '../../_shared/base/environment.ts';
import { readFile, storeFromDisk } from '../../_shared/base/storage.ts';
import { withTempFile } from '../../_shared/base/tempFile.ts';
import {
  archiveClaims,
  type ArchivePhoto,
  partName,
  partPath,
  photosOf,
  printFilePath,
  type StoredArchive,
} from '../../_shared/prints/archives.ts';
import type { StoredPrintOrder } from '../../_shared/prints/records.ts';
import { printFileName } from './names.ts';
import { ordersOf } from './ordersOf.ts';
import { pickSheetOf } from './pickSheet.ts';

/** Parts of about the greatest size, in order: the same for every worker, so that one goes on where another stopped. */
const partsOf = (photos: readonly ArchivePhoto[]): ArchivePhoto[][] => {
  const parts: ArchivePhoto[][] = [];
  let bytes = Infinity;
  for (const photo of photos) {
    if (bytes + photo.sizeBytes > environment.PRINT_ARCHIVE_PART_BYTES) {
      parts.push([]);
      bytes = 0;
    }
    parts.at(-1)?.push(photo);
    bytes += photo.sizeBytes;
  }
  return parts;
};

/** Writes an archive file by file; pictures do not get smaller, so nothing is compressed. */
const zipInto = (file: FileHandle) => {
  let failure: Error | null = null;
  let ready: Uint8Array[] = [];
  const zip = new Zip((error, chunk) => {
    failure ??= error;
    ready.push(chunk);
  });
  const flush = async () => {
    if (failure) throw failure as Error;
    const chunks = ready;
    ready = [];
    for (const chunk of chunks) await file.write(chunk);
  };
  return {
    add: (name: string, content: Uint8Array): Promise<void> => {
      const entry = new ZipPassThrough(name);
      zip.add(entry);
      entry.push(content, true);
      return flush();
    },
    end: (): Promise<void> => {
      zip.end();
      return flush();
    },
  };
};

interface Packing {
  archiveId: string;
  photos: readonly ArchivePhoto[];
  /** Files beside the photos: name and content. */
  beside: [name: string, content: string][];
  target: string;
  /** Called before each photo; false where another worker has the work, or it is no longer wanted. */
  goOn: () => Promise<boolean>;
}

/**
 * One part: never more than one photo in memory, however large the part is.
 * @returns bytes, or null where it was given up
 */
const storePart = ({ archiveId, photos, beside, target, goOn }: Packing) =>
  withTempFile(async (local): Promise<number | null> => {
    const file = await open(local, 'w');
    try {
      const zip = zipInto(file);
      for (const [name, content] of beside) await zip.add(name, Buffer.from(content));
      for (const photo of photos) {
        if (!(await goOn())) return null;
        const content = await readFile(printFilePath(archiveId, photo.at));
        if (!content) throw new Error('a print file is missing');
        await zip.add(printFileName(photo), content);
      }
      await zip.end();
    } finally {
      await file.close();
    }
    return storeFromDisk(target, local);
  });

const { manifest: words } = printArchiveSentences;

/** Every print file with what it must be printed as, then every photo that has none. */
const manifestOf = (
  parts: readonly (readonly ArchivePhoto[])[],
  problems: PrintArchive['problems'],
): string => {
  const made = parts.flatMap((photos, part) =>
    photos.map(photo => {
      const { printNo, itemIndex, sizeSnap, paper, qty, width, height, sha256 } = photo;
      return [
        printNo,
        itemIndex + 1,
        printFileName(photo),
        part + 1,
        [sizeSnap.code, sizeSnap.name].filter(Boolean).join(' '),
        printPapers[paper].label,
        qty,
        width,
        height,
        sizeSnap.dpi,
        sizeSnap.bleedMm,
        sha256,
        '',
      ];
    }),
  );
  const lacking = problems.map(({ printNo, itemIndex, problem }) => [
    printNo,
    itemIndex + 1,
    ...Array.from({ length: 10 }, () => ''),
    photoProblems[problem].label,
  ]);
  return csvFile([Object.values(words), ...made, ...lacking]);
};

/** How often a claim is renewed within a step. */
const RENEW_MS = 10_000;

const { advance, giveBack } = archiveClaims;

/** @returns null when the time is up, or the archive is no longer this worker's */
export const storeParts = async (
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
      await giveBack(current, { attempts: 0 });
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
