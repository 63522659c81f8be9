import type { Defect } from './defect.ts';

const caughtBy = 'tests/functions/base/migrations.test.ts';
const run = 'scripts/migrations/run.ts';
const applyTo = 'scripts/migrations/applyTo.ts';

/** How stored data of an earlier version are brought to this one. */
export const migrationDefects: Defect[] = [
  {
    says: 'A migration overwrites what a function has changed since it read the record.',
    file: applyTo,
    find: 'compareAndSet(_id, { rev }, written(patch))',
    replace: 'compareAndSet(_id, {}, written({ ...patch, rev }))',
    caughtBy,
    title: 'overwrites nothing',
  },
  {
    says: 'A record that a function changes just then stays as it was.',
    file: applyTo,
    find: 'current = await retryWithBackoff(() => records.get(_id));',
    replace: 'current = null;',
    caughtBy,
    title: 'overwrites nothing',
  },
  {
    says: 'What the version before stores until its functions are replaced is never migrated.',
    file: run,
    find: "const status = isLive ? 'done' : 'passed';",
    replace: "const status = 'done';",
    caughtBy,
    title: 'is repeated once the functions are replaced',
  },
  {
    says: 'The run after the functions were replaced begins where the one before them ended.',
    file: run,
    find: "await advanceBy({ isLive, at: '', doneTime: null });",
    replace: 'await advanceBy({ isLive, doneTime: null });',
    caughtBy,
    title: 'is repeated once the functions are replaced',
  },
  {
    says: 'Two deployments at the same time migrate the same records.',
    file: run,
    find: 'if (record.claimUntil > Date.now()) {',
    replace: 'if (record.claimUntil > Infinity) {',
    caughtBy,
    title: 'works once when two deployments',
  },
  {
    says: 'A run that has lost its claim goes on.',
    file: run,
    find: 'if (!next) throw new Error(`${record._id}: another run has taken over`);',
    replace: 'if (!next) return;',
    caughtBy,
    title: 'stops without harm',
  },
  {
    says: 'A version is put back although newer data lack what it needs.',
    file: 'scripts/migrations/rollback.ts',
    find: "kind === 'removes'",
    replace: "kind !== 'removes' && kind !== 'adds'",
    caughtBy,
    title: 'is refused across a migration that removes',
  },
  {
    says: 'Figures of templates are kept in another order than they are read in.',
    file: 'scripts/migrations/0001-figures-as-text.ts',
    find: "['ok', 'fail', 'credits', 'coins', 'earned']",
    replace: "['fail', 'ok', 'credits', 'coins', 'earned']",
    caughtBy,
    title: 'rewrites every kept day',
  },
  {
    says: 'The check before a deployment does not see what a pending migration mends.',
    file: 'scripts/migrations/brokenRecords.ts',
    find: '({ ...current, ...change(current as never) })',
    replace: '({ ...change(current as never), ...current })',
    caughtBy,
    title: 'does not complain of what a pending migration mends',
  },
];
