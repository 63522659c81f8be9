import { isDeepStrictEqual } from 'node:util';
import { idOf, pagesOf } from './pages.ts';
import type { Line, Platform } from './platform.ts';

/**
 * Whether two texts are the same document. The same platform answers the same text; another one may write a number or an
 * instant in the other way of Extended JSON, or the fields in another order.
 */
export const sameDocument = (one: Line, other: Line): boolean =>
  one === other || isDeepStrictEqual(plain(JSON.parse(one)), plain(JSON.parse(other)));

const plain = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(plain);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value);
  const [name, body] = entries.length === 1 ? entries[0]! : [];
  if (name === '$date') return { $date: instantOf(body) };
  if (name === '$numberInt' || name === '$numberLong' || name === '$numberDouble')
    return numberOf(String(body));
  return Object.fromEntries(entries.map(([key, one]) => [key, plain(one)]));
};

const instantOf = (body: unknown): number =>
  typeof body === 'object'
    ? Number((body as { $numberLong?: unknown } | null)?.$numberLong)
    : new Date(body as string).getTime();

/** One that a double cannot hold stays its text. */
const numberOf = (text: string): unknown => {
  const number = Number(text);
  if (!Number.isFinite(number)) return { $numberDouble: text };
  return Number.isInteger(number) && !Number.isSafeInteger(number) ? { $numberLong: text } : number;
};

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
