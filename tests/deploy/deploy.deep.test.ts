import { randomBytes } from 'node:crypto';
import { appendFileSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { PRODUCT } from '../../scripts/build/platform.ts';
import { insertAll } from '../../scripts/demo/seedDatabase.ts';
import { createCaller } from '../product/product.ts';
import { openEnvironment } from './environment.ts';
import { addIndex, dropIndex } from './platformIndexes.ts';
import {
  changeRoute,
  deleteFunction,
  deployed,
  doneIn,
  makeFunction,
  migration,
  MINUTES,
  statusOf,
  switchTimerOff,
} from './steps.ts';

const NOTHING = /Everything is as it should be: version \w+\. Nothing to do\./;

const passwordIn = (output: string) => /First administrator: admin {2}(\S+)/.exec(output)?.[1];

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
    await switchTimerOff(environment, 'worker', 'sweep');
    await changeRoute(environment, { Path: '/share/template', EnableAuth: true });
    // As a newer version has left it, after which this one is deployed again.
    await insertAll(emulator, { migrations: [migration('0099-old-phone', 'adds')] });
    const changed = doneIn(await deployed(environment));
    expect(changed).toEqual([
      '/index.html',
      '/share/template → callback',
      '0099-old-phone',
      'N',
      'adminDashboard',
      'index orders.orderNo_unique',
      'to version N',
      'version N',
      'worker sweep',
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
    const manifest = path.join(built, 'functions/heavyWorker/package.json');
    const packages = readFileSync(manifest);
    writeFileSync(manifest, '{"dependencies":{"no-such-package":"1.0.0"}}');
    const broken = await environment.deploy();
    expect(broken.code).toBe(1);
    expect(broken.output).toMatch(/heavyWorker: .*no-such-package cannot be installed/);
    writeFileSync(manifest, packages);
    expect(doneIn(await deployed(environment))).toContain('heavyWorker');
    expect(await environment.state()).toEqual(first);

    await deleteFunction(environment, 'heavyWorker');
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
      const { Environment } = await functions.getFunctionDetail('worker');
      return Object.fromEntries(Environment.Variables.map(({ Key, Value }) => [Key, Value]));
    };
    const first = await environment.state();
    const variables = { ...(await variablesOf()), OF_ITS_OWN: '1' };
    await deleteFunction(environment, 'worker');
    await makeFunction(environment.library, {
      name: 'worker',
      description: PRODUCT,
      runtime: 'Nodejs18.15',
      envVariables: variables,
    });
    const output = await deployed(environment);
    expect(output).toContain('~ worker: runs on Nodejs18.15; is made anew for Nodejs24.11');
    expect(await variablesOf()).toEqual(variables);
    await functions.updateFunctionConfig({
      name: 'worker',
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

it(
  'the command removes old indexes with --drop-indexes, and does not take it with --rollback',
  { timeout: 5 * MINUTES },
  async () => {
    await using environment = await openEnvironment();
    await deployed(environment);
    const before = await environment.state();
    await dropIndex(environment.library, 'orders', 'orderNo_unique');
    await addIndex(environment.library, 'orders', 'a1');
    await addIndex(environment.library, 'exports', 'b1');

    const { output: planned } = await environment.deploy(['--plan', '--drop-indexes']);
    expect(planned).toMatch(
      /~ index orders.a1: is removed before the new ones.*\n *\+ index orders/,
    );
    expect(planned).toMatch(/\nVersion .*\nIndexes of other versions\n {2}~ index exports.b1: is/);
    const { code, output } = await environment.deploy(['--yes', '--drop-indexes']);
    expect(code, output).toBe(0);
    expect(doneIn(output)).toEqual([
      'index exports.b1',
      'index orders.a1',
      'index orders.orderNo_unique',
    ]);
    expect(await environment.state()).toEqual(before);

    const back = await environment.deploy(['--yes', '--rollback', '--drop-indexes']);
    expect(back.code).toBe(1);
    expect(back.output).toContain('--drop-indexes goes with a deployment, not with --rollback');
  },
);
