import type { Part } from './manifest.ts';
import { bytesOf, idOf, pagesOf } from './pages.ts';
import { hashOfLines, PART_BYTES, writePart } from './parts.ts';
import type { Line, Platform } from './platform.ts';

/** A part and the ids that it holds: after `after`, up to `upTo`. */
interface Range {
  after: string | null;
  upTo: string;
  part: Part;
}

/** What was read so far, by the parts as they are at the time. */
export interface CollectionRead {
  parts: Part[];
  documents: number;
}

export interface CollectionReader {
  /** The first time all of it; afterwards what has changed. @returns whether anything was written */
  read(): Promise<boolean>;
  result(): CollectionRead;
}

/**
 * Writes a collection into parts. It is read in the order of ids; each further reading goes through it again, part by
 * part, and writes anew those that have changed. When a reading finds what the one before has found, then that was the
 * collection at every moment between the two: each document had this content before, and has it afterwards.
 * @param onLines called with all that is written
 */
export const collectionReader = (
  platform: Platform,
  name: string,
  dir: string,
  onLines: (lines: Line[]) => void,
): CollectionReader => {
  const ranges: Range[] = [];
  const write = (file: string, lines: Line[]) => {
    onLines(lines);
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
      if (hashOfLines(lines) === range.part.contentSha256) continue;
      range.part = await write(range.part.file, lines);
      hasChanged = true;
    }
    return hasChanged;
  };

  return {
    read: async () => {
      const hasChanged = await readAgain();
      return (await readRest()) || hasChanged;
    },
    result: () => {
      const parts = ranges.map(({ part }) => part).filter(({ documents }) => documents > 0);
      return { parts, documents: parts.reduce((sum, part) => sum + part.documents, 0) };
    },
  };
};
