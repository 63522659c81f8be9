import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { createInterface } from 'node:readline';
import CloudBase from '@cloudbase/manager-node';
import COS from 'cos-nodejs-sdk-v5';
import { zipSync } from 'fflate';
import { afterEach, expect, it } from 'vitest';
import { useLocalTransport } from '../../../localTransport.ts';
import { makeDirectory } from '../fixture.ts';

const ROOT = path.resolve(import.meta.dirname, '../../../..');
const ENV_ID = 'shop-1a2b';
const KEYS = { secretId: 'AKIDtest', secretKey: 'secret-of-the-test' };
const ROUNDS = 10;

const children = new Set<ChildProcess>();
afterEach(() => {
  for (const child of children) child.kill('SIGKILL');
  children.clear();
});

/** A process of its own, ready for deployments. */
async function launch(dataDir: string): Promise<{ url: string; kill(): Promise<void> }> {
  const child = spawn(
    process.execPath,
    `--import tsx emulator/start.ts --empty --env ${ENV_ID} --port 0 --workers 1 --data`
      .split(' ')
      .concat(dataDir),
    {
      cwd: ROOT,
      env: {
        PATH: process.env['PATH'],
        EMULATOR_SECRET_ID: KEYS.secretId,
        EMULATOR_SECRET_KEY: KEYS.secretKey,
      },
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  );
  children.add(child);
  for await (const line of createInterface({ input: child.stdout })) {
    const url = /^CloudBase emulator: (\S+),/.exec(line)?.[1];
    if (!url) continue;
    return {
      url,
      async kill() {
        const ended = once(child, 'exit');
        child.kill('SIGKILL');
        await ended;
      },
    };
  }
  throw new Error('The platform did not start.');
}

/** A deployment that may be repeated: what is there already is no failure. */
async function deploy(version: string, done: (step: number) => void): Promise<void> {
  const library = new CloudBase({ ...KEYS, envId: ENV_ID, region: 'ap-shanghai' });
  const cos = new COS({ SecretId: KEYS.secretId, SecretKey: KEYS.secretKey });
  const known = /ResourceInUse|ResourceExist|APICreated/;
  const unlessThere = (work: Promise<unknown>) =>
    work.catch((error: { code?: string }) => {
      if (!known.test(String(error.code))) throw error;
    });
  const source = `exports.main = () => ({ statusCode: 200, body: '${version}' });`;
  const ZipFile = Buffer.from(zipSync({ 'index.js': Buffer.from(source) })).toString('base64');
  const scf = (Action: string, Param: object) =>
    library.commonService('scf', '2018-04-16').call({
      Action,
      Param: { Namespace: ENV_ID, FunctionName: 'shop', ...Param },
    });
  const MgoIndexKeys = [{ Name: 'number', Direction: '1' }];
  const index = { IndexName: 'number', MgoKeySchema: { MgoIsUnique: true, MgoIndexKeys } };
  const steps = [
    () => unlessThere(library.database.createCollection('orders')),
    () => library.database.updateCollection('orders', { CreateIndexes: [index] }),
    () => unlessThere(scf('CreateFunction', { Code: { ZipFile } })),
    () => scf('UpdateFunctionCode', { Code: { ZipFile } }),
    () => unlessThere(library.access.createAccess({ path: '/shop', name: 'shop' })),
    () => unlessThere(library.hosting.enableService().catch(ignoreOnline)),
    async () => {
      const [site] = (await library.hosting.getInfo()) as { Bucket: string }[];
      const place = { Bucket: site!.Bucket, Region: 'ap-shanghai', Key: 'index.html' };
      await cos.putObject({ ...place, Body: version, ContentType: 'text/html' });
    },
  ];
  for (const [at, step] of steps.entries()) {
    await step();
    done(at);
  }
}

/** The library says this itself, without a code. */
function ignoreOnline(error: Error): void {
  if (!error.message.includes('已开启')) throw error;
}

it('comes to the same end after it was killed at any point of a deployment', async () => {
  const dataDir = makeDirectory();
  for (let round = 0; round < ROUNDS; round += 1) {
    const version = `version ${round}`;
    const first = await launch(dataDir);
    let undo = useLocalTransport(first.url);
    let killed: Promise<void> | undefined;
    // Between two steps, and while a step is under way.
    const broken = deploy(version, step => {
      if (step === round % 7) killed = first.kill();
    }).catch(() => undefined);
    await broken;
    await (killed ?? first.kill());
    undo();

    const second = await launch(dataDir);
    undo = useLocalTransport(second.url);
    await deploy(version, () => undefined);

    const library = new CloudBase({ ...KEYS, envId: ENV_ID, region: 'ap-shanghai' });
    const { Indexes } = await library.database.describeCollection('orders');
    expect(Indexes?.map(({ Name }) => Name)).toEqual(['_id_', 'number']);
    expect(await (await fetch(`${second.url}/shop`)).text()).toBe(version);
    expect(await (await fetch(second.url)).text()).toBe(version);
    undo();
    await second.kill();
  }
});
