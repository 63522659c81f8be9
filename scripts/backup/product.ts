import { execFile } from 'node:child_process';
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import manifest from '../../package.json' with { type: 'json' };

const root = path.join(import.meta.dirname, '../..');

/** What made a backup. */
export const productOf = async () => {
  const { name, version } = manifest;
  const commit = await promisify(execFile)('git', ['rev-parse', 'HEAD'], { cwd: root }).then(
    ({ stdout }) => stdout.trim(),
    // A copy without its history.
    () => null,
  );
  return { name, version, commit };
};

/** The changes of stored data that this version has: a backup with others is from a newer one. */
export const knownMigrations = async (): Promise<string[]> => {
  const files = await readdir(path.join(root, 'scripts/migrations')).catch(() => []);
  return files.flatMap(file => /^(\d{4}-.+)\.ts$/.exec(file)?.[1] ?? []).sort();
};
