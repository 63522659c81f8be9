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
