import { SORT_STEP } from '#contract/constants.ts';
import { callSentences } from '#contract/sentences/calls.ts';
import { MOST_SORT, type SortItems } from '#contract/sorting.ts';
import { actorOf } from './actor.ts';
import { changeRecord, existing } from './changeRecord.ts';
import { _ } from './cloud.ts';
import { withLoad } from './dispatcher.ts';
import { stateNotAllowed } from './errors.ts';
import type { Repository, Stored } from './repository.ts';

/**
 * Stores a new order: each record's sort value in an atomic set of its own. Missing records and unchanged values are
 * skipped. One audit row for each moved record.
 */
export const sorting = <R extends Stored & { sort: number }>(
  records: Repository<R>,
  resource: string,
) =>
  withLoad(
    ({ items }: SortItems) =>
      records.find({ _id: _.in(items.map(({ _id }) => _id)) }, { limit: items.length }),
    async ({ items }, context, before): Promise<{ updated: number }> => {
      const wanted = new Map(items.map(({ _id, sort }) => [_id, sort]));
      const moved = before.filter(({ _id, sort }) => sort !== wanted.get(_id));
      const entry = { by: await actorOf(context), resource, keepAuthor: true } as const;
      const written = await Promise.all(
        moved.map(async record => {
          const patch = { sort: wanted.get(record._id) };
          return (await changeRecord(records, record, {}, patch, entry)) !== null;
        }),
      );
      return { updated: written.filter(Boolean).length };
    },
  );

/**
 * Puts one record before all others. Of two that are moved at once both stand before the rest, and the newer one first.
 */
export const movingFirst = <R extends Stored & { sort: number }>(
  records: Repository<R>,
  resource: string,
  idName = 'id',
) =>
  withLoad(
    async (data: Record<string, unknown>) => {
      const [found, [top]] = await Promise.all([
        records.get(String(data[idName])),
        records.find(
          {},
          {
            sort: [
              ['sort', 'desc'],
              ['createTime', 'desc'],
              ['_id', 'desc'],
            ],
            limit: 1,
          },
        ),
      ]);
      return { found, top };
    },
    async (data, context, { found, top }): Promise<R> => {
      const rev = data['rev'] as number | undefined;
      const before = existing(found, rev);
      if (!top || top._id === before._id) return before;
      const sort = top.sort + SORT_STEP;
      if (sort > MOST_SORT) throw stateNotAllowed(callSentences.noPlaceBefore);
      const entry = { by: await actorOf(context), resource, keepAuthor: true } as const;
      const guard = rev === undefined ? {} : { rev };
      return (
        (await changeRecord(records, before, guard, { sort }, entry)) ?? records.missed(before._id)
      );
    },
  );
