import type { CollectionName } from '#contract/collections.ts';
import { MAX_BADGE, MAX_SKIPPED, MAX_TOTAL } from '#contract/constants.ts';
import { type ByStates, type Declaration, searchedFields } from '#contract/entity.ts';
import { listSentences } from '#contract/sentences/calls.ts';
import { _ } from './cloud.ts';
import { joined, type PartQuery, queriesAfter, type Sort } from './cursor.ts';
import { invalid } from './errors.ts';
import {
  type Counted,
  type Query,
  type Repository,
  repository,
  type Stored,
} from './repository.ts';
import { both, type Parts, partsOf, rarestPair } from './search.ts';

export interface ListingOptions<R> {
  collection: CollectionName;
  /** The default order of the list; newest first if absent. */
  defaultSort?: [field: keyof R & string, order: 'asc' | 'desc'][];
  /** The field counted for the tabs. */
  stateField?: keyof R & string;
  states?: readonly string[];
  byStates?: ByStates;
  /** What `q` finds, e.g. by `partsOf`. */
  search?: Search;
  /** Paths that the list does not show. */
  unlisted?: readonly string[];
}

/** @param q as typed; undefined or blank for everything */
export type Search = (q: string | undefined) => Parts | Promise<Parts>;

/** What no list shows: the records' search terms and the files that they name. */
const NEVER_LISTED = ['grams', 'files'];

export interface ListRequest {
  page: number;
  pageSize: number;
  after?: string | undefined;
  sort?: { field: string; order: 'asc' | 'desc' } | undefined;
  filter?: Record<string, unknown> | undefined;
  q?: string | undefined;
  withCounts?: boolean | undefined;
  exactTotal?: boolean | undefined;
}

/** The list of one collection, for records written by people (`crud`) and others. */
export const listing = <R extends Stored>(options: ListingOptions<R>) => {
  const records = repository<R>(options.collection);

  /**
   * Database round trips: 1, and 1 for a search that asks; page, total and tab counts are queried together. `extra`
   * narrows further than the filter.
   */
  return async (request: ListRequest, extra: Query = {}) => {
    const { stateField, states = [], search = () => [{}] } = options;
    const { state, rest } = splitState(toQuery(request.filter), stateField);
    const everyState = (await search(request.q)).map(part => both(both(rest, part), extra));
    const sort: Sort = request.sort
      ? [[request.sort.field, request.sort.order] as [string, 'asc' | 'desc']]
      : (options.defaultSort ?? [['createTime', 'desc']]);
    const parts = everyState.map(part => {
      const named = namedStates(options.byStates, { ...part, ...state }, sort[0]?.[0]);
      return { ...part, ...(named && { status: _.in([...named]) }), ...state };
    });
    const [page, totals, counts] = await Promise.all([
      pageOf(parts, withTieBreak(sort), request),
      Promise.all(
        parts.map(part => (request.exactTotal ? records.countAll(part) : records.count(part))),
      ),
      request.withCounts && stateField
        ? Promise.all(everyState.map(part => countEach(records, part, stateField, states)))
        : undefined,
    ]);
    const total = totals.reduce((sum, more) => sum + more, 0);
    return {
      ...page,
      total: request.exactTotal ? total : Math.min(total, MAX_TOTAL + 1),
      ...(counts && { counts: summed(counts, states) }),
    };
  };

  /** With the cursor of the page behind it. */
  async function pageOf(parts: Query[], sort: Sort, { page, pageSize, after }: ListRequest) {
    const skip = (page - 1) * pageSize;
    if (after === undefined && skip > MAX_SKIPPED) throw invalid({ page: listSentences.tooFar });
    const without = [...NEVER_LISTED, ...(options.unlisted ?? [])];
    const pieces =
      after === undefined ? await skipping(parts, skip) : queriesAfter(after, sort, parts);
    const found = await Promise.all(
      pieces.map(async ({ query, part, skip: skipped = 0 }: PartQuery & { skip?: number }) => ({
        ...(await records.findPage(query, { sort, skip: skipped, limit: pageSize, without })),
        part,
      })),
    );
    return joined(found, pageSize, sort);
  }

  /** Where a page begins in each part: behind all of the parts before it. */
  async function skipping(parts: Query[], skip: number) {
    // What is behind the last part counts for none.
    const earlier = skip > 0 ? parts.slice(0, -1) : [];
    const sizes = await Promise.all(earlier.map(part => records.count(part, skip)));
    return parts.map((query, part) => {
      const before = sizes.slice(0, part).reduce((sum, size) => sum + size, 0);
      return { query, part, skip: Math.max(0, skip - before) };
    });
  }
};

