import type { Part } from './manifest.ts';
import { readPart } from './parts.ts';
import type { Line } from './platform.ts';

/** Documents and bytes of one request. */
const [BATCH, BATCH_BYTES] = [500, 256 * 1024];

/** The documents of a collection as they are restored. */
export async function* batchesOf(
  dir: string,
  parts: Part[],
  rewritten: (line: Line) => Line,
): AsyncGenerator<Line[]> {
  for (const part of parts) {
    let batch: Line[] = [];
    let bytes = 0;
    for (const line of await readPart(dir, part)) {
      const size = Buffer.byteLength(line);
      if (batch.length === BATCH || (batch.length > 0 && bytes + size > BATCH_BYTES)) {
        yield batch;
        batch = [];
        bytes = 0;
      }
      batch.push(rewritten(line));
      bytes += size;
    }
    if (batch.length > 0) yield batch;
  }
}

/**
 * Gives ids of files the beginning that they have in another environment. Only whole strings are ids, and the quote
 * before one is not part of another string, where it would be escaped.
 */
export const fileIdsMoved = (from: string, to: string): ((line: Line) => Line) => {
  if (from === to) return line => line;
  return line =>
    line.replaceAll(`"${from}`, (found, at: number) => (line[at - 1] === '\\' ? found : `"${to}`));
};
