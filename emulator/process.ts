import type { Emulator } from './emulator.ts';

/**
 * Ties an emulator to its process: SIGTERM and SIGINT drain it and exit 0; an uncaught error is logged and does not end
 * the others' work.
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
  // Who has read the output may be gone. To tell of that would fail again, without end.
  for (const output of [process.stdout, process.stderr]) output.on('error', () => undefined);
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
  process.on('uncaughtException', error => log(`unexpected: ${describe(error)}`));
  process.on('unhandledRejection', error => log(`unexpected: ${describe(error)}`));
}
