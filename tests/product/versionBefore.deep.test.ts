import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { collections } from '#contract/collections.ts';
import { loadCustomLoginKey } from '#emulator/auth/customLoginKey.ts';
import { type Emulator, startEmulator } from '#emulator/emulator.ts';
import { insertAll } from '../../scripts/demo/seedDatabase.ts';
import { migrations } from '../../scripts/migrations/list.ts';
import { earlierShapes } from '../earlierShapes.ts';
import { takeSnapshot } from '../functions/world/snapshot.ts';
import { findRecords } from './database.ts';
import { createCaller, startProduct } from './product.ts';
import { buildVersionBefore, release, type VersionBefore } from './versionBefore.ts';

const root = path.resolve(import.meta.dirname, '../..');
const PASSWORD = 'version-before-电池';
/** Where nothing listens: other services answer neither before nor after. */
const NOWHERE = 'http://127.0.0.1:9';

const kek = randomBytes(32).toString('base64');
const dataDir = mkdtempSync(path.join(tmpdir(), 'migrated-'));
let before: VersionBefore;
let emulator: Emulator;
let unmigrated: ReturnType<typeof takeSnapshot>;
const lines: string[] = [];
/** What this version brings. */
const pending = migrations.filter(({ id }) => !release.migrations.includes(id));
afterAll(async () => {
  await emulator?.close();
  for (const folder of [dataDir, before?.folder])
    if (folder) rmSync(folder, { recursive: true, force: true });
});

const credentials = () => ({
  TENCENTCLOUD_SECRETID: emulator.secretId,
  TENCENTCLOUD_SECRETKEY: emulator.secretKey,
});

const snapshot = () => takeSnapshot(path.join(dataDir, 'local.sqlite'));

/** This version's command, as the operator who deploys it runs it. */
const migrate = (...args: string[]) =>
  promisify(execFile)(
    process.execPath,
    [
      '--import',
      'tsx',
      'scripts/migrate.ts',
      '--env',
      'local',
      '--endpoint',
      emulator.url,
      ...args,
    ],
    { cwd: root, env: { ...process.env, ...credentials() } },
  );

beforeAll(async () => {
  before = await buildVersionBefore(kek);
  const variables = {
    APP_KEK_1: kek,
    CUSTOM_LOGIN_KEY: JSON.stringify(loadCustomLoginKey(dataDir, 'local')),
    WECHATPAY_BASE_URL: NOWHERE,
    VOD_BASE_URL: NOWHERE,
    VOD_SECRET_ID: randomBytes(8).toString('hex'),
    VOD_SECRET_KEY: randomBytes(16).toString('hex'),
    PUBLIC_CALLS_PER_MINUTE: '1000000',
  };
  for (const one of Object.values(before.config.functions)) {
    one.environment = { ...one.environment, ...variables };
    // Not by themselves, because what they do changes what is compared.
    one.timers = (one.timers ?? []).map(({ name }) => ({ name, config: '0 0 0 1 1 * *' }));
  }
  const known = new Set(before.config.collections.map(({ name }) => name));
  // A deployment has made the new ones when migrations run.
  const added = collections.filter(({ name }) => !known.has(name));
  emulator = await startEmulator({
    port: 0,
    dataDir,
    workers: 1,
    test: true,
    functionsDir: before.functionsDir,
    config: { ...before.config, collections: [...before.config.collections, ...added] },
    log: line => lines.push(line),
  });
  const { admins, ...content } = before.records;
  await insertAll(emulator, earlierShapes(content));
  await before.run(
    `const { createFirstAdmin } = await import('#cloudfunctions/_shared/admins/newAdmin.ts');
     await createFirstAdmin({ username: 'admin', password: process.env.PASSWORD, nickName: '管理员' });
     process.exit(0);`,
    {
      ...credentials(),
      PASSWORD,
      TENCENTCLOUD: 'true',
      SCF_NAMESPACE: emulator.envId,
      SILENCE: 'true',
      TCB_CONTEXT_CNFG: JSON.stringify({ URL: `${emulator.url}/admin` }),
    },
  );
  await insertAll(emulator, { admins: admins ?? [] });
  unmigrated = snapshot();
}, 300_000);

/** Without what every change of a record raises, and what a session notes once a minute. */
const raised = new Set(['rev', 'updateTime', 'lastSeenTime', 'expireTime']);
const withoutVersions = (value: unknown): unknown =>
  JSON.parse(
    JSON.stringify(value, (key, inside: unknown) => (raised.has(key) ? undefined : inside)),
  );

