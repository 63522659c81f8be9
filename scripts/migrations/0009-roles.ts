import type { Stored } from '#cloudfunctions/_shared/base/repository.ts';
import type { RecordMigration } from './migration.ts';

interface Administrator extends Stored {
  role?: string;
}

/** Before there were roles every administrator might do everything. */
export const migration: RecordMigration<Administrator> = {
  collection: 'admins',
  fields: ['role'],
  change: ({ role }) => (role === undefined ? { role: 'admin' } : null),
};