const summed = (counts: Record<string, number>[], states: readonly string[]) =>
  Object.fromEntries(
    states.map(state => {
      const sum = counts.reduce((all, one) => all + (one[state] ?? 0), 0);
      return [state, Math.min(sum, MAX_BADGE + 1)];
    }),
  );

const searchOf =
  (collection: CollectionName, fields: readonly string[]): Search =>
  async q =>
    fields.length === 0 ? [{}] : partsOf(fields, q, await rarestPair(repository(collection), q));

/**
 * The list of an entity, by its declaration: from the greatest of its first order, with tab counts and search.
 * @param finds what `q` finds, where that is more than the declared fields
 */
export const listOf = <R extends Stored>({
  collection,
  sorts: [first],
  states,
  search,
  unlisted,
  byStates,
  finds,
}: Pick<Declaration, 'collection' | 'sorts' | 'search' | 'unlisted'> & {
  states: Declaration['states'];
  byStates: ByStates;
  finds?: Search | undefined;
}) =>
  listing<R>({
    collection: collection as CollectionName,
    defaultSort: [[first as keyof R & string, 'desc']],
    ...(states && { stateField: 'status' as keyof R & string, states: Object.keys(states) }),
    byStates,
    search: finds ?? searchOf(collection as CollectionName, searchedFields(search)),
    ...(unlisted && { unlisted }),
  });

/**
 * Every state, where a query for none of them asks for what has indexes only together with the state, see `ByStates`;
 * undefined where it needs none.
 * @param order what it is ordered by
 */
export const namedStates = (
  byStates: ByStates | undefined,
  query: Query,
  order: string | undefined,
): readonly string[] | undefined => {
  if (!byStates || Object.hasOwn(query, 'status') || Object.hasOwn(query, '_id')) return undefined;
  const { states, filters, orders } = byStates;
  const isNeeded =
    orders.some(field => field === order || Object.hasOwn(query, field)) ||
    (order === byStates.order && filters.some(field => Object.hasOwn(query, field)));
  return isNeeded ? states : undefined;
};

/** Stable pages: ties are broken by time and then by id, as in every list's index. */
const withTieBreak = (sort: Sort): Sort => {
  const order = sort.at(-1)?.[1] ?? 'desc';
  const missing = ['createTime', '_id'].filter(field => !sort.some(([sorted]) => sorted === field));
  return [...sort, ...missing.map(field => [field, order] as [string, 'asc' | 'desc'])];
};

/** Filter values are scalars, arrays of scalars or `{from, to}`; none can be a database command. */
export const toQuery = (filter: Record<string, unknown> = {}): Query => {
  const query: Query = {};
  for (const [field, value] of Object.entries(filter)) {
    const name = field === 'ids' ? '_id' : field;
    if (value === undefined) continue;
    // One value is an equality, so that an index also provides the order.
    if (Array.isArray(value))
      query[name] = value.length === 1 && name !== '_id' ? value[0] : _.in(value);
    else if (typeof value === 'object' && value !== null) query[name] = between(value);
    else query[name] = value;
  }
  return query;
};

const between = ({ from, to }: { from?: number; to?: number }) => {
  if (from !== undefined && to !== undefined) return _.gte(from).and(_.lte(to));
  if (from !== undefined) return _.gte(from);
  return to !== undefined ? _.lte(to) : _.exists(true);
};

const splitState = (query: Query, stateField: string | undefined) => {
  if (!stateField || !Object.hasOwn(query, stateField)) return { state: {}, rest: query };
  const { [stateField]: value, ...rest } = query;
  return { state: { [stateField]: value }, rest };
};

/** How many there are of each value of a field, counted up to `most` each. One request. */
export const countEach = <R extends Stored, V extends string>(
  records: Repository<R>,
  query: Query,
  field: keyof R & string,
  values: readonly V[],
  most = MAX_BADGE,
): Promise<Record<V, number>> =>
  records.counts(
    Object.fromEntries(
      values.map(value => [value, { query: { ...query, [field]: value }, most }]),
    ) as Record<V, Counted>,
  );
