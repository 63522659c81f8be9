import type { CollectionName } from '#contract/collections.ts';
import type { ExportableResource } from '#contract/exports/columns.ts';
import { _ } from '../base/cloud.ts';
import { namedStates, toQuery } from '../base/listing.ts';
import { type Query, repository, type Stored } from '../base/repository.ts';
import { holds } from '../base/search.ts';
import { countWithin } from '../base/stretches.ts';
import { orderQuery, orderSearch } from '../orders/orders.ts';
import { printQuery, printSearch } from '../prints/records.ts';
import { refundSearch } from '../refunds/refunds.ts';
import { keysInUse } from '../tasks/keys.ts';
import { templateQuery, usablePools } from '../tasks/service.ts';
import { taskSearch } from '../tasks/tasks.ts';
import { feedbackSearch } from '../users/feedback.ts';
import { userSearch } from '../users/userSearch.ts';

type Row = Stored & Record<string, unknown>;

/** Lists with their own search and filter instead of a fragment of one field. */
export const ownSearch: Partial<Record<CollectionName, (q: string | undefined) => Query>> = {
  orders: orderSearch,
  printOrders: printSearch,
  refunds: refundSearch,
  tasks: taskSearch,
  feedback: feedbackSearch,
  users: userSearch,
};
const ownFilter: Partial<Record<CollectionName, (filter: Record<string, unknown>) => Query>> = {
  orders: orderQuery,
  printOrders: printQuery,
};

/** The same query as the list. */
export const exportQuery = async (
  { collection, assumed, searchField = '' }: ExportableResource,
  filter: Record<string, unknown>,
  q: string | undefined,
): Promise<Query> => {
  const asked: Record<string, unknown> = { ...assumed, ...filter };
  if (collection === 'templates') {
    const pools = asked['suspended'] ? await usablePools() : [];
    return { ...templateQuery(asked, pools), ...holds(searchField, q || undefined) };
  }
  if (collection === 'apiKeys' && asked['low']) {
    const { low: _low, ids, ...others } = asked as { low: true; ids?: string[] };
    const low = (await keysInUse()).low.map(({ _id }) => _id);
    return { ...toQuery(others), _id: _.in(low.filter(id => !ids || ids.includes(id))) };
  }
  const search = ownSearch[collection] ?? (typed => holds(searchField, typed));
  return { ...toQuery(ownFilter[collection]?.(asked) ?? asked), ...search(q || undefined) };
};

/** What an export reads; its instants of creation are asked for in stretches. */
const rowsOf = async (table: ExportableResource, filter: Record<string, unknown>, q: string) => {
  const { createTime: range, ...others } = filter as {
    createTime?: { from?: number; to?: number };
  };
  const asked = await exportQuery(table, others, q);
  const states = namedStates(table.byStates, asked, 'createTime');
  const base: Query = { ...asked, ...(states && { status: _.in([...states]) }) };
  return { records: repository<Row>(table.collection), base, range };
};

/** How many records there are, counted in stretches. */
export const countRows = async (
  table: ExportableResource,
  filter: Record<string, unknown>,
  q: string,
  until: number,
): Promise<number> => {
  const { records, base, range } = await rowsOf(table, filter, q);
  const end = Math.min(range?.to ?? Infinity, until) + 1;
  return countWithin(records, base, 'createTime', range?.from ?? 0, end);
};

/**
 * The next records after the cursor, newest first. A cursor instead of `skip`, which becomes slower with every page and
 * would miss a record when another one is deleted. Records of one instant are ordered by id.
 * @param until excludes records made after the export was requested
 */
export const pageAfter = async (
  table: ExportableResource,
  filter: Record<string, unknown>,
  q: string,
  until: number,
  cursor: { createTime: number; _id: string } | null,
  limit: number,
): Promise<Row[]> => {
  const { records, base, range } = await rowsOf(table, filter, q);
  const newest = Math.min(range?.to ?? Infinity, until);
  const since = (command: unknown) =>
    range?.from === undefined
      ? command
      : (command as ReturnType<typeof _.lt>).and(_.gte(range.from));
  const sort: ['createTime' | '_id', 'desc'][] = [
    ['createTime', 'desc'],
    ['_id', 'desc'],
  ];
  if (!cursor) {
    return records.find({ ...base, createTime: since(_.lte(newest)) }, { sort, limit });
  }
  const below = _.lt(cursor._id);
  const [same, older] = await Promise.all([
    records.find(
      {
        ...base,
        createTime: cursor.createTime,
        // A filter by ids is narrowed further.
        _id: base._id ? (base._id as typeof below).and(below) : below,
      },
      { sort, limit },
    ),
    records.find({ ...base, createTime: since(_.lt(cursor.createTime)) }, { sort, limit }),
  ]);
  return [...same, ...older].slice(0, limit);
};