describe(`the functions of version ${release.version}`, () => {
  const caller = () => createCaller(emulator.url);
  let calls: ReturnType<typeof caller>;
  beforeAll(async () => {
    calls = caller();
    await calls.signIn(PASSWORD);
  });

  /** What every action that reads answers to its example. */
  const answers = async () => {
    const all: Record<string, unknown> = {};
    for (const { function: name, action, access, effect, example } of before.actions) {
      if (access !== 'admin' || effect !== 'read') continue;
      const { code, message, data } = await calls.call(name, action, example);
      all[`${name}.${action}`] = { code, message, data: withoutVersions(data) };
    }
    return all;
  };
  const fire = async (name: string, timer: string) => {
    const body = JSON.stringify({ function: name, name: timer });
    const { status } = await fetch(`${emulator.url}/__emulator/timer`, { method: 'POST', body });
    expect(status).toBe(200);
  };

  it('answer every reading call on migrated data as they did before', async () => {
    const early = await answers();
    expect(Object.keys(early).length).toBeGreaterThan(80);
    expect((await migrate('--plan')).stdout.match(/^\d{4}-[\w-]+: /gm)).toHaveLength(
      pending.length,
    );
    expect((await migrate()).stdout).toMatch(/ [1-9]\d* changed$/m);
    expect(await answers()).toEqual(early);
    await migrate('--live');
    expect(await answers()).toEqual(early);
    expect((await migrate('--plan')).stdout).toBe('The stored data are of this version.\n');
  }, 120_000);

  it('go on with the work that was waiting', async () => {
    const exportsNow = async () =>
      (await calls.call('adminExport', 'getExports', { page: 1, pageSize: 100 })).data['list'];
    await calls.call('adminExport', 'createExport', { resource: 'refunds' });
    await fire('exportTimers', 'run');
    await expect
      .poll(exportsNow)
      .not.toContainEqual(
        expect.objectContaining({ status: expect.stringMatching(/queued|running/) as string }),
      );
    const owner = Object.entries(before.config.functions).find(([, { timers }]) =>
      timers?.some(({ name }) => name === 'rebuild'),
    );
    await fire(owner![0], 'rebuild');
    expect(lines.filter(line => /\bError\b|failed/.test(line))).toEqual([]);
  }, 120_000);

  it('carry out every change on migrated data as they did before', async () => {
    /** How every action that writes ends, each on the data as they are now. */
    const outcomes = async () => {
      const kept = snapshot();
      const all: Record<string, string> = {};
      // A migration has given the administrator a role, as a page that is opened now knows.
      const { rev } = (await calls.call('adminAuth', 'getProfile')).data;
      for (const { function: name, action, access, effect, example } of before.actions) {
        if (access !== 'admin' || effect !== 'write') continue;
        const asked = action === 'updateProfile' ? { ...(example as object), rev } : example;
        const { code, message } = await calls.call(name, action, asked);
        all[`${name}.${action}`] = `${code} ${message}`;
        kept.restore();
      }
      kept.close();
      return all;
    };
    unmigrated.restore();
    unmigrated.close();
    calls = caller();
    await calls.signIn(PASSWORD);
    const early = await outcomes();
    const done = Object.values(early).filter(outcome => outcome.startsWith('0 '));
    expect(done.length).toBeGreaterThan(80);
    await migrate();
    await migrate('--live');
    expect(await outcomes()).toEqual(early);
  }, 240_000);
});

it('a data directory of that version is served by npm start', async () => {
  const older = path.join(dataDir, 'older');
  const { collections: known } = before.config;
  const config = { ...before.config, functions: {}, collections: known };
  const filled = await startEmulator({
    port: 0,
    dataDir: older,
    workers: 0,
    functionsDir: older,
    config,
  });
  await insertAll(filled, earlierShapes(before.records));
  await filled.close();
  const env = { APP_KEK_1: kek };
  const product = await startProduct({ dataDir: older, env });
  try {
    for (const { id } of pending) expect(product.output()).toMatch(new RegExp(`${id}: .* changed`));
    const done = findRecords(older, 'migrations', { status: 'done' });
    expect(done.map(({ _id }) => _id).sort()).toEqual(migrations.map(({ id }) => id));
  } finally {
    await product.stop();
  }
}, 120_000);

it('says what is missing where the history does not reach back to the version before', async () => {
  const gone = { ...release, commit: '0'.repeat(40) };
  await expect(buildVersionBefore(kek, gone)).rejects.toThrow(
    `commit ${gone.commit} is not in this checkout: it needs git and the whole history`,
  );
});
