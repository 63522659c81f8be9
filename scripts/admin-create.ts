/**
 * `npm run admin:create -- --username x [--nickname y] [--data .data] [--port 8080] [--cloud]`
 * Makes one more administrator. The password is asked for, or read from standard input when that is no terminal.
 *
 * Locally (without `--cloud`) it goes through the product that runs on `--port` with `--data`; when none runs there,
 * it opens the data directory itself for a moment. With `--cloud` it goes to CloudBase: `CLOUDBASE_ENV` names the
 * environment, `TENCENTCLOUD_SECRETID` and `TENCENTCLOUD_SECRETKEY` are credentials that may write to its database.
 */
import path from 'node:path';
import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { parseArgs } from 'node:util';
import { startEmulator } from '#emulator/emulator.ts';
import { platformConfig } from './build/platform.ts';
import { localKeys } from './keys.ts';

const LOCAL_ENV = 'local';

const main = async () => {
  const { values } = parseArgs({
    options: {
      username: { type: 'string' },
      nickname: { type: 'string', default: '' },
      data: { type: 'string', default: '.data' },
      port: { type: 'string', default: '8080' },
      cloud: { type: 'boolean', default: false },
    },
  });
  if (!values.username) throw new Error('--username is required');
  const password = await readPassword();
  const disconnect = values.cloud ? cloud() : await local(values.data, Number(values.port));
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
    await disconnect();
  }
};

type Disconnect = () => Promise<void> | void;

const cloud = (): Disconnect => {
  const needed = ['CLOUDBASE_ENV', 'TENCENTCLOUD_SECRETID', 'TENCENTCLOUD_SECRETKEY'];
  const missing = needed.filter(name => !process.env[name]);
  if (missing.length > 0) throw new Error(`not set: ${missing.join(', ')}`);
  // TENCENTCLOUD keeps the SDK from asking the cloud's metadata host, which is not there on this machine.
  Object.assign(process.env, { SCF_NAMESPACE: process.env.CLOUDBASE_ENV, TENCENTCLOUD: 'true' });
  return () => undefined;
};

const local = async (data: string, port: number): Promise<Disconnect> => {
  const dataDir = path.resolve(data);
  const { secretId, secretKey } = localKeys(dataDir);
  let url = `http://127.0.0.1:${port}`;
  let disconnect: Disconnect = () => undefined;
  if (!(await isReady(url))) {
    const emulator = await startEmulator({
      port: 0,
      dataDir,
      config: platformConfig(),
      functionsDir: path.join(dataDir, 'none'),
      workers: 0,
      secretId,
      secretKey,
    });
    url = emulator.url;
    disconnect = () => emulator.close();
  }
  Object.assign(process.env, {
    TCB_CONTEXT_CNFG: JSON.stringify({ URL: `${url}/admin` }),
    TENCENTCLOUD_SECRETID: secretId,
    TENCENTCLOUD_SECRETKEY: secretKey,
    TENCENTCLOUD: 'true',
    SCF_NAMESPACE: LOCAL_ENV,
    SILENCE: 'true',
  });
  return disconnect;
};

const isReady = (url: string) =>
  fetch(`${url}/__emulator/health`).then(
    answer => answer.ok,
    () => false,
  );

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
