import type { SortItems } from '#contract/sorting.ts';
import { actorOf } from './actor.ts';
import { changeRecord } from './changeRecord.ts';
import { _ } from './cloud.ts';
import { withLoad } from './dispatcher.ts';
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
