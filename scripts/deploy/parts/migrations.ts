import { migrations } from '../../migrations/list.ts';
import { readMigrationRecords } from '../../migrations/records.ts';
import { begunSince, reopenMigrations } from '../../migrations/rollback.ts';
import { pendingMigrations, runMigrations } from '../../migrations/run.ts';
import type { Part, Step } from '../part.ts';

/**
 * Before the functions of an older version serve again, by a rollback or deployed by hand: from then on there may be
 * records again as they were before.
 * @param known the ids of the migrations that the version knows which is put in use
 */
export const newerMigrationsPart = (known: readonly string[]): Part => ({
  title: 'Migrations of newer versions',
  plan: async () =>
    (await begunSince(known)).map(({ _id }) => ({
      action: 'change',
      name: _id,
      why: 'will run again with the next version that knows it',
      alone: true,
      run: () => reopenMigrations(known),
    })),
});

/** Before the functions that need them: those of the version before are still serving. */
export const migrationsPart = (log: (line: string) => void): Part => ({
  title: 'Migrations',
  plan: async () => {
    const pending = await pendingMigrations();
    if (pending.length === 0 && (await readMigrationRecords()).length === 0)
      return [
        {
          action: 'create',
          name: `${migrations.length} noted as done`,
          why: 'there are no earlier data',
          run: () => runMigrations({ log }),
        },
      ];
    return pending.map(stepOf(() => runMigrations({ log })));
  },
});

/** Once more, for what the version before stored until its functions were replaced. */
export const migrationsAfterPart = (log: (line: string) => void): Part => ({
  title: 'Migrations, once more after the functions',
  plan: async () => {
    const pending = await pendingMigrations();
    return pending.map(stepOf(() => runMigrations({ log, liveSince: Date.now() })));
  },
});

/** The first of them runs all, in their order; the others find nothing left. */
const stepOf =
  (run: () => Promise<void>) =>
  ({ id, sentence }: { id: string; sentence: string }): Step => ({
    action: 'change',
    name: id,
    why: sentence,
    alone: true,
    run,
  });
