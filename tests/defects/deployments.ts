import type { Defect } from './defect.ts';

const beginnings = 'tests/deploy/wrongBeginnings.rest.test.ts';
const deep = 'tests/deploy/deploy.deep.test.ts';

const checks = 'scripts/deploy/checks.ts';

/** What a deployment refuses, changes and leaves. */
export const deployments: Defect[] = [
  {
    says: 'A deployment replaces a function of another product.',
    file: checks,
    find: 'if (!isOurs(there))',
    replace: 'if (!isOurs(there) && !there.name)',
    caughtBy: beginnings,
    title: 'cannot make its own',
  },
  {
    says: 'A deployment begins although a function runs on another Node.',
    file: checks,
    find: 'return there.runtime === RUNTIME',
    replace: 'return there.runtime',
    caughtBy: beginnings,
    title: 'cannot make its own',
  },
  {
    says: 'A deployment begins with a key that may only read.',
    file: 'scripts/deploy/permissions.ts',
    find: 'if (isForbidden(error)) throw error;',
    replace: 'if (!isForbidden(error)) throw error;',
    caughtBy: beginnings,
    title: 'may not change all',
  },
  {
    says: 'A deployment begins in an environment whose plan has expired.',
    file: checks,
    find: "if (facts.status !== 'NORMAL')",
    replace: "if (facts.status === '')",
    caughtBy: beginnings,
    title: 'expired plan',
  },
  {
    says: 'A deployment begins although records break a unique index.',
    file: checks,
    find: 'return groups > 0',
    replace: 'return groups > 1',
    caughtBy: beginnings,
    title: 'unique index does not allow',
  },
  {
    says: 'A deployment begins with an example for a secret.',
    file: checks,
    find: '...variables.faults.map(fault => `${fault}.`),',
    replace: '',
    caughtBy: beginnings,
    title: 'weak secret',
  },
  {
    says: 'A deployment begins although the plan allows fewer timers.',
    file: checks,
    find: 'timers > most.Trigger.Timer',
    replace: 'timers > 2 * most.Trigger.Timer',
    caughtBy: beginnings,
    title: 'too many timers',
  },
  {
    says: 'A lost key is replaced by one that cannot read what is stored.',
    file: checks,
    find: '...(versions.current\n      ? variables.made',
    replace: '...(versions.current && !variables\n      ? variables.made',
    caughtBy: deep,
    title: 'makes no other key',
  },
  {
    says: 'A rollback goes across a migration that has removed data.',
    file: 'scripts/deploy/run.ts',
    find: 'if (refusal) throw new Error(refusal);',
    replace: '',
    caughtBy: deep,
    title: 'does not return to a version whose data',
  },
  {
    says: 'Of two deployments at once both work.',
    file: 'scripts/deploy/run.ts',
    find: ': oneAtATime(options.log, () => run(options));',
    replace: ': run(options);',
    caughtBy: deep,
    title: 'two at once',
  },
  {
    says: 'A timer that was switched off stays off.',
    file: 'scripts/deploy/parts/timers.ts',
    find: 'there.config === timer.config && !there.isOff',
    replace: 'there.config === timer.config',
    caughtBy: deep,
    title: 'changes exactly',
  },
  {
    says: 'A path at which other services call goes on asking for sign-in.',
    file: 'scripts/deploy/parts/httpPaths.ts',
    find: 'there?.Name === name && !there.EnableAuth',
    replace: 'there?.Name === name',
    caughtBy: deep,
    title: 'changes exactly',
  },
  {
    says: 'Changed code is not noticed.',
    file: 'scripts/deploy/parts/functions.ts',
    find: 'const codeDiffers = actual.description !== description;',
    replace: 'const codeDiffers = !actual.description;',
    caughtBy: deep,
    title: 'changes exactly',
  },
];
