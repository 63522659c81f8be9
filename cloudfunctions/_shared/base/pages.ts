import { _ } from './cloud.ts';
import type { FindOptions, Query, Repository, Stored } from './repository.ts';

/** All records that match, page by page, in the order of their ids. */
export async function* pagesOf<R extends Stored>(
  records: Repository<R>,
  query: Query,
  options: FindOptions & { limit: number },
): AsyncGenerator<R[]> {
  for (let last: string | undefined = ''; last !== undefined;) {
    const found: R[] = await records.find(
      { ...query, _id: _.gt(last) },
      { sort: [['_id', 'asc']], ...options },
    );
    yield found;
    last = found.length < options.limit ? undefined : found.at(-1)?._id;
  }
}
