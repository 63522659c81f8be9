import { setTimeout as sleep } from 'node:timers/promises';
import sharp from 'sharp';
import { afterEach, describe, expect, it } from 'vitest';
import { startSandbox } from '../../sandbox/tests/server.ts';
import { prepareCrowd } from './crowd.ts';
import { findRecords } from './database.ts';
import { createCaller, type Product, startProduct } from './product.ts';
import { createVisitor } from './visitor.ts';

type Row = Record<string, unknown>;

const COST = 4;
const GIFT = 20;

const running: { dispose(): Promise<unknown> }[] = [];
afterEach(async () => {
  await Promise.all(running.splice(0).map(one => one.dispose()));
});

/** The stand-ins in this process, so that they outlive the product, with a clock that goes on. */
const startStandIns = async () => {
  const sandbox = await startSandbox();
  const ticking = setInterval(() => sandbox.later(50), 50);
  running.push({
    dispose: () => {
      clearInterval(ticking);
      return sandbox.close();
    },
  });
  return sandbox;
};

const photo = await sharp({
  create: { width: 96, height: 128, channels: 3, background: '#a52' },
})
  .jpeg()
  .toBuffer();

/** A visitor with a photo, who orders a picture of it. */
const visitor = async ({ url }: Product, at: number) => {
  const { ask, upload } = await createVisitor(url, at);
  const own = await upload(new Uint8Array(photo));
  return (templateId: string) =>
    ask('appTask', 'createTask', { templateId, inputs: { photo: own } });
};

/** A template that can be made, two keys with one slot each, a gift for every visitor. */
const prepare = async (product: Product) => {
  const admin = createCaller(product.url);
  await admin.signIn();
  const ask = async (name: string, action: string, data: object) => {
    const { code, data: answer, message } = await admin.call(name, action, data);
    if (code !== 0) throw new Error(`${action}: ${message} ${JSON.stringify(answer)}`);
    return answer;
  };
  await ask('adminSettings', 'updateSettings', {
    type: 'general',
    data: { registerGiftCredits: GIFT, dailyFreeTasks: 0 },
  });
  await ask('adminSettings', 'updateSettings', {
    type: 'system',
    data: { task: { addressDaily: 10_000, timeoutSec: 60, queueSec: 7_200, paidShare: 0 } },
  });
  const online = findRecords(product.dataDir, 'templates', { status: 'online' });
  return prepareCrowd(ask, online, COST);
};

const tasksOf = ({ dataDir }: Product) => findRecords(dataDir, 'tasks', { pool: 'crowd' });
const isActive = ({ status }: Row) =>
  ['created', 'checking', 'queued', 'submitting', 'running', 'saving'].includes(String(status));

/** Every visitor has what was given, less what it was spent on. */
const checkCredits = ({ dataDir }: Product, tasks: Row[]) => {
  for (const { _id, credits } of findRecords(dataDir, 'users', {
    channel: 'web',
    isAnonymous: true,
  })) {
    const its = tasks.filter(({ userId }) => userId === _id);
    if (its.length === 0) continue;
    const made = its.filter(({ status }) => status === 'succeeded').length;
    expect(credits).toEqual({ paid: 0, gift: GIFT - made * COST });
  }
};

const env = (url: string) => ({
  RUNNINGHUB_BASE_URL: `${url}/__sandbox-runninghub`,
  PUBLIC_CALLS_PER_MINUTE: '1000000',
  ACCOUNTS_PER_ADDRESS: '10000',
  GIFTS_PER_ADDRESS: '10000',
  PHOTOS_PER_ADDRESS: '10000',
  TASK_LEASE_MS: '5000',
});

describe('when the whole platform is killed again and again', () => {
  it('every task ends, none is made twice, and the credits are right', async () => {
    const sandbox = await startStandIns();
    let product = await startProduct({ env: env(sandbox.url), workers: 2 });
    running.push({ dispose: () => product.dispose() });
    const templateId = await prepare(product);
    const visitors = await Promise.all(Array.from({ length: 8 }, (_, at) => visitor(product, at)));
    for (const order of visitors) await order(templateId);
    for (const wait of [1_500, 3_500, 5_500, 8_000]) {
      await sleep(wait);
      product.process.kill('SIGKILL');
      product = await startProduct({ env: env(sandbox.url), dataDir: product.dataDir, workers: 2 });
    }
    await expect
      .poll(() => tasksOf(product).filter(isActive).length, { timeout: 300_000, interval: 1_000 })
      .toBe(0);
    const tasks = tasksOf(product);
    expect(tasks).toHaveLength(visitors.length);
    const { createsByWebhook } = await sandbox.seen('runninghub');
    expect(Object.values(createsByWebhook as object).every(count => count === 1)).toBe(true);
    expect(tasks.filter(({ status }) => status === 'succeeded').length).toBeGreaterThan(0);
    checkCredits(product, tasks);
    console.info(tasks.map(({ status, errorCode }) => errorCode || status).join(' '));
  }, 500_000);
});
