import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';

/**
 * Asks for a secret, or takes all of standard input where that is no terminal. Nothing typed is shown, and nothing of it
 * reaches the command line, where others could read it.
 */
export const readSecret = async (name: string): Promise<string> => {
  const { stdin } = process;
  if (!stdin.isTTY) {
    let text = '';
    for await (const chunk of stdin) text += String(chunk);
    return text.replace(/\r?\n$/, '');
  }
  process.stderr.write(`${name}: `);
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() });
  const reader = createInterface({ input: stdin, output: silent, terminal: true });
  const secret = await reader.question('');
  reader.close();
  process.stderr.write('\n');
  return secret;
};
