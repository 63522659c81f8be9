import { _ } from './cloud.ts';
import type { Query, Repository, Stored } from './repository.ts';

/** Entries that a job asks the database to walk at once. */
export const STRETCH = 1_000;

/**
 * Divides a span of time, from `from` up to and without `to`, so that each part has at most `STRETCH` records: as the
 * conditions for `field`, which an index has in order behind what `query` fixes.
 */
export async function* stretches<R extends Stored>(
  records: Repository<R>,
  query: Query,
  field: keyof R & string,
  from: number,
  to: number,
) {
  for (let start = from; ;) {
    const [next] = await records.find(
      { ...query, [field]: _.gte(start).and(_.lt(to)) },
      { sort: [[field, 'asc']], skip: STRETCH, limit: 1, fields: [field] },
    );
    // Those of one instant are not divided.
    const end = next ? Math.max(Number(next[field]), start + 1) : to;
    yield _.gte(start).and(_.lt(end));
    if (!next) return;
    start = end;
  }
}

/** How many records there are in a span of time, however many. */
export const countWithin = async <R extends Stored>(
  records: Repository<R>,
  query: Query,
  field: keyof R & string,
  from: number,
  to: number,
): Promise<number> => {
  const all = await records.count({ ...query, [field]: _.gte(from).and(_.lt(to)) }, STRETCH);
  if (all <= STRETCH) return all;
  let count = 0;
  for await (const within of stretches(records, query, field, from, to))
    count += await records.count({ ...query, [field]: within }, STRETCH);
  return count;
};
