import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';

/** The first of these programs that is on the path. */
export const onPath = (...names: string[]): string | undefined =>
  (process.env['PATH'] ?? '')
    .split(path.delimiter)
    .flatMap(folder => names.map(name => path.join(folder, name)))
    .find(existsSync);

/** Installs a package of Debian, where that is what runs here and we are root. */
export const installPackage = (name: string, log: (line: string) => void): void => {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return;
  if (!existsSync('/usr/bin/apt-get')) return;
  log(`installing ${name} with apt-get`);
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const run = (...of: string[]) =>
    execFileSync('apt-get', of, { stdio: ['ignore', 'ignore', 'inherit'], env });
  run('update', '-qq');
  run('install', '-y', '-qq', '--no-install-recommends', name);
};
