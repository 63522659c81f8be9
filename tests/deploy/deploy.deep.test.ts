import { randomBytes } from 'node:crypto';
import { appendFileSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { zipSync } from 'fflate';
import { expect, it } from 'vitest';
import { PRODUCT, RUNTIME } from '../../scripts/build/platform.ts';
import { getObject, putObject } from '../../scripts/deploy/bucket.ts';
import { connectCloud } from '../../scripts/deploy/cloud.ts';
import { readFacts } from '../../scripts/deploy/facts.ts';
import type { Versions } from '../../scripts/deploy/versions.ts';
import { insertAll } from '../../scripts/fill.ts';
import { migrationIds } from '../../scripts/migrations/list.ts';
import { createCaller } from '../product/product.ts';
import { type DeployedEnvironment, ENV_ID, openEnvironment } from './environment.ts';

const MINUTES = 60_000;
const NOTHING = /Everything is as it should be: version \w+\. Nothing to do\./;

/** The steps that were carried out, without their order. */
const doneIn = (output: string) =>
  [...output.matchAll(/^ {2}done: (.*)$/gm)]
    .map(([, name]) => name!.replace(/^((to )?version )?[0-9a-f]{12}$/, '$1N'))
    .sort();

const versionIn = (output: string) => /^Version (\w+) is in use/m.exec(output)?.[1];

const passwordIn = (output: string) => /First administrator: admin {2}(\S+)/.exec(output)?.[1];

const deployed = async (environment: DeployedEnvironment) => {
  const { code, output } = await environment.deploy();
  expect(code, output).toBe(0);
  return output;
};

/** A migration as an environment remembers it. */
const migration = (_id: string, kind: 'adds' | 'removes') => ({
  _id,
  kind,
  sentence: 'Takes the old phone field away',
  status: 'done',
  isLive: true,
  version: '9.0.0',
});

const statusOf = async ({ emulator }: DeployedEnvironment, id: string): Promise<unknown> => {
  const { data } = await emulator.database.handle('database.getDocument', {
    collectionName: 'migrations',
    query: JSON.stringify({ _id: id }),
  });
  const [line] = (data as { list: string[] }).list;
  return (JSON.parse(line!) as { status: unknown }).status;
};

/** Deploys two versions, of which the first is remembered without the last migration. */
const deployTwo = async (environment: DeployedEnvironment) => {
  const { emulator, built } = environment;
  await deployed(environment);
  const first = await environment.state();
  appendFileSync(path.join(built, 'functions/adminDashboard/index.js'), '\n//\n');
  await deployed(environment);
  const { secretId, secretKey, url: endpoint } = emulator;
  const close = () => Promise.resolve();
  const keys = { envId: ENV_ID, region: 'ap-shanghai', secretId, secretKey, endpoint, close };
  const cloud = connectCloud(keys);
  try {
    const { bucket: name, region } = await readFacts(cloud);
    const file = [cloud, { name, region }, 'deployments/versions.json'] as const;
    const versions = JSON.parse((await getObject(...file))!.toString()) as Versions;
    versions.kept[1]!.migrations = migrationIds.slice(0, -1);
    await putObject(...file, Buffer.from(JSON.stringify(versions)), { type: 'application/json' });
  } finally {
    cloud.close();
  }
  return first;
};

const lastMigration = migrationIds.at(-1)!;

it(
  'fills an empty environment, which then serves, and finds nothing to do the second time',
  { timeout: 5 * MINUTES },
  async () => {
    await using environment = await openEnvironment();
    const password = passwordIn(await deployed(environment));
    const { call } = createCaller(environment.emulator.url, environment.emulator.publishableKey);
    const signedIn = await call('adminAuth', 'login', { username: 'admin', password });
    expect(signedIn).toMatchObject({ code: 0, data: { ticket: expect.any(String) as string } });
    const page = await fetch(`${environment.emulator.url}/admin/orders`);
    expect(page.status).toBe(200);
    expect(await page.text()).toContain('http-equiv="Content-Security-Policy"');

    const before = await environment.state();
    const again = await environment.deploy();
    expect(again.output).toMatch(NOTHING);
    expect(again.code).toBe(0);
    expect(await environment.state()).toEqual(before);
  },
);

it(
  'changes exactly what differs, and returns to the version before',
  { timeout: 5 * MINUTES },
  async () => {
    await using environment = await openEnvironment();
    const { built, library, emulator } = environment;
    await deployed(environment);
    const first = await environment.state();

    const page = path.join(built, 'app/index.html');
    writeFileSync(page, readFileSync(page, 'utf8').replace('<title>', '<title>新版'));
    appendFileSync(path.join(built, 'functions/adminDashboard/index.js'), '\n// changed\n');
    await library.database.updateCollection('orders', {
      DropIndexes: [{ IndexName: 'orderNo_unique' }],
    });
    await switchTimerOff(environment, 'orderTimers', 'refunds');
    const { APISet } = await library.access.getAccessList({ path: '/share/template' });
    await library.access.switchPathAuth({ apiIds: [APISet[0]!.APIId], auth: true });
    // As a newer version has left it, after which this one is deployed again.
    await insertAll(emulator, { migrations: [migration('0099-old-phone', 'adds')] });
    const changed = doneIn(await deployed(environment));
    expect(changed).toEqual([
      '/index.html',
      '/share/template → shareTemplate',
      '0099-old-phone',
      'N',
      'adminDashboard',
      'index orders.orderNo_unique',
      'orderTimers refunds',
      'to version N',
      'version N',
    ]);
    expect(await statusOf(environment, '0099-old-phone')).toBe('queued');
    expect(await (await fetch(`${emulator.url}/admin`)).text()).toContain('<title>新版');

    const back = await environment.deploy(['--rollback', '--yes']);
    expect(back.code, back.output).toBe(0);
    expect(doneIn(back.output)).toEqual(expect.arrayContaining(['/index.html', 'adminDashboard']));
    expect(await environment.state()).toEqual(first);
    expect(await (await fetch(`${emulator.url}/admin`)).text()).not.toContain('<title>新版');

    const tooFar = await environment.deploy(['--rollback', '--yes']);
    expect(tooFar.code).toBe(1);
    expect(tooFar.output).toContain('nothing to return to');
  },
);

/** As whoever repairs or breaks something in the console. */
const switchTimerOff = ({ library }: DeployedEnvironment, owner: string, timer: string) =>
  library.commonService('scf', '2018-04-16').call({
    Action: 'UpdateTriggerStatus',
    Param: {
      Namespace: ENV_ID,
      FunctionName: owner,
      TriggerName: timer,
      Type: 'timer',
      Enable: 'CLOSE',
    },
  });

it(
  'returns to the version that was in use before, whatever else has changed, and never to a rejected one',
  { timeout: 5 * MINUTES },
  async () => {
    await using environment = await openEnvironment();
    const { built, library } = environment;
    const dashboard = path.join(built, 'functions/adminDashboard/index.js');
    const versions = [versionIn(await deployed(environment))];
    for (const text of ['second', 'third']) {
      appendFileSync(dashboard, `\n// ${text}\n`);
      versions.push(versionIn(await deployed(environment)));
    }
    const [first, second, third] = versions;
    const returned = async () => {
      const { code, output } = await environment.deploy(['--rollback', '--yes']);
      expect(code, output).toBe(0);
      expect(output).toMatch(/Rollback\n {2}~ to version \w+: deployed 20\d\d-/);
      return versionIn(output);
    };
    await switchTimerOff(environment, 'orderTimers', 'refunds');
    // What the version has stored is no reason to stay with it.
    await insertAll(environment.emulator, { orders: [{ _id: 'o1', createTime: 1, rev: 1 }] });
    expect(await returned()).toBe(second);
    // The third came to nothing; what replaces it returns to the second as well.
    appendFileSync(dashboard, '\n// fourth\n');
    await environment.emulator.database.handle('database.removeDocument', {
      collectionName: 'orders',
      query: JSON.stringify({ _id: 'o1' }),
    });
    expect([first, second, third]).not.toContain(versionIn(await deployed(environment)));
    await library.functions.createFunction({
      func: { name: 'oldTimers', description: PRODUCT, runtime: RUNTIME },
      base64Code: Buffer.from(
        zipSync({ 'index.js': Buffer.from('exports.main = async () => 0;') }),
      ).toString('base64'),
    });
    await library.functions.createFunctionTriggers('oldTimers', [
      { name: 'every', type: 'timer', config: '0 0 0 1 1 * *' },
    ]);
    expect(await returned()).toBe(second);
    const { Triggers } = await library.functions.getFunctionDetail('oldTimers');
    expect(Triggers).toEqual([]);
  },
);

it(
  'changes a function again that was killed while its code changed, and makes one anew that could not be built',
  { timeout: 5 * MINUTES },
  async () => {
    await using environment = await openEnvironment({
      conditions: { delays: { function: 1_500 } },
    });
    const { built, library } = environment;
    const dashboard = path.join(built, 'functions/adminDashboard/index.js');
    const sound = readFileSync(dashboard);
    await deployed(environment);
    const first = await environment.state();

    // The new code is taken, and nothing is known of it any more.
    appendFileSync(dashboard, '\n// changed\n');
    await environment.seam('inject', {
      action: 'management.UpdateFunctionCode',
      when: 'after',
      delayMs: 60_000,
      times: 1,
    });
    const codeSize = async () =>
      (await library.functions.getFunctionDetail('adminDashboard')).CodeSize;
    const before = await codeSize();
    const killed = await environment.deploy(['--yes'], {
      onLine: (line, child) => {
        if (line !== 'Functions: 1 to do') return;
        void expect
          .poll(codeSize, { timeout: 60_000 })
          .not.toBe(before)
          .finally(() => child.kill('SIGKILL'));
      },
    });
    expect(killed.code).toBeNull();
    expect(await codeSize()).not.toBe(before);
    await environment.seam('settle', {});
    writeFileSync(dashboard, sound);
    expect(doneIn(await deployed(environment))).toContain('adminDashboard');
    expect(await environment.state()).toEqual(first);

    // A function whose packages cannot be installed is not taken for the new one, and the next run mends it.
    const manifest = path.join(built, 'functions/printArchiveTimers/package.json');
    const packages = readFileSync(manifest);
    writeFileSync(manifest, '{"dependencies":{"no-such-package":"1.0.0"}}');
    const broken = await environment.deploy();
    expect(broken.code).toBe(1);
    expect(broken.output).toMatch(/printArchiveTimers: .*no-such-package cannot be installed/);
    writeFileSync(manifest, packages);
    expect(doneIn(await deployed(environment))).toContain('printArchiveTimers');
    expect(await environment.state()).toEqual(first);

    await library.functions.deleteFunction('printArchiveTimers');
    writeFileSync(manifest, '{"dependencies":{"no-such-package":"1.0.0"}}');
    expect((await environment.deploy()).output).toMatch(/no-such-package cannot be installed/);
    writeFileSync(manifest, packages);
    await deployed(environment);
    expect(await environment.state()).toEqual(first);
  },
);

it(
  'makes a function on another Node anew, with its variables and timers',
  { timeout: 5 * MINUTES },
  async () => {
    await using environment = await openEnvironment();
    const { functions } = environment.library;
    await deployed(environment);
    const variablesOf = async () => {
      const { Environment } = await functions.getFunctionDetail('orderTimers');
      return Object.fromEntries(Environment.Variables.map(({ Key, Value }) => [Key, Value]));
    };
    const first = await environment.state();
    const variables = { ...(await variablesOf()), OF_ITS_OWN: '1' };
    await functions.deleteFunction('orderTimers');
    await functions.createFunction({
      func: {
        name: 'orderTimers',
        description: PRODUCT,
        runtime: 'Nodejs18.15',
        envVariables: variables,
      },
      base64Code: Buffer.from(
        zipSync({ 'index.js': Buffer.from('exports.main = async () => 0;') }),
      ).toString('base64'),
    });
    const output = await deployed(environment);
    expect(output).toContain('~ orderTimers: runs on Nodejs18.15; is made anew for Nodejs20.19');
    expect(await variablesOf()).toEqual(variables);
    await functions.updateFunctionConfig({
      name: 'orderTimers',
      envVariables: Object.fromEntries(
        Object.entries(variables).filter(([name]) => name !== 'OF_ITS_OWN'),
      ),
    });
    expect(await environment.state()).toEqual(first);
  },
);

it('of two first deployments at once one makes the keys', { timeout: 5 * MINUTES }, async () => {
  await using environment = await openEnvironment();
  const both = await Promise.all([environment.deploy(), environment.deploy()]);
  expect(both.map(({ code }) => code)).toEqual([0, 0]);
  const made = both.flatMap(({ output }) => doneIn(output)).filter(one => one === 'APP_KEK_1');
  expect(made).toHaveLength(1);
  expect((await environment.deploy()).output).toMatch(NOTHING);
});

it('seals with no key that other functions do not have yet', { timeout: 5 * MINUTES }, async () => {
  await using environment = await openEnvironment();
  await deployed(environment);
  const APP_KEK_2 = randomBytes(32).toString('base64');
  const both = { env: { APP_KEK_2, APP_KEK_CURRENT: '2' } };
  const early = await environment.deploy(['--yes'], both);
  expect(early.code).toBe(1);
  expect(early.output).toContain('deploy with APP_KEK_2 and without APP_KEK_CURRENT first');
  const added = await environment.deploy(['--yes'], { env: { APP_KEK_2 } });
  expect(added.code, added.output).toBe(0);
  const changed = await environment.deploy(['--yes'], both);
  expect(changed.code, changed.output).toBe(0);
  expect(changed.output).not.toContain(APP_KEK_2);
  expect((await environment.deploy()).output).toMatch(NOTHING);
});

it(
  'two at once carry out the change once, and the second waits',
  { timeout: 5 * MINUTES },
  async () => {
    await using environment = await openEnvironment();
    await deployed(environment);
    appendFileSync(path.join(environment.built, 'functions/adminDashboard/index.js'), '\n//\n');
    const both = await Promise.all([environment.deploy(), environment.deploy()]);
    expect(both.map(({ code }) => code)).toEqual([0, 0]);
    const outputs = both.map(({ output }) => output);
    expect(outputs.filter(output => NOTHING.test(output))).toHaveLength(1);
    expect(outputs.filter(output => output.includes('Another deployment'))).toHaveLength(1);
    expect(doneIn(outputs.join('\n')).filter(name => name === 'adminDashboard')).toHaveLength(1);
  },
);

it(
  'waits where the platform is slow, busy or asked too often',
  { timeout: 10 * MINUTES },
  async () => {
    const calm = await openEnvironment();
    await deployed(calm);
    const wanted = await calm.state();
    await calm[Symbol.asyncDispose]();

    await using environment = await openEnvironment({
      conditions: {
        delays: { table: 500, index: 800, function: 1_500, rule: 1_000, hosting: 2_000 },
        callsPerSecond: 20,
      },
    });
    await deployed(environment);
    expect((await environment.deploy()).output).toMatch(NOTHING);
    await environment.seam('management', { callsPerSecond: null });
    expect(await environment.state()).toEqual(wanted);
  },
);

it(
  'makes no other key where the functions have lost theirs',
  { timeout: 5 * MINUTES },
  async () => {
    await using environment = await openEnvironment();
    await deployed(environment);
    const { code, output } = await environment.deploy(['--yes'], { env: { APP_KEK_1: '' } });
    expect(output).toContain('No function has APP_KEK_1 any more');
    expect(code).toBe(1);
  },
);

it(
  'does not return to a version whose data a migration has removed',
  { timeout: 5 * MINUTES },
  async () => {
    await using environment = await openEnvironment();
    await deployTwo(environment);
    await environment.emulator.database.handle('database.removeDocument', {
      collectionName: 'migrations',
      query: JSON.stringify({ _id: lastMigration }),
    });
    const removed = migration(lastMigration, 'removes');
    await insertAll(environment.emulator, { migrations: [removed] });
    const before = await environment.state();
    const { code, output } = await environment.deploy(['--rollback', '--yes']);
    expect(output).toContain(`${lastMigration} (9.0.0): Takes the old phone field away`);
    expect(code).toBe(1);
    expect(await environment.state()).toEqual(before);
  },
);

it(
  'returns to the same version after it was killed half way, and newer migrations run again',
  { timeout: 5 * MINUTES },
  async () => {
    await using environment = await openEnvironment();
    const first = await deployTwo(environment);
    expect(await statusOf(environment, lastMigration)).toBe('done');
    await environment.deploy(['--rollback', '--yes'], {
      onLine: (line, child) => {
        if (line === '  done: adminDashboard') child.kill('SIGKILL');
      },
    });
    // From here on the older version may be storing.
    expect(await statusOf(environment, lastMigration)).toBe('queued');
    const { code, output } = await environment.deploy(['--rollback', '--yes']);
    expect(code, output).toBe(0);
    expect(await environment.state()).toEqual(first);
    expect(await statusOf(environment, lastMigration)).toBe('queued');
    const tooFar = await environment.deploy(['--rollback', '--yes']);
    expect(tooFar.output).toContain('nothing to return to');
    expect((await environment.deploy(['--plan'])).output).toContain(`~ ${lastMigration}: `);
  },
);

it(
  'ends in the same state wherever it was killed and run again',
  { timeout: 20 * MINUTES },
  async () => {
    const whole = await openEnvironment();
    const steps = doneIn(await deployed(whole)).length;
    const wanted = await whole.state();
    await whole[Symbol.asyncDispose]();

    await using environment = await openEnvironment();
    // One environment killed ten times on its way.
    for (let point = 1; point <= 10; point += 1) {
      let seen = 0;
      const isLast = Math.floor(steps / 11);
      await environment.deploy(['--yes'], {
        onLine: (line, child) => {
          if (line.startsWith('  done: ') && ++seen === isLast) child.kill('SIGKILL');
        },
      });
    }
    await deployed(environment);
    expect(await environment.state()).toEqual(wanted);
    expect((await environment.deploy()).output).toMatch(NOTHING);
  },
);
