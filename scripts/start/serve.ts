import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { isSealingKey } from '#cloudfunctions/_shared/base/requiredSecrets.ts';
import { wellKnown } from '#cloudfunctions/_shared/base/wellKnown.ts';
import { EXAMPLE_PASSWORD } from '#contract/admin.ts';
import { loadCustomLoginKey } from '#emulator/auth/customLoginKey.ts';
import { type Emulator, startEmulator } from '#emulator/emulator.ts';
import { withDirectory } from '#emulator/platform/dataDirectory.ts';
import type { EmulatorConfig } from '#emulator/types.ts';
import { configScript } from '../build/configScript.ts';
import { contentPolicy, securityHeaders } from '../build/contentPolicy.ts';
import { declared, ownVariables, sharedVariables } from '../build/declared.ts';
import { countAll, insertAll, storePictures } from '../demo/seedDatabase.ts';
import { migrations } from '../migrations/list.ts';
import { localKeys } from '../shared/localKeys.ts';
import { type LocalSandbox, localSandbox } from '../shared/sandbox.ts';

export interface ServeOptions {
  port: number;
  dataDir: string;
  workers: number;
  demo: 'small' | 'none';
  test: boolean;
  functionsDir: string;
  /** The built application; absent where another server shows it. */
  appDir?: string;
  /** The functions' worker, when bundled. */
  workerFile?: string;
  /** Where the functions' compiled code is kept from one start to the next. */
  codeCacheDir?: string;
  log: (line: string) => void;
  /** The time to begin at, epoch milliseconds; this machine's when absent. */
  now?: number;
}

export interface Served {
  emulator: Emulator;
  /** Password of the first administrator, only in the start that made it. */
  initialPassword?: string;
  close(): Promise<void>;
}

export const ENV_ID = 'local';
const INITIAL_PASSWORD = 'ADMIN_INITIAL_PASSWORD';

/** A path with an extension is a missing file; everything else is an address of the application. */
const fallback = (address: string) =>
  /\.[a-z0-9]{1,8}$/i.test(address) ? undefined : '/index.html';

/** The whole product on one port of 127.0.0.1: local CloudBase, application, first administrator, demo data. */
export const serve = async (options: ServeOptions): Promise<Served> => {
  const fault = process.env[INITIAL_PASSWORD] && wellKnown(process.env[INITIAL_PASSWORD]);
  if (fault) throw new Error(`${INITIAL_PASSWORD} ${fault}: choose one that nobody guesses`);
  if (process.env[INITIAL_PASSWORD] === EXAMPLE_PASSWORD)
    options.log(`${INITIAL_PASSWORD} is the published example: other environments refuse it`);
  return withDirectory(options.dataDir, release => serveFrom(options, release));
};

const serveFrom = async (options: ServeOptions, release: () => void): Promise<Served> => {
  const { dataDir, log } = options;
  const keys = localKeys(dataDir);
  const customLoginKey = loadCustomLoginKey(dataDir, ENV_ID);
  const publishableKey = process.env['EMULATOR_PUBLISHABLE_KEY'] || 'local-publishable-key';
  let initialPassword: string | undefined;

  let emulator: Emulator;
  // The settings' secrets are encrypted with the functions' key.
  process.env['APP_KEK_1'] = keys.kek;
  const local = localSandbox(dataDir, options.test, () => emulator);
  const prepare = async (started: Emulator) => {
    emulator = started;
    if (options.now !== undefined) emulator.clock.set(options.now);
    // The stand-ins' port is known only now; variables of the environment take precedence.
    setVariables(config, { ...local.variables(emulator.url), ...process.env, ...ours });
    local.sandbox.reset();
    await migrate(emulator, log);
    const now = options.now ?? emulator.clock.now();
    initialPassword = await fillEmpty(emulator, options.demo, now, local);
    if (!process.env['WECHATPAY_BASE_URL']) await local.configure(emulator);
  };
  const config = { ...structuredClone(declared), envId: ENV_ID };
  // Values of this local platform, even if the environment has others.
  const ours = {
    STORAGE_BUCKET: declared.storage?.bucket,
    CUSTOM_LOGIN_KEY: JSON.stringify(customLoginKey),
    APP_KEK_1: keys.kek,
  };
  setVariables(config, { ...process.env, ...ours });

  emulator = await startEmulator({
    port: options.port,
    dataDir,
    release,
    workers: options.workers,
    functionsDir: options.functionsDir,
    config,
    mounts: local.mounts,
    test: options.test,
    publishableKey,
    secretId: keys.secretId,
    secretKey: keys.secretKey,
    ...(options.workerFile && { workerFile: options.workerFile }),
    ...(options.codeCacheDir && { codeCacheDir: options.codeCacheDir }),
    ...(options.appDir && {
      hosting: {
        dir: options.appDir,
        headers: {
          ...securityHeaders,
          'content-security-policy': contentPolicy(
            readFileSync(path.join(options.appDir, 'index.html'), 'utf8'),
          ),
        },
        fallback,
        files: {
          '/config.js': {
            body: configScript({ envId: ENV_ID, publishableKey }, true),
            type: 'text/javascript; charset=utf-8',
          },
        },
      },
    }),
    prepare,
    log,
  });
  return {
    emulator,
    ...(initialPassword && { initialPassword }),
    close: async () => {
      await emulator.close();
      local.sandbox.close();
    },
  };
};

