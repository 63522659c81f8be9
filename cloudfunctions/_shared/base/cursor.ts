import { isDeepStrictEqual } from 'node:util';
import { listSentences } from '#contract/sentences/calls.ts';
import { z } from '#contract/zod.ts';
import { _ } from './cloud.ts';
import { invalid } from './errors.ts';
import type { Query, Stored } from './repository.ts';
import { valueAt } from './valueAt.ts';

/**
 * Pages that go on where the one before ended. Skipping walks every skipped entry; here the database begins at the entry
 * that it is given, for which it needs an index in the order of the list.
 */

export type Sort = [field: string, order: 'asc' | 'desc'][];

const scalar = z.union([z.string(), z.number(), z.boolean(), z.null()]);
type Scalar = z.infer<typeof scalar>;

/** The order, the values of the last record in it, and the part of the search that found it. */
const cursorShape = z.tuple([
  z.array(z.tuple([z.string(), z.enum(['asc', 'desc'])])),
  z.array(scalar),
  z.int().min(0).default(0),
]);

/** Opaque to callers. The fields of an order are all shown by their list. */
export const cursorAfter = (sort: Sort, record: Stored, part = 0): string => {
  const values = sort.map(([field]) => valueAt(record, field) as Scalar | undefined);
  const after = [sort, values.map(value => value ?? null), ...(part > 0 ? [part] : [])];
  return Buffer.from(JSON.stringify(after)).toString('base64url');
};

/** @throws 40001 */
const placeOf = (cursor: string, sort: Sort): { values: Scalar[]; part: number } => {
  const ofSort = (text: string) => {
    const parsed = cursorShape.safeParse(JSON.parse(text));
    if (!parsed.success || parsed.data[1].length !== sort.length) return undefined;
    const [order, values, part] = parsed.data;
    return isDeepStrictEqual(order, sort) ? { values, part } : undefined;
  };
  try {
    const place = ofSort(Buffer.from(cursor, 'base64url').toString());
    if (place) return place;
  } catch {
    // No JSON.
  }
  throw invalid({ after: listSentences.otherOrder });
};

/** A query, and which part of the search it belongs to. */
export interface PartQuery {
  query: Query;
  part: number;
}

/**
 * What follows the record at the cursor in these parts, as queries whose answers follow each other.
 * @throws 40001
 */
export const queriesAfter = (cursor: string, sort: Sort, parts: Query[]): PartQuery[] => {
  const { values, part: from } = placeOf(cursor, sort);
  return parts.slice(from).flatMap((query, at) => {
    const queries = at === 0 ? queriesBeyond(values, sort, query) : [query];
    return queries.map(one => ({ query: one, part: from + at }));
  });
};

/**
 * Those that equal the record in all fields of the order but the last, in all but the last two, and so on. Each is one
 * stretch of one index.
 */
const queriesBeyond = (values: Scalar[], sort: Sort, query: Query): Query[] => {
  const equal = (upTo: number) =>
    Object.fromEntries(sort.slice(0, upTo).map(([field], at) => [field, values[at]]));
  return sort.toReversed().flatMap(([field, order], back) => {
    const at = sort.length - 1 - back;
    return beyond(values[at]!, order, query[field], neverNull.has(field)).map(condition => ({
      ...query,
      ...equal(at),
      [field]: condition,
    }));
  });
};

/**
 * In the database's order, where nothing stands below null and a comparison finds only what is of the same type.
 * @param filter what the list asks of the field anyway: of a single value nothing is beyond
 */
const beyond = (
  value: Scalar,
  order: 'asc' | 'desc',
  filter: unknown,
  hasValue: boolean,
): unknown[] => {
  if (filter !== undefined && (filter === null || typeof filter !== 'object')) return [];
  if (order === 'desc' && value === null) return [];
  const further = order === 'desc' ? _.lt(value) : value === null ? _.neq(null) : _.gt(value);
  if (filter !== undefined) return [further.and(filter as never)];
  return order === 'desc' && !hasValue ? [further, null] : [further];
};

/** In every record. */
const neverNull = new Set(['_id', 'createTime']);

/** The parts one after the other, up to a page, and the cursor behind it. */
export const joined = <R extends Stored>(
  parts: { list: R[]; last: R | null; part: number }[],
  pageSize: number,
  sort: Sort,
): { list: R[]; next?: string } => {
  const list: R[] = [];
  /** Number of the part that the page's last record comes from. */
  let reached = 0;
  for (const [at, part] of parts.entries()) {
    const room = pageSize - list.length;
    list.push(...part.list.slice(0, room));
    if (room > 0 && (part.list.length > 0 || part.last)) reached = part.part;
    const isMore = part.last !== null || part.list.length > room;
    const last = part.last && part.list.length <= room ? part.last : list.at(-1);
    if (isMore && last) return { list, next: cursorAfter(sort, last, reached) };
    const isFull = list.length === pageSize;
    const follows = parts.slice(at + 1).some(one => one.list.length > 0 || one.last);
    if (isFull && follows) return { list, next: cursorAfter(sort, list.at(-1)!, reached) };
  }
  return { list };
};
