import { _ } from '#cloudfunctions/_shared/base/cloud.ts';
import { repository, type Stored } from '#cloudfunctions/_shared/base/repository.ts';
import { retryWithBackoff } from '../shared/retryWithBackoff.ts';
import type { AnyMigration } from './migration.ts';

/** How often a change is worked out anew for a record that others keep changing. */
const TRIES = 20;

/**
 * Changes a record as the migration says, at the version at which it was read: a function that writes it meanwhile is
 * not overwritten, and one that has read it before writes at its own version and so does not undo the change.
 * @returns whether it had to be changed
 */
export const applyTo = async (
  { collection, change }: AnyMigration,
  read: Stored,
): Promise<boolean> => {
  const records = repository(collection);
  let current: Stored | null = read;
  for (let tries = 1; current; tries += 1) {
    const { _id, rev }: Stored = current;
    const patch = change(current as never);
    if (!patch) return false;
    if (await retryWithBackoff(() => records.compareAndSet(_id, { rev }, written(patch))))
      return true;
    if (tries >= TRIES) throw new Error(`${collection} ${_id} keeps being changed by others`);
    current = await retryWithBackoff(() => records.get(_id));
  }
  return false;
};

const written = (patch: object): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(patch).map(([field, value]) => [
      field,
      value === undefined ? _.remove() : value,
    ]),
  );
