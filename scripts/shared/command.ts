import { createInterface } from 'node:readline/promises';

/**
 * Runs a command to its end: an error is one sentence on standard error and exit code 1. Ends the process itself, because
 * the SDKs keep their connections open.
 * @param main answers the exit code; 0 when it answers nothing
 */
export const runCommand = (main: () => Promise<number | void>): void => {
  main().then(
    code => process.exit(code ?? 0),
    (error: unknown) => {
      console.error(error instanceof Error ? error.message : error);
      process.exit(1);
    },
  );
};

/** Whether the operator says yes. @param instead what to write where there is no terminal */
export const askYes = async (question: string, instead: string): Promise<boolean> => {
  if (!process.stdin.isTTY) throw new Error(`Nobody can be asked here: ${instead}`);
  const reader = createInterface({ input: process.stdin, output: process.stdout });
  const answer = await reader.question(`${question} (yes/no) `);
  reader.close();
  return answer.trim().toLowerCase() === 'yes';
};
