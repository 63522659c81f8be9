import type { CollectionName } from '#contract/collections.ts';
import type { ExportableResource } from '#contract/exports/columns.ts';
import { _ } from '../base/cloud.ts';
import { namedStates, toQuery } from '../base/listing.ts';
import { type Query, repository, type Stored } from '../base/repository.ts';
import { both, type Parts, partsOf, rarestPair } from '../base/search.ts';
import { countWithin } from '../base/stretches.ts';
import { orderQuery, orderSearch } from '../orders/orders.ts';
import { printQuery, printSearch } from '../prints/records.ts';
import { refundSearch } from '../refunds/refunds.ts';
import { keysInUse } from '../tasks/keys.ts';
import { pictureFilter } from '../tasks/pictureFilter.ts';
import { templateQuery, usablePools } from '../tasks/service.ts';
import { taskQuery } from '../tasks/tasks.ts';
import { templateSearch } from '../templates/search.ts';
import { searchWithUser, userSearch } from '../users/userSearch.ts';

type Row = Stored & Record<string, unknown>;

/** Lists with their own search and filter instead of a fragment of one field. */
export const ownSearch: Partial<
  Record<CollectionName, (q: string | undefined) => Query | Promise<Query | Parts>>
> = {
  orders: orderSearch,
  printOrders: printSearch,
  refunds: refundSearch,
  tasks: searchWithUser,
  feedback: searchWithUser,
  users: userSearch,
};
const ownFilter: Partial<Record<CollectionName, (filter: Record<string, unknown>) => Query>> = {
  orders: orderQuery,
  printOrders: printQuery,
  tasks: taskQuery,
};

/** How many records the list has, counted up to `MAX_TOTAL` in each part of a search. */
export const countMatching = async (
  table: ExportableResource,
  filter: Record<string, unknown>,
  q: string | undefined,
): Promise<number> => {
  const records = repository<Row>(table.collection);
  const parts = await exportQueries(table, filter, q);
  const counts = await Promise.all(parts.map(part => records.count(part)));
  return counts.reduce((sum, count) => sum + count, 0);
};

/** The same queries as the list; no two find the same record. */
const exportQueries = async (
  { collection, assumed, searched = [] }: ExportableResource,
  filter: Record<string, unknown>,
  q: string | undefined,
): Promise<Query[]> => {
  const asked: Record<string, unknown> = { ...assumed, ...filter };
  const found = await (collection === 'templates'
    ? templateSearch(q)
    : (ownSearch[collection]?.(q || undefined) ??
      partsOf(searched, q, await rarestPair(repository(collection), q))));
  const narrowed = await filterQuery(collection, asked);
  return [found].flat().map(part => both(narrowed, part));
};

const filterQuery = async (
  collection: CollectionName,
  asked: Record<string, unknown>,
): Promise<Query> => {
  if (collection === 'templates')
    return templateQuery(asked, asked['suspended'] ? await usablePools() : []);
  if (collection === 'apiKeys' && asked['low']) {
    const { low: _low, ids, ...others } = asked as { low: true; ids?: string[] };
    const low = (await keysInUse()).low.map(({ _id }) => _id);
    return { ...toQuery(others), _id: _.in(low.filter(id => !ids || ids.includes(id))) };
  }
  if (collection === 'files') return toQuery(await pictureFilter(asked));
  return toQuery(ownFilter[collection]?.(asked) ?? asked);
};

/** What an export reads; its instants of creation are asked for in stretches. */
const rowsOf = async (table: ExportableResource, filter: Record<string, unknown>, q: string) => {
  const { createTime: range, ...others } = filter as {
    createTime?: { from?: number; to?: number };
  };
  const parts = (await exportQueries(table, others, q)).map((asked): Query => {
    const states = namedStates(table.byStates, asked, 'createTime');
    return { ...asked, ...(states && { status: _.in([...states]) }) };
  });
  return { records: repository<Row>(table.collection), parts, range };
};

/** How many records there are, counted in stretches. */
export const countRows = async (
  table: ExportableResource,
  filter: Record<string, unknown>,
  q: string,
  until: number,
): Promise<number> => {
  const { records, parts, range } = await rowsOf(table, filter, q);
  const end = Math.min(range?.to ?? Infinity, until) + 1;
  const counts = await Promise.all(
    parts.map(part => countWithin(records, part, 'createTime', range?.from ?? 0, end)),
  );
  return counts.reduce((sum, count) => sum + count, 0);
};

/**
 * The next records after the cursor, newest first. A cursor instead of `skip`, which becomes slower with every page and
 * would miss a record when another one is deleted. Records of one instant are ordered by id.
 * @param until excludes records made after the export was requested
 * @param fields only these; among them `createTime`
 */
export const pageAfter = async (
  table: ExportableResource,
  filter: Record<string, unknown>,
  q: string,
  until: number,
  cursor: { createTime: number; _id: string } | null,
  limit: number,
  fields?: string[],
): Promise<Row[]> => {
  const { records, parts, range } = await rowsOf(table, filter, q);
  const newest = Math.min(range?.to ?? Infinity, until);
  const since = (command: unknown) =>
    range?.from === undefined
      ? command
      : (command as ReturnType<typeof _.lt>).and(_.gte(range.from));
  const sort: ['createTime' | '_id', 'desc'][] = [
    ['createTime', 'desc'],
    ['_id', 'desc'],
  ];
  const below = cursor && _.lt(cursor._id);
  const behindCursor = (part: Query): Query[] =>
    cursor && below
      ? [
          {
            ...part,
            createTime: cursor.createTime,
            // A filter by ids is narrowed further.
            _id: part._id ? (part._id as typeof below).and(below) : below,
          },
          { ...part, createTime: since(_.lt(cursor.createTime)) },
        ]
      : [{ ...part, createTime: since(_.lte(newest)) }];
  const found = await Promise.all(
    parts
      .flatMap(behindCursor)
      .map(query => records.find(query, { sort, limit, ...(fields && { fields }) })),
  );
  return found
    .flat()
    .toSorted((a, b) => b.createTime - a.createTime || (a._id < b._id ? 1 : -1))
    .slice(0, limit);
};
