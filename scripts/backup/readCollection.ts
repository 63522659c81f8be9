import { setTimeout as wait } from 'node:timers/promises';
import { type Part, sha256Of } from './manifest.ts';
import { bytesOf, idOf, pagesOf } from './pages.ts';
import { contentOf, PART_BYTES, writePart } from './parts.ts';
import type { Line, Platform } from './platform.ts';

/** A collection that changes all the time is read so often, and then each document is of its own moment. */
const MOST_READINGS = 4;

/** A part and the ids that it holds: after `after`, up to `upTo`. */
interface Range {
  after: string | null;
  upTo: string;
  part: Part;
}

export interface CollectionRead {
  parts: Part[];
  documents: number;
  isOneMoment: boolean;
}

/**
 * Writes a collection into parts. It is read in the order of ids, and then again, part by part. A part that has changed
 * meanwhile is written anew, and the collection read once more. When a reading finds what the one before has found, then
 * that was the collection at the moment between the two: every document had this content before it and has it after it.
 * @param seen called with all that is written
 */
export const readCollection = async (
  platform: Platform,
  name: string,
  dir: string,
  seen: (lines: Line[]) => void,
): Promise<CollectionRead> => {
  const ranges: Range[] = [];
  const write = (file: string, lines: Line[]) => {
    seen(lines);
    return writePart(dir, file, lines);
  };

  /** What follows the last part. */
  const readRest = async (): Promise<boolean> => {
    const before = ranges.length;
    let lines: Line[] = [];
    let bytes = 0;
    const cut = async () => {
      const file = `${name}.${String(ranges.length + 1).padStart(4, '0')}.jsonl.gz`;
      const after = ranges.at(-1)?.upTo ?? null;
      ranges.push({ after, upTo: idOf(lines.at(-1)!), part: await write(file, lines) });
      lines = [];
      bytes = 0;
    };
    for await (const page of pagesOf(platform, name, ranges.at(-1)?.upTo)) {
      lines.push(...page);
      bytes += bytesOf(page);
      if (bytes >= PART_BYTES) await cut();
    }
    if (lines.length > 0) await cut();
    return ranges.length > before;
  };

  const readAgain = async (): Promise<boolean> => {
    let hasChanged = false;
    for (const range of ranges) {
      const lines: Line[] = [];
      for await (const page of pagesOf(platform, name, range.after, range.upTo))
        lines.push(...page);
      if (sha256Of(contentOf(lines)) === range.part.contentSha256) continue;
      range.part = await write(range.part.file, lines);
      hasChanged = true;
    }
    return hasChanged;
  };

  await readRest();
  let isOneMoment = false;
  for (let readings = 2; !isOneMoment && readings <= MOST_READINGS; readings += 1) {
    const hasChanged = await readAgain();
    const hasMore = await readRest();
    isOneMoment = !hasChanged && !hasMore;
    // Gives a burst of changes time to end.
    if (!isOneMoment) await wait(500);
  }
  const parts = ranges.map(({ part }) => part).filter(({ documents }) => documents > 0);
  const documents = parts.reduce((sum, part) => sum + part.documents, 0);
  return { parts, documents, isOneMoment };
};
