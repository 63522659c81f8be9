import { csvFile } from '#contract/csv.ts';
import { photoProblems, type PrintArchive } from '#contract/printArchive.ts';
import { printPapers } from '#contract/printPapers.ts';
import { printArchiveSentences } from '#contract/sentences/printArchives.ts';
import type { ArchivePhoto } from '../../_shared/prints/archives.ts';
import { dpiOf } from '../../_shared/prints/printFrame.ts';
import { printFileName } from './names.ts';

const { manifest: words } = printArchiveSentences;

/** Every print file with what it must be printed as, then every photo that has none. */
export const manifestOf = (
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
        dpiOf(sizeSnap),
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
