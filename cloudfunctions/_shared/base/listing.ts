import type { CollectionName } from '#contract/collections.ts';
import { MAX_BADGE, MAX_SKIPPED } from '#contract/constants.ts';
import type { ByStates, Declaration } from '#contract/entity.ts';
import { listSentences } from '#contract/sentences/lists.ts';
import { _ } from './cloud.ts';
import { joined, queriesAfter, type Sort } from './cursor.ts';
import { invalid } from './errors.ts';
import {
  type Counted,
  type Query,
  type Repository,
  repository,
  type Stored,
} from './repository.ts';
import { holds } from './search.ts';

export interface ListingOptions<R> {
  collection: CollectionName;
  /** The default order of the list. */
  defaultSort: [field: keyof R & string, order: 'asc' | 'desc'][];
  /** The field counted for the tabs. */
  stateField?: keyof R & string;
  states?: readonly string[];
  byStates?: ByStates;
  /** The field searched by `q`; records must keep its `grams`. */
  searchField?: keyof R & string;
  /** Paths that the list does not show. */
  unlisted?: readonly string[];
}

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

  /** One wait: page, total and tab counts are queried together. `extra` narrows further than the filter. */
  return async (request: ListRequest, extra: Query = {}) => {
    const { stateField, states = [] } = options;
    const { state, rest } = splitState(toQuery(request.filter), stateField);
    const everyState = { ...rest, ...holds(options.searchField ?? '', request.q), ...extra };
    const sort = request.sort
      ? [[request.sort.field, request.sort.order] as [string, 'asc' | 'desc']]
      : options.defaultSort;
    const named = namedStates(options.byStates, { ...everyState, ...state }, sort[0]?.[0]);
    const query = { ...everyState, ...(named && { status: _.in([...named]) }), ...state };
    const [page, total, counts] = await Promise.all([
      pageOf(query, withTieBreak(sort), request),
      request.exactTotal ? records.countAll(query) : records.count(query),
      request.withCounts && stateField
        ? countEach(records, everyState, stateField, states)
        : undefined,
    ]);
    return { ...page, total, ...(counts && { counts }) };
  };

  /** With the cursor of the page behind it. */
  async function pageOf(query: Query, sort: Sort, { page, pageSize, after }: ListRequest) {
    const skip = (page - 1) * pageSize;
    if (after === undefined && skip > MAX_SKIPPED) throw invalid({ page: listSentences.tooFar });
    const without = [...NEVER_LISTED, ...(options.unlisted ?? [])];
    const parts =
      after === undefined
        ? [await records.findPage(query, { sort, skip, limit: pageSize, without })]
        : await Promise.all(
            queriesAfter(after, sort, query).map(one =>
              records.findPage(one, { sort, limit: pageSize, without }),
            ),
          );
    return joined(parts, pageSize, sort);
  }
};

/** The list of an entity, by its declaration: from the greatest of its first order, with tab counts and search. */
export const listOf = <R extends Stored>({
  collection,
  sorts: [first],
  states,
  search,
  unlisted,
  byStates,
}: Pick<Declaration, 'collection' | 'sorts' | 'search' | 'unlisted'> & {
  states: Declaration['states'];
  byStates: ByStates;
}) =>
  listing<R>({
    collection: collection as CollectionName,
    defaultSort: [[first as keyof R & string, 'desc']],
    ...(states && { stateField: 'status' as keyof R & string, states: Object.keys(states) }),
    byStates,
    ...(typeof search === 'string' && { searchField: search as keyof R & string }),
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
