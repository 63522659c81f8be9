import { _ } from '#cloudfunctions/_shared/base/cloud.ts';
import { repository, type Stored } from '#cloudfunctions/_shared/base/repository.ts';
import { retryWithBackoff } from '../shared/retryWithBackoff.ts';
import type { AnyMigration } from './migration.ts';

const PAGE = 100;

/** The next records after this id, with what the migration reads; empty at the end. */
export const pageAfter = (
  { collection, fields, pageSize = PAGE }: AnyMigration,
  at: string,
): Promise<Stored[]> =>
  retryWithBackoff(() =>
    repository(collection).find(
      { _id: _.gt(at) },
      {
        sort: [['_id', 'asc']],
        limit: pageSize,
        // With the last one records that are being removed are answered as well: their ids count for the position.
        fields: [...fields, 'rev', 'unaudited'],
      },
    ),
  );
