import { idOf, pagesOf } from './pages.ts';
import type { Line, Platform } from './platform.ts';
import { sameDocument } from './sameDocument.ts';

export interface Compared {
  id: string;
  /** `extra` is not in the backup. */
  is: 'same' | 'different' | 'missing' | 'extra';
}

/** A whole collection beside the backup's, both in the order of ids. */
export async function* compareCollection(
  platform: Platform,
  collection: string,
  kept: AsyncIterable<Line[]>,
): AsyncGenerator<Compared> {
  const wanted = single(kept);
  const stored = single(pagesOf(platform, collection));
  let [one, other] = [await wanted.next(), await stored.next()];
  while (!one.done || !other.done) {
    const [wantedId, storedId] = [one, other].map(at => (at.done ? null : idOf(at.value)));
    const order = wantedId === null ? 1 : storedId === null ? -1 : inOrder(wantedId!, storedId!);
    if (order < 0) yield { id: wantedId!, is: 'missing' };
    else if (order > 0) yield { id: storedId!, is: 'extra' };
    else
      yield {
        id: wantedId!,
        is: sameDocument(one.value as Line, other.value as Line) ? 'same' : 'different',
      };
    if (order <= 0) one = await wanted.next();
    if (order >= 0) other = await stored.next();
  }
}

async function* single(pages: AsyncIterable<Line[]>): AsyncGenerator<Line, undefined> {
  for await (const page of pages) yield* page;
  return undefined;
}

/** As the database orders texts: by their bytes. */
const inOrder = (one: string, other: string): number =>
  one === other ? 0 : Buffer.compare(Buffer.from(one), Buffer.from(other));

/** What the environment does not have of a batch, and the ids under which it has something else. */
export const compareBatch = async (
  platform: Platform,
  collection: string,
  batch: Line[],
): Promise<{ missing: Line[]; different: string[] }> => {
  const ids = batch.map(idOf);
  const found = await platform.find(collection, { _id: { $in: ids } }, ids.length);
  const stored = new Map(found.map(line => [idOf(line), line]));
  const isDifferent = (line: Line) => {
    const there = stored.get(idOf(line));
    return there !== undefined && !sameDocument(line, there);
  };
  return {
    missing: batch.filter(line => !stored.has(idOf(line))),
    different: batch.filter(isDifferent).map(idOf),
  };
};
