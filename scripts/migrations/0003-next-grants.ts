import type { Stored } from '#cloudfunctions/_shared/base/repository.ts';
import type { RecordMigration } from './migration.ts';

interface Order extends Stored {
  fulfil?: { status: string; nextTime?: number | null };
}

/** Orders that wait for their grant are found by the time of its next try. */
export const migration: RecordMigration<Order> = {
  collection: 'orders',
  fields: ['fulfil', 'updateTime'],
  change: ({ fulfil, updateTime }) =>
    fulfil?.status === 'pending' && fulfil.nextTime === undefined
      ? { fulfil: { ...fulfil, nextTime: updateTime } }
      : null,
};
