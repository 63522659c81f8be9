import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import sharp from 'sharp';
import { afterAll, expect, it } from 'vitest';
import { BEAT_MS } from '#cloudfunctions/_shared/base/due.ts';
import { EXAMPLE_PASSWORD } from '#contract/admin.ts';
import { functionNames } from '../../scripts/build/platform.ts';
import { readFunctions } from '../../scripts/deploy/functions.ts';
import { migrations } from '../../scripts/migrations/list.ts';
import { localSandbox } from '../../scripts/sandbox.ts';
import { insertAll } from '../../scripts/seedDatabase.ts';
import { earlierShapes } from '../earlierShapes.ts';
import { prepareCrowd } from '../product/crowd.ts';
import { findRecords } from '../product/database.ts';
import { createCaller } from '../product/product.ts';
import { buildVersionBefore, release, type VersionBefore } from '../product/versionBefore.ts';
import { createVisitor } from '../product/visitor.ts';
import { rememberEarlier } from './earlierVersion.ts';
import { type DeployedEnvironment, ENV_ID, openEnvironment } from './environment.ts';
import { MINUTES } from './steps.ts';
import { watch } from './watch.ts';

type Row = Record<string, unknown>;

const COST = 4;
const GIFT = 20;
const PACKAGE = 'pkg_0003';
const PEOPLE = 6;

const kek = randomBytes(32).toString('base64');
// What the stand-ins' accounts are sealed with.
process.env['APP_KEK_1'] = kek;
const dataDir = mkdtempSync(path.join(tmpdir(), 'stand-ins-'));
let before: VersionBefore | undefined;
afterAll(() => {
  for (const folder of [dataDir, before?.folder])
    if (folder) rmSync(folder, { recursive: true, force: true });
});

/** All visitors come from one address here. */
const limits = Object.fromEntries(
  [
    'PUBLIC_CALLS_PER_MINUTE',
    'ACCOUNTS_PER_ADDRESS',
    'GIFTS_PER_ADDRESS',
    'ORDERS_PER_ADDRESS',
    'PHOTOS_PER_ADDRESS',
  ].map(name => [name, '1000000']),
);

const photo = new Uint8Array(
  await sharp({ create: { width: 96, height: 128, channels: 3, background: '#a52' } })
    .jpeg()
    .toBuffer(),
);

const administrator = async ({ emulator }: DeployedEnvironment) => {
  const caller = createCaller(emulator.url, emulator.publishableKey, ENV_ID);
  await caller.signIn(EXAMPLE_PASSWORD, 'deployer');
  return async (name: string, action: string, data: object = {}) => {
    const { code, data: answer, message } = await caller.call(name, action, data);
    if (code !== 0) throw new Error(`${name}.${action}: ${code} ${message}`);
    return answer;
  };
};

/** A template that is made with two keys of one slot each. @returns its id */
const prepareTemplate = async (
  environment: DeployedEnvironment,
  ask: Awaited<ReturnType<typeof administrator>>,
) => {
  await ask('adminSettings', 'updateSettings', {
    type: 'general',
    data: { registerGiftCredits: GIFT, dailyFreeTasks: 0 },
  });
  const online = findRecords(environment.dataDir, 'templates', { status: 'online' }, ENV_ID);
  return prepareCrowd(ask, online, COST);
};

const isActive = ({ status }: Row) =>
  ['created', 'checking', 'queued', 'submitting', 'running', 'saving'].includes(String(status));

