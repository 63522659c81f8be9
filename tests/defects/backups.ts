import type { Defect } from './defect.ts';

const tests = 'tests/backup/backup.test.ts';
const further = 'tests/backup/backup.rest.test.ts';
const types = 'tests/backup/types.test.ts';

const restoring = 'scripts/backup/restore.ts';
const parts = 'scripts/backup/parts.ts';

/** What a backup holds, and what restoring refuses. */
export const backups: Defect[] = [
  {
    says: 'A changed file of a backup is restored.',
    file: parts,
    find: 'if (sha256Of(compressed) !== sha256)',
    replace: 'if (sha256Of(compressed) !== sha256 && isNaN(1))',
    caughtBy: tests,
    title: 'changed byte',
  },
  {
    says: 'A changed picture of a backup is restored.',
    file: 'scripts/backup/pictures.ts',
    find: 'if (content.length === bytes && sha256Of(content) === sha256) return content;',
    replace: 'if (content.length === bytes) return content;',
    caughtBy: tests,
    title: 'changed picture',
  },
  {
    says: 'A backup of a newer version is restored.',
    file: 'scripts/backup/checkBackup.ts',
    find: 'if (newer.length > 0)',
    replace: 'if (newer.length > 1)',
    caughtBy: tests,
    title: 'manifest of a newer version',
  },
  {
    says: 'Restoring begins although a unique index will refuse documents.',
    file: 'scripts/backup/checkBackup.ts',
    find: 'if (hashes.size === 0) continue;',
    replace: 'if (hashes.size >= 0) continue;',
    caughtBy: further,
    title: 'that a unique index would refuse',
  },
  {
    says: 'Restoring removes the work of an environment in use.',
    file: restoring,
    find: 'if (used || ids.length > 1)',
    replace: 'if (ids.length > 1)',
    caughtBy: tests,
    title: 'an administrator who has signed in',
  },
  {
    says: 'Restoring puts a backup beside what is there.',
    file: restoring,
    find: "else if (one.is !== 'missing' && others.length <= MOST_MADE)",
    replace: "else if (one.is === 'different' && others.length <= MOST_MADE)",
    caughtBy: tests,
    title: 'documents of its own',
  },
  {
    says: 'Restoring does not go on after a part of a batch was written.',
    file: restoring,
    find: 'if (missing.length > 0) await insertBatch(platform, name, missing);',
    replace: 'if (missing.length > batch.length) await insertBatch(platform, name, missing);',
    caughtBy: tests,
    title: 'goes on where it was interrupted',
  },
  {
    says: 'Sessions outlive a restoring.',
    file: restoring,
    find: "await platform.remove('adminSessions', { _id: { $gte: '' } });",
    replace: "await platform.remove('adminSessions', { _id: '' });",
    caughtBy: tests,
    title: 'what a deployment has made',
  },
  {
    says: 'What others write while a backup is restored goes unnoticed.',
    file: restoring,
    find: "if (is !== 'same') faults.push",
    replace: "if (is === 'missing') faults.push",
    caughtBy: further,
    title: 'something else writes meanwhile',
  },
  {
    says: 'A backup mixes the moments of a collection without a word.',
    file: 'scripts/backup/collectionReader.ts',
    find: 'if (hashOfLines(lines) === range.part.contentSha256) continue;',
    replace: 'if (lines.length >= range.part.documents - 1) continue;',
    caughtBy: further,
    title: 'the content of one moment',
  },
  {
    says: 'An interrupted backup looks like a whole one.',
    file: 'scripts/backup/backUp.ts',
    find: 'const dir = `${target}.unfinished`;',
    replace: 'const dir = target;',
    caughtBy: further,
    title: 'is not there before it is whole',
  },
  {
    says: 'File ids of another environment stay as they were.',
    file: 'scripts/backup/batches.ts',
    find: 'if (from === to) return line => line;',
    replace: 'if (from.length > 0 || from === to) return line => line;',
    caughtBy: further,
    title: 'gets file ids of the environment',
  },
  {
    says: 'File ids within texts are changed as well.',
    file: 'scripts/backup/batches.ts',
    find: "line[at - 1] === '\\\\' ?",
    replace: "line[at - 1] === '{' ?",
    caughtBy: further,
    title: 'gets file ids of the environment',
  },
  {
    says: 'Large integers count as equal when they are only nearly so.',
    file: 'scripts/backup/sameDocument.ts',
    find: 'return Number.isInteger(number) && !Number.isSafeInteger(number) ?',
    replace: 'return Number.isInteger(number) && isNaN(number) ?',
    caughtBy: types,
    title: 'compares',
  },
];
