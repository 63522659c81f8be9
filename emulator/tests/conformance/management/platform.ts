import { rmSync } from 'node:fs';
import CloudBase from '@cloudbase/manager-node';
// The library for object storage, which the other one brings along.
import COS from 'cos-nodejs-sdk-v5';
import { type Emulator, type EmulatorOptions, startEmulator } from '../../../emulator.ts';
import { useLocalTransport } from '../../../localTransport.ts';
import { makeDirectory } from '../fixture.ts';

const ENV_ID = 'shop-1a2b';
const REGION = 'ap-shanghai';

type LibraryOptions = ConstructorParameters<typeof CloudBase>[0];

/** An empty platform that takes deployments, and the unmodified library of the platform's maker. */
export interface Platform extends AsyncDisposable {
  emulator: Emulator;
  dataDir: string;
  log: string[];
  library: CloudBase;
  /** The library with other keys, region or environment. */
  libraryWith(options: LibraryOptions): CloudBase;
  cos: COS;
  /** Object storage with other keys. */
  cosWith(keys: { SecretId?: string; SecretKey?: string }): COS;
  seam(name: string, body: object): Promise<void>;
  restart(): Promise<void>;
}

export async function startPlatform({
  isHttpAccessOff = false,
  ...management
}: EmulatorOptions['management'] & { isHttpAccessOff?: boolean } = {}): Promise<Platform> {
  const dataDir = makeDirectory();
  const log: string[] = [];
  const keys = { secretId: 'AKIDlocal', secretKey: 'local-secret-key' };
  const start = () =>
    startEmulator({
      port: 0,
      dataDir,
      // The library goes on sending calls that the public API has no more.
      management: { ...management, conditions: { interfaces: 'both', ...management.conditions } },
      functionsDir: dataDir,
      workers: 1,
      test: true,
      config: { envId: ENV_ID, collections: [], functions: {} },
      log: line => log.push(line),
      ...keys,
    });
  const libraryWith = (options: LibraryOptions) =>
    new CloudBase({ ...keys, envId: ENV_ID, region: REGION, ...options });
  const cosWith: Platform['cosWith'] = given =>
    new COS({ SecretId: keys.secretId, SecretKey: keys.secretKey, ...given });
  let emulator = await start();
  let undo = useLocalTransport(emulator.url);
  if (!isHttpAccessOff) await libraryWith({}).access.switchAuth(true);
  return {
    dataDir,
    log,
    libraryWith,
    library: libraryWith({}),
    cosWith,
    cos: cosWith({}),
    get emulator() {
      return emulator;
    },
    async seam(name, body) {
      const answer = await fetch(`${emulator.url}/__emulator/${name}`, {
        method: 'POST',
        body: JSON.stringify(body),
      });
      if (!answer.ok) throw new Error(await answer.text());
    },
    async restart() {
      undo();
      await emulator.close();
      emulator = await start();
      undo = useLocalTransport(emulator.url);
    },
    async [Symbol.asyncDispose]() {
      undo();
      await emulator.close();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