it(
  `orders, refunds and tasks that version ${release.version} began are ended by this one, each once`,
  { timeout: 15 * MINUTES },
  async () => {
    before = await buildVersionBefore(kek);
    const lines: string[] = [];
    const local = localSandbox(dataDir, true, () => environment.emulator);
    await using environment = await openEnvironment(
      // That version had 52 functions.
      { conditions: { delays: { function: 300 }, limits: { functions: 60 }, tellsLimits: true } },
      { mounts: local.mounts, log: line => lines.push(line) },
    );
    const { emulator } = environment;
    const env = { ...local.variables(emulator.url), ...limits, APP_KEK_1: kek };
    const steer = (name: string, given: object) =>
      fetch(`${emulator.url}/__sandbox/${name}`, { method: 'PUT', body: JSON.stringify(given) });
    const seen = async (name: string) =>
      (await (await fetch(`${emulator.url}/__sandbox/${name}`)).json()) as Record<string, Row[]>;
    const find = (collection: string, fields?: Row) =>
      findRecords(environment.dataDir, collection, fields, ENV_ID);

    // The version before serves, with its own data and functions.
    const first = await environment.deploy(['--yes'], { env });
    expect(first.code, first.output).toBe(0);
    const earlier = await rememberEarlier(environment, before);
    const back = await environment.deploy(['--rollback', '--yes'], { env });
    expect(back.code, back.output).toBe(0);
    const names = async () => [...(await readFunctions(environment.cloud)).keys()].sort();
    expect(await names()).toEqual(expect.arrayContaining(earlier));
    expect(await names()).not.toContain('worker');
    const { admins: _admins, migrations: _done, ...content } = before.records;
    await insertAll(emulator, earlierShapes(content));
    await emulator.database.handle('database.removeDocument', {
      collectionName: 'migrations',
      queryType: 'WHERE',
      query: '{}',
      multi: true,
    });
    await local.configure(emulator);
    const made = await environment.run('admin', ['create', 'deployer', '--password-stdin'], {
      input: EXAMPLE_PASSWORD,
      env,
    });
    expect(made.code, made.output).toBe(0);
    const ask = await administrator(environment);
    const templateId = await prepareTemplate(environment, ask);
    const people = await Promise.all(
      Array.from({ length: PEOPLE }, async (_, at) => {
        const visitor = await createVisitor(emulator.url, at, ENV_ID);
        const own = await visitor.upload(photo);
        return {
          order: () => visitor.ask('appOrder', 'createOrder', { packageId: PACKAGE }),
          start: () => visitor.ask('appTask', 'createTask', { templateId, inputs: { photo: own } }),
        };
      }),
    );
    const pay = async ({ orderNo }: Row) => {
      const answer = await fetch(`${emulator.url}/__sandbox/wechatpay/pay`, {
        method: 'POST',
        body: JSON.stringify({ outTradeNo: orderNo }),
      });
      expect(answer.status).toBe(200);
    };

    // In flight: one paid whose notice is lost, one that is paid later, two refunds, a queue of tasks.
    const [lost, late, ...rest] = await Promise.all(people.map(({ order }) => order()));
    for (const order of rest) await pay(order);
    await expect
      .poll(() => rest.map(({ _id }) => find('orders', { _id })[0]?.['status']), {
        timeout: 20_000,
      })
      .toEqual(rest.map(() => 'completed'));
    await steer('wechatpay', { notices: false, settleMs: 60_000 });
    await pay(lost!);
    const [slow, unanswered] = rest;
    const refund = ({ _id: id, payFen: amountFen }: Row) =>
      ask('adminOrder', 'processRefund', { id, amountFen });
    await refund(slow!);
    await steer('wechatpay', { mode: 'lose', ms: 0, times: 1 });
    await refund(unanswered!);
    await steer('runninghub', { runMs: 15_000 });
    for (const { start } of people) await start();

    // This version comes while people go on.
    const seenChanging = watch(environment, 'worker');
    let isOver = false;
    const failed: string[] = [];
    const bought: Row[] = [];
    const goOn = async ({ order, start }: (typeof people)[number]) => {
      for (let round = 0; !isOver; round += 1) {
        try {
          if (round === 1) await start();
          const next = await order();
          bought.push(next);
          await pay(next);
        } catch (error) {
          failed.push(String(error));
        }
        await sleep(2_000);
      }
    };
    const work = Promise.all(people.map(goOn));
    await steer('wechatpay', { notices: true });
    const second = await environment.deploy(['--yes'], { env });
    isOver = true;
    await work;
    expect(second.code, second.output).toBe(0);
    expect([...new Set(failed)]).toEqual([]);
    const changing = await seenChanging();
    console.log('from the version before', JSON.stringify(changing));
    expect(changing.both).toBe(0);
    expect(changing.neitherMs).toBeLessThan(BEAT_MS);
    expect(await names()).toEqual([...functionNames].sort());
    await pay(late!);
    await steer('runninghub', { runMs: 1_000 });

    // Everything ends as if nothing had come between.
    const tasks = () => find('tasks', { pool: 'crowd' });
    await expect
      .poll(() => tasks().filter(isActive).length, { timeout: 5 * MINUTES, interval: 1_000 })
      .toBe(0);
    expect(tasks()).toHaveLength(2 * PEOPLE);
    expect([...new Set(tasks().map(({ status }) => status))]).toEqual(['succeeded']);
    const { createsByWebhook } = await seen('runninghub');
    expect(Object.values(createsByWebhook as object).every(count => count === 1)).toBe(true);

    // The version before noted no time to ask for it before its half hour is over.
    await emulator.database.handle('database.modifyDocument', {
      collectionName: 'orders',
      queryType: 'WHERE',
      multi: false,
      merge: true,
      upsert: false,
      query: JSON.stringify({ _id: lost!['_id'] }),
      data: JSON.stringify({ $set: { expireTime: Date.now() } }),
    });
    const paid = [lost!, late!, ...rest.slice(2), ...bought].map(({ _id }) => String(_id)).sort();
    await expect
      .poll(
        () =>
          find('orders')
            .filter(({ _id, status }) => paid.includes(_id) && status !== 'completed')
            .map(({ orderNo, status }) => [orderNo, status]),
        { timeout: 3 * MINUTES, interval: 1_000 },
      )
      .toEqual([]);
    const givenBack = [slow!, unanswered!].map(({ _id }) => _id);
    await expect
      .poll(() => givenBack.map(_id => find('orders', { _id })[0]?.['status']), {
        timeout: 3 * MINUTES,
        interval: 1_000,
      })
      .toEqual(['refunded', 'refunded']);
    const { refunds } = await seen('wechatpay');
    const numbers = [slow!, unanswered!].map(({ orderNo }) => orderNo);
    expect(
      refunds!
        .filter(({ outTradeNo }) => numbers.includes(outTradeNo))
        .map(({ status, paidOut }) => [status, paidOut]),
    ).toEqual([
      ['SUCCESS', 1],
      ['SUCCESS', 1],
    ]);

    // No user has more or less than their ledger says.
    const ledger = find('creditLedger');
    for (const { _id, credits } of find('users', { channel: 'web', isAnonymous: true })) {
      const its = ledger.filter(({ userId }) => userId === _id);
      if (its.length === 0) continue;
      const sum = its.reduce((total, { delta }) => total + Number(delta), 0);
      const { paid: bought, gift } = credits as { paid: number; gift: number };
      expect(bought + gift, _id).toBe(sum);
    }
    const done = find('migrations').map(({ _id, status, isLive }) => [_id, status, isLive]);
    expect(done.sort()).toEqual(migrations.map(({ id }) => [id, 'done', true]));
    expect(lines.filter(line => /\bError\b|failed/.test(line))).toEqual([]);
  },
);
