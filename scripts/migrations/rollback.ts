import { retryWithBackoff } from '../shared/retryWithBackoff.ts';
import { migrationRecords, readMigrationRecords } from './records.ts';

/** What was begun by a version that knows more migrations. */
export const begunSince = async (doneAtThatVersion: readonly string[]) =>
  (await readMigrationRecords()).filter(
    ({ _id, status }) => status !== 'queued' && !doneAtThatVersion.includes(_id),
  );

/**
 * Why a version must not serve what is stored now; null where it may.
 * @param doneAtThatVersion the ids of the migrations that it knows
 */
export const refusalOfRollback = async (
  doneAtThatVersion: readonly string[],
): Promise<string | null> => {
  const removing = (await begunSince(doneAtThatVersion)).filter(({ kind }) => kind === 'removes');
  if (removing.length === 0) return null;
  const lines = removing.map(({ _id, version, sentence }) => `${_id} (${version}): ${sentence}`);
  return [
    'That version cannot serve the stored data, from which newer ones have removed what it may need:',
    ...lines.map(line => `  ${line}`),
    'Correct the fault in a newer version and deploy that, or restore a backup made before.',
  ].join('\n');
};

/**
 * Before an older version serves again: what it stores may be as it was before the migrations that it does not know, so
 * the next deployment of a newer version runs them again.
 */
export const reopenMigrations = async (doneAtThatVersion: readonly string[]): Promise<void> => {
  for (const { _id } of await begunSince(doneAtThatVersion))
    await retryWithBackoff(() =>
      migrationRecords.compareAndSet(
        _id,
        {},
        { status: 'queued', isLive: false, at: '', doneTime: null },
      ),
    );
};
