import { migrations } from '../../migrations/list.ts';
import { readMigrationRecords } from '../../migrations/records.ts';
import { pendingMigrations, runMigrations } from '../../migrations/run.ts';
import type { Part, Step } from '../part.ts';

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
