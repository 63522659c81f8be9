import type { Stored } from '#cloudfunctions/_shared/base/repository.ts';
import type { RecordMigration } from './migration.ts';

interface User extends Stored {
  refundingCredits?: number;
}

/**
 * Credits that refunds under way have taken. The version before does not know the figure, so after a rollback it would go
 * on showing what has arrived meanwhile; a refund that ends later subtracts no more than there is.
 */
export const migration: RecordMigration<User> = {
  collection: 'users',
  fields: ['refundingCredits'],
  change: ({ refundingCredits = 0 }) => (refundingCredits > 0 ? { refundingCredits: 0 } : null),
};
