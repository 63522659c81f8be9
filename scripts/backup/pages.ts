import { isTooLarge } from '../shared/retryWithBackoff.ts';
import type { Line, Platform } from './platform.ts';

/**
 * Documents of the first page, and of the largest; between them so many that a page has about this many bytes. Answers
 * of that size are garbage that is collected soon: with those of a megabyte the command takes twice the memory.
 */
const [FIRST, MOST, PAGE_BYTES] = [100, 1_000, 192 * 1024];

/** @throws for a document whose id is no text; the product makes none */
export const idOf = (line: Line): string => {
  const { _id } = JSON.parse(line) as { _id?: unknown };
  if (typeof _id === 'string') return _id;
  throw new Error(`a document has the id ${JSON.stringify(_id)}, which is no text`);
};

export const bytesOf = (lines: Line[]): number =>
  lines.reduce((sum, line) => sum + Buffer.byteLength(line) + 1, 0);

/** @throws with its id, if the first document is still there */
const refuseTooLarge = async (
  platform: Platform,
  collection: string,
  query: object,
  cause: unknown,
): Promise<void> => {
  const [line] = await platform.find(collection, query, 1, { _id: 1 });
  if (!line) return;
  throw new Error(
    `${collection}: the document ${idOf(line)} is larger than an answer of the platform may be: make it smaller, or remove it`,
    { cause },
  );
};

/**
 * The documents in the order of their ids, page by page, each page by the id after which it begins: what is written
 * meanwhile neither skips nor repeats others.
 * @param after not itself; null for the beginning
 * @param upTo the last id; without it all
 */
export async function* pagesOf(
  platform: Platform,
  collection: string,
  after: string | null = null,
  upTo?: string,
): AsyncGenerator<Line[]> {
  let at = after;
  let limit = FIRST;
  while (at === null || at !== upTo) {
    const from = at === null ? { $gte: '' } : { $gt: at };
    const query = { _id: upTo === undefined ? from : { ...from, $lte: upTo } };
    let lines: Line[];
    try {
      lines = await platform.find(collection, query, limit);
    } catch (error) {
      if (!isTooLarge(error)) throw error;
      if (limit === 1) await refuseTooLarge(platform, collection, query, error);
      limit = Math.ceil(limit / 2);
      continue;
    }
    if (lines.length === 0) return;
    yield lines;
    at = idOf(lines.at(-1)!);
    const average = bytesOf(lines) / lines.length;
    limit = Math.max(1, Math.min(MOST, Math.floor(PAGE_BYTES / average)));
  }
}
