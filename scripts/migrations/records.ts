import { type Claimable, claimsOf } from '#cloudfunctions/_shared/base/claim.ts';
import { _ } from '#cloudfunctions/_shared/base/cloud.ts';
import { type Repository, repository } from '#cloudfunctions/_shared/base/repository.ts';
import { isMissingCollection, retryWithBackoff } from '../shared/retryWithBackoff.ts';
import type { Migration } from './migration.ts';

/** What is known of a migration in an environment; `_id` is the migration's. */
export interface MigrationRecord extends Claimable {
  kind: Migration['kind'];
  sentence: string;
  /**
   * `passed`: it has been through all records while the functions of the version before were serving, which may have
   * made others since then; `done`: once more with nothing but the functions of its own version.
   */
  status: 'queued' | 'running' | 'passed' | 'done';
  /** The run through all records that is under way, or was last: whether its own version was serving when it began. */
  isLive: boolean;
  /** The id of the last record of that run; '' at the beginning. */
  at: string;
  /** Records looked at and changed, in all runs. */
  seen: number;
  changed: number;
  /** Version of the product that ran it last. */
  version: string;
  /** When the run through all records that was last came to its end; null while one is under way. */
  doneTime: number | null;
}

/** Longer than a page takes; a run that was killed holds up the next one for so long. */
const CLAIM_MS = 30_000;

const records = repository<MigrationRecord>('migrations');
export const migrationRecords: Repository<MigrationRecord> = records;
export const migrationClaims = claimsOf(records, () => CLAIM_MS);

/** All there are, also of migrations that this version does not know; none where the collection is not there yet. */
export const readMigrationRecords = async (): Promise<MigrationRecord[]> => {
  const found: MigrationRecord[] = [];
  for (;;) {
    const after = { _id: _.gt(found.at(-1)?._id ?? '') };
    const next = () => records.find(after, { sort: [['_id', 'asc']], limit: 100 });
    const page = await retryWithBackoff(() => unlessMissing(next()));
    found.push(...page);
    if (page.length === 0) return found;
  }
};

/** Nothing instead of the platform's error where the collection has not been created. */
export const unlessMissing = async <T>(reading: Promise<T[]>): Promise<T[]> => {
  try {
    return await reading;
  } catch (error) {
    if (isMissingCollection(error)) return [];
    throw error;
  }
};
