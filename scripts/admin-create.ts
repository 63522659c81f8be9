/**
 * `npm run admin:create -- --username x [--nickname y] [--data .data] [--port 8080] [--env ENV_ID]`
 * Makes one more administrator. The password is asked for, or read from standard input when that is no terminal.
 *
 * Locally (without `--env`) it goes through the product that runs on `--port` with `--data`; when none runs there, it
 * opens the data directory itself for a moment. With `--env` it goes to CloudBase: `TENCENTCLOUD_SECRETID` and
 * `TENCENTCLOUD_SECRETKEY` are credentials that may write to its database.
 */
import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { parseArgs } from 'node:util';
import { environmentOptions, openEnvironment, useServerSdk } from './environment.ts';

const main = async () => {
  const { values } = parseArgs({
    options: {
      username: { type: 'string' },
      nickname: { type: 'string', default: '' },
      ...environmentOptions,
    },
  });
  if (!values.username) throw new Error('--username is required');
  const password = await readPassword();
  const environment = await openEnvironment(values);
  useServerSdk(environment);
  try {
    // Loaded here, because the server SDK and the functions read the environment when they load.
    const { createAdmin } = await import('#cloudfunctions/_shared/admins/newAdmin.ts');
    const { username } = await createAdmin({
      username: values.username,
      password,
      nickName: values.nickname,
    });
    console.log(`Administrator ${username} can sign in now.`);
  } finally {
    await environment.close();
  }
};

/** Nothing typed is shown, and nothing of it reaches the command line, where others could read it. */
const readPassword = async (): Promise<string> => {
  const { stdin } = process;
  if (!stdin.isTTY) {
    let text = '';
    for await (const chunk of stdin) text += String(chunk);
    return text.replace(/\r?\n$/, '');
  }
  process.stderr.write('Password: ');
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() });
  const reader = createInterface({ input: stdin, output: silent, terminal: true });
  const password = await reader.question('');
  reader.close();
  process.stderr.write('\n');
  return password;
};

/** A refusal's sentences are printed beside their fields. */
const reasonOf = (error: unknown): string => {
  const fields = (error as { data?: { fields?: Record<string, string> } } | null)?.data?.fields;
  if (fields)
    return Object.entries(fields)
      .map(([field, why]) => `${field}: ${why}`)
      .join('\n');
  return error instanceof Error ? error.message : String(error);
};

main().then(
  // The SDK keeps its connections open.
  () => process.exit(0),
  (error: unknown) => {
    console.error(reasonOf(error));
    process.exit(1);
  },
);
