import { readFileSync } from 'node:fs';
import type { Emulator } from './emulator.ts';

/** How often it is looked whether npm is still there. */
const LOOK_MS = 500;

/** What began this process: npm, or a shell of npm's, which outlives it where npm is killed. Only Linux says whose it is. */
const above = (): string => {
  const parent = process.ppid;
  try {
    const [, name = '', rest = ''] =
      /\((.*)\) (.*)/s.exec(readFileSync(`/proc/${parent}/stat`, 'utf8')) ?? [];
    return name.endsWith('sh') ? `${parent} of ${rest.split(' ')[1]}` : `${parent}`;
  } catch {
    return `${parent}`;
  }
};
const atStart = above();

/**
 * Ties an emulator to its process: SIGTERM and SIGINT drain it and exit 0; an uncaught error is logged and does not end
 * the others' work. Begun by npm, it ends with npm, also where npm passes no signal on; a terminal may go.
 */
export function tieToProcess(emulator: Pick<Emulator, 'close'>, log: (line: string) => void): void {
  const describe = (error: unknown) =>
    error instanceof Error ? (error.stack ?? error.message) : String(error);
  const stop = () => {
    emulator.close().then(
      () => process.exit(0),
      (error: unknown) => {
        log(describe(error));
        process.exit(1);
      },
    );
  };
  // Who has read the output may be gone. To report that would fail again, without end.
  for (const output of [process.stdout, process.stderr]) output.on('error', () => undefined);
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
  if (process.env.npm_lifecycle_event) {
    const looking = setInterval(() => {
      if (above() === atStart) return;
      clearInterval(looking);
      stop();
    }, LOOK_MS);
    looking.unref();
  }
  process.on('uncaughtException', error => log(`unexpected: ${describe(error)}`));
  process.on('unhandledRejection', error => log(`unexpected: ${describe(error)}`));
}
