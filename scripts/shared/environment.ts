import { existsSync } from 'node:fs';
import path from 'node:path';
import { REGION } from '#contract/constants.ts';
import { withDirectory } from '#emulator/platform/dataDirectory.ts';
import { localKeys } from './localKeys.ts';

/**
 * The options by which every command names the environment it works on, for `parseArgs`. With `--env` it is one in the
 * cloud, or, with `--endpoint`, one of a local platform that is reached as the cloud is. Without, it is this machine's
 * product: the one that runs on `--port`, else its data directory.
 */
export const environmentOptions = {
  env: { type: 'string' },
  region: { type: 'string', default: REGION },
  endpoint: { type: 'string' },
  data: { type: 'string', default: '.data' },
  port: { type: 'string', default: '8080' },
} as const;

export interface EnvironmentValues {
  env?: string | undefined;
  region: string;
  endpoint?: string | undefined;
  data: string;
  port: string;
}

/** An environment and the keys that open it. */
export interface Environment {
  envId: string;
  region: string;
  secretId: string;
  secretKey: string;
  /** Only with temporary keys. */
  token?: string;
  /** Address of a local platform; absent in the cloud. */
  endpoint?: string;
  /** Only a data directory was opened: no function works on its data. */
  isAlone?: boolean;
  close(): Promise<void>;
}

const LOCAL_ENV = 'local';

/**
 * @param mustExist refuses a data directory without data, where otherwise a new one is made
 * @throws with a sentence that says what is missing
 */
export const openEnvironment = async (
  values: EnvironmentValues,
  { mustExist = false } = {},
): Promise<Environment> =>
  values.env === undefined ? openLocal(values, mustExist) : openNamed(values.env, values);

const openNamed = (envId: string, { region, endpoint }: EnvironmentValues): Environment => {
  const { TENCENTCLOUD_SECRETID, TENCENTCLOUD_SECRETKEY, TENCENTCLOUD_SESSIONTOKEN } = process.env;
  if (!TENCENTCLOUD_SECRETID || !TENCENTCLOUD_SECRETKEY)
    throw new Error(
      'TENCENTCLOUD_SECRETID and TENCENTCLOUD_SECRETKEY are not set: make a key in the console (访问管理 › API 密钥管理) and set both',
    );
  return {
    envId,
    region,
    secretId: TENCENTCLOUD_SECRETID,
    secretKey: TENCENTCLOUD_SECRETKEY,
    ...(TENCENTCLOUD_SESSIONTOKEN && { token: TENCENTCLOUD_SESSIONTOKEN }),
    ...(endpoint && { endpoint: endpoint.replace(/\/+$/, '') }),
    close: () => Promise.resolve(),
  };
};

const openLocal = async (
  { region, data, port }: EnvironmentValues,
  mustExist: boolean,
): Promise<Environment> => {
  const dataDir = path.resolve(data);
  if (mustExist && !existsSync(path.join(dataDir, 'platform.sqlite')))
    throw new Error(`${dataDir} holds no data of the product: name its directory with --data`);
  const keysOf = () => {
    const { secretId, secretKey } = localKeys(dataDir);
    return { envId: LOCAL_ENV, region, secretId, secretKey };
  };
  const url = `http://127.0.0.1:${Number(port)}`;
  if (await isReady(url)) return { ...keysOf(), endpoint: url, close: () => Promise.resolve() };
  // Only where it is needed: the local platform takes as much memory as all that a command does.
  const [{ startEmulator }, { platformConfig }] = await Promise.all([
    import('#emulator/emulator.ts'),
    import('../build/platform.ts'),
  ]);
  return withDirectory(dataDir, async release => {
    const keys = keysOf();
    const emulator = await startEmulator({
      port: 0,
      dataDir,
      release,
      config: platformConfig(),
      functionsDir: path.join(dataDir, 'none'),
      workers: 0,
      secretId: keys.secretId,
      secretKey: keys.secretKey,
    });
    return { ...keys, endpoint: emulator.url, isAlone: true, close: () => emulator.close() };
  });
};

const isReady = (url: string) =>
  fetch(`${url}/__emulator/health`).then(
    answer => answer.ok,
    () => false,
  );

/**
 * Points the server SDK, and what is shared with the functions, at an environment. Both read these variables when they
 * load: import them afterwards.
 */
export const useServerSdk = (environment: Environment): void => {
  const { envId, secretId, secretKey, token, endpoint } = environment;
  Object.assign(process.env, {
    TENCENTCLOUD_SECRETID: secretId,
    TENCENTCLOUD_SECRETKEY: secretKey,
    ...(token && { TENCENTCLOUD_SESSIONTOKEN: token }),
    // Keeps the SDK from asking the cloud's metadata host, which is not there on this machine.
    TENCENTCLOUD: 'true',
    SCF_NAMESPACE: envId,
    ...(endpoint && {
      TCB_CONTEXT_CNFG: JSON.stringify({ URL: `${endpoint}/admin` }),
      SILENCE: 'true',
    }),
  });
};
