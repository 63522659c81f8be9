import type { Defect } from './defect.ts';

const adminExport = 'tests/functions/adminExport.test.ts';
const adminUser = 'tests/functions/adminUser.test.ts';
const catalogue = 'tests/functions/catalogue.test.ts';
const claim = 'cloudfunctions/_shared/base/claim.ts';

/** Tags, orders, exports and figures of lists. */
export const lists: Defect[] = [
  {
    says: 'A list by one field alone names no state, so that all that was found is sorted.',
    file: 'cloudfunctions/_shared/base/listing.ts',
    find: 'return isNeeded ? states : undefined;',
    replace: 'return isNeeded && query === null ? states : undefined;',
    caughtBy: 'tests/functions/plans.test.ts',
    title: 'adminTask.getTasks',
  },
  {
    says: 'A filter has an index of its own beside the one with the state.',
    file: 'contract/entity.ts',
    find: '.filter(name => !withState(`${name} status ${first}`))',
    replace: '.filter(name => name)',
    caughtBy: 'tests/contract/indexes.test.ts',
    title: 'no more indexes',
  },
  {
    says: 'A tag given to many users writes over the tags that others give meanwhile.',
    file: 'cloudfunctions/adminUser/tags.ts',
    find: 'changeRecord(users, user, { rev: user.rev }, { tags }, entry)',
    replace: 'changeRecord(users, user, {}, { tags }, entry)',
    caughtBy: adminUser,
    title: 'given at once by several administrators',
  },
  {
    says: 'A tag that no user has any more is still suggested.',
    file: 'cloudfunctions/adminUser/tags.ts',
    find: 'if (user) used.add(name);',
    replace: 'used.add(name ?? user);',
    caughtBy: adminUser,
    title: 'those in use are suggested',
  },
  {
    says: 'A record is moved first without looking at the version that was read.',
    file: 'cloudfunctions/_shared/base/sorting.ts',
    find: 'const before = existing(found, rev);',
    replace: 'const before = existing(found);',
    caughtBy: catalogue,
    title: 'before all others',
  },
  {
    says: 'The head of an export does not tell of its filter.',
    file: 'cloudfunctions/heavyWorker/exports/work.ts',
    find: '[head.filter, job.filterText || everything],',
    replace: '[head.filter, everything],',
    caughtBy: adminExport,
    title: 'in its first lines',
  },
  {
    says: 'Two workers take the same job.',
    file: claim,
    find: '{ rev, status, claimUntil }, ()',
    replace: '{ status }, ()',
    caughtBy: adminExport,
    title: 'is taken by one worker',
  },
  {
    says: 'A worker that has lost its claim goes on.',
    file: 'cloudfunctions/_shared/base/lease.ts',
    find: '=> ({ [holder]: valueAt(record, holder) });',
    replace: '=> (valueAt(record, holder) ? {} : { [holder]: 0 });',
    caughtBy: adminExport,
    title: 'is taken by one worker',
  },
  {
    says: 'A worker goes on with a job that was cancelled.',
    file: claim,
    find: 'lease.renew(job, running, patch)',
    replace: 'lease.renew(job, {}, patch)',
    caughtBy: adminExport,
    title: 'is taken by one worker',
  },
  {
    says: 'The credits of one user are exported with those of all others.',
    file: 'contract/export.ts',
    find: 'filter: { ...(filter?.data as object | undefined) }',
    replace: 'filter: {}',
    caughtBy: adminExport,
    title: 'of the ledger holds',
  },
  {
    says: 'A screen no longer calls an action that it is there for.',
    file: 'src/admin/resources/tasks/TaskFigures.tsx',
    find: "invoke('adminTask', 'getTaskStats', {})",
    replace: 'Promise.reject<Stats>(new Error(String(invoke)))',
    caughtBy: 'tests/reachable.test.ts',
    title: 'every action of administrators',
  },
];
