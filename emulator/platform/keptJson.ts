import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';

/**
 * What a file of a data directory holds, made and stored the first time. Only the process that has taken the directory
 * makes it: two would each go on with their own.
 */
export function keptJson<T>(file: string, make: () => T): T {
  if (!existsSync(file)) {
    writeFileSync(`${file}.new`, `${JSON.stringify(make(), null, 2)}\n`, { mode: 0o600 });
    renameSync(`${file}.new`, file);
  }
  return JSON.parse(readFileSync(file, 'utf8')) as T;
}
