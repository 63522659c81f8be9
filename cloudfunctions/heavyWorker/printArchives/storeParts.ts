import { csvFile } from '#contract/csv.ts';
import { photoProblems, type PrintArchive } from '#contract/printArchive.ts';
import { printPapers } from '#contract/printPapers.ts';
import { printArchiveSentences } from '#contract/sentences/printArchives.ts';
import {
  archiveClaims,
  type ArchivePhoto,
  partName,
  partPath,
  photosOf,
  type StoredArchive,
} from '../../_shared/prints/archives.ts';
import type { StoredPrintOrder } from '../../_shared/prints/records.ts';
import { printFileName } from './names.ts';
import { ordersOf } from './ordersOf.ts';
import { partsOf, storePart } from './pack.ts';
import { pickSheetOf } from './pickSheet.ts';

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