/** Gives each function those that it reads, as a deployment does. */
const setVariables = (
  { functions }: EmulatorConfig,
  given: Record<string, string | undefined>,
): void => {
  const sealingKeys = Object.keys(given).filter(isSealingKey);
  for (const [name, { environment = {} }] of Object.entries(functions)) {
    const own = ownVariables[name] ?? [];
    const names = [...sharedVariables, ...own, ...(own.some(isSealingKey) ? sealingKeys : [])];
    for (const variable of names) {
      const value = given[variable];
      if (value !== undefined) environment[variable] = value;
    }
  }
};

/** First administrator, and demo data where nothing is stored yet. Answers the password if it was made here. */
const fillEmpty = async (
  emulator: Emulator,
  demo: 'small' | 'none',
  now: number,
  { remember }: LocalSandbox,
): Promise<string | undefined> => {
  if ((await countAll(emulator, 'admins')) > 0) return undefined;
  let colleagues: object[] | undefined;
  if (demo === 'small' && (await countAll(emulator, 'templates')) === 0) {
    const { makeDemo } = await import('../demo/demo.ts');
    const { collections, pictures, memory } = makeDemo(now);
    remember(memory);
    const { admins: others, ...content } = collections;
    await storePictures(emulator, pictures, content['files']);
    await insertAll(emulator, content);
    colleagues = others;
  }

  // After the content, so that an interrupted start is repeated; the others after the first administrator, who is made
  // only where there is none.
  const given = process.env[INITIAL_PASSWORD];
  const password = given || randomBytes(9).toString('base64url');
  await createAdmin(emulator, password);
  await insertAll(emulator, { admins: colleagues ?? [] });
  return given ? undefined : password;
};

/** Data that an earlier version has stored, before a function of this one sees them. */
const migrate = async (emulator: Emulator, log: ServeOptions['log']) => {
  const [all, done] = await Promise.all([
    countAll(emulator, 'migrations'),
    countAll(emulator, 'migrations', { status: 'done' }),
  ]);
  // More where a newer version has served these data.
  if (all === migrations.length && done === all) return;
  useServerSdk(emulator);
  const { runMigrations } = await import('../migrations/run.ts');
  await runMigrations({ log, liveSince: 0 });
};

/** As in the cloud. What it is for is loaded afterwards, and only by the start that needs it. */
const useServerSdk = (emulator: Emulator) =>
  Object.assign(process.env, {
    TCB_CONTEXT_CNFG: JSON.stringify({ URL: `${emulator.url}/admin` }),
    TENCENTCLOUD_SECRETID: emulator.secretId,
    TENCENTCLOUD_SECRETKEY: emulator.secretKey,
    TENCENTCLOUD: 'true',
    SCF_NAMESPACE: emulator.envId,
    SILENCE: 'true',
  });

const createAdmin = async (emulator: Emulator, password: string) => {
  useServerSdk(emulator);
  const { createFirstAdmin } = await import('#cloudfunctions/_shared/admins/newAdmin.ts');
  await createFirstAdmin({ username: 'admin', password, nickName: '管理员' });
};
