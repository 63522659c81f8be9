import { describe, expect, it } from 'vitest';
import { someTask } from '../world/fixtures/people.ts';
import { runJob } from '../world/runJob.ts';
import { costOf } from '../world/waits.ts';
import { startTaskWorld } from './taskWorld.ts';

const {
  world,
  timer,
  sandbox,
  one,
  later,
  run,
  creditsOf,
  photo,
  template,
  order,
  saying,
  seen,
  task,
  steps,
  without,
  creations,
} = await startTaskWorld();
const { call, ok, rows, set } = world;

describe('a task', () => {
  it('becomes a picture of ours: held, checked, queued, submitted, followed, stored, marked, counted', async () => {
    await template({ costCredits: 7 });
    const before = await creditsOf('usr_0001');
    const { _id: id, status, costCredits } = await order();
    expect([status, costCredits]).toEqual(['created', 7]);
    expect(await creditsOf('usr_0001')).toEqual({ ...before, gift: before.gift - 7 });
    await run(9);
    const done = await seen(id);
    expect(done).toMatchObject({
      status: 'succeeded',
      progress: 100,
      isRefunded: false,
      outputs: [{ filePath: `results/usr_0001/${id}/1.png`, nodeId: '9' }],
      inputs: [{ key: 'photo', filePath: photo }],
    });
    expect(await steps(id)).toEqual([
      'created',
      'checking',
      'queued',
      'submitting',
      'running',
      'saving',
      'succeeded',
    ]);
    expect(await task(id)).toMatchObject({ slot: id, slotKey: '', coins: 14, costSec: 21 });
    expect(await one('users', 'usr_0001')).toMatchObject({
      activeTasks: [],
      stats: { taskCount: 1, failCount: 0 },
    });
    expect(await one('templates', 'tpl_0001')).toMatchObject({
      averageSec: 21,
      stats: { useCount: 8, successCount: 7, failCount: 1 },
    });
    expect(await creditsOf('usr_0001')).toEqual({ ...before, gift: before.gift - 7 });
    expect(await creations()).toHaveLength(1);
  });
});

describe('what a picture earns', () => {
  it('is what its paid credits were bought for; given back, it is earned by nobody', async () => {
    await set('users', 'usr_0001', { credits: { paid: 100, gift: 3 }, paidValueFen: 1_000 });
    await template({ costCredits: 13 });
    const { _id: first } = await order();
    await run(6);
    expect(await task(first)).toMatchObject({ held: { gift: 3, paid: 10 }, valueFen: 100 });
    const second = await saying('sandbox-fail');
    expect(await one('users', 'usr_0001')).toMatchObject({ paidValueFen: 770 });
    await run(6);
    expect(await seen(second._id)).toMatchObject({ status: 'failed' });
    expect(await one('users', 'usr_0001')).toMatchObject({
      credits: { paid: 90, gift: 0 },
      paidValueFen: 900,
    });
    const runs = await ok('adminDashboard', 'getTemplateRuns', { templateId: 'tpl_0001' });
    expect(runs.current).toMatchObject({ succeeded: 1, failed: 1, earnedFen: 100, coins: 14 });
    const page = await ok('adminDashboard', 'getTemplateFigures', {
      templateIds: ['tpl_0002', 'tpl_0001'],
    });
    expect(page.list).toMatchObject([
      { templateId: 'tpl_0002', succeeded: 0, coins: 0, earnedFen: 0 },
      { templateId: 'tpl_0001', ...runs.current },
    ]);
  });
});

describe('pictures of visitors', () => {
  const clean = async (job: 'expireFiles' | 'purgeFiles' = 'expireFiles') =>
    (await runJob(job)).result;
  const DAY_MS = 86_400_000;

  it('are erased when their days are over, except what is being printed, and the work says so', async () => {
    await set('settings', 'system', { data: { retention: { userUploadDays: 2, resultDays: 4 } } });
    const { _id: id } = await order();
    await run(6);
    const { outputs, expireTime } = await seen(id);
    const [result] = outputs.map(({ filePath }) => filePath);
    const stored = async () => (await rows('files')).map(({ filePath }) => filePath);
    expect(await clean()).toMatchObject({ photos: 0 });
    expect(await stored()).toContain(result);
    later(3 * DAY_MS);
    await set('printOrders', 'prt_0001', { files: [photo] });
    await clean();
    expect(await stored()).toContain(photo);
    expect(await stored()).toContain(result);
    await set('printOrders', 'prt_0001', { files: [] });
    later(DAY_MS + 60_000);
    expect(Date.now()).toBeGreaterThan(expireTime!);
    await clean();
    later(16 * 60_000);
    await clean('purgeFiles');
    expect(await stored()).not.toContain(result);
    expect(await seen(id)).toMatchObject({
      status: 'succeeded',
      outputs: [],
      erasedTime: expect.any(Number) as number,
    });
  });
});

describe('works that their visitor deletes', () => {
  it('are gone with their pictures, unless they are being made; what they cost stays in the books', async () => {
    const { _id: id } = await order();
    await run(6);
    const { outputs } = await seen(id);
    await sandbox('runninghub', { runMs: 3_600_000 });
    const { _id: running } = await order();
    await run(3);
    expect(await ok('appTask', 'deleteTasks', { ids: [id, running] })).toEqual({ deleted: [id] });
    expect((await call('appTask', 'getTask', { id })).code).toBe(40400);
    expect(await seen(running)).toMatchObject({ status: 'running' });
    const stored = (await rows('files')).map(({ filePath }) => filePath);
    expect(outputs).toHaveLength(1);
    expect(stored).not.toContain(outputs[0]!.filePath);
    expect(await task(id)).toMatchObject({ status: 'succeeded', outputs: [], coins: 14 });
  });
});

describe('a run of the engine', () => {
  it('reads as much with three hundred waiting tasks as with twenty', async () => {
    const later = { pool: 'default', nextPollTime: Date.now() + 600_000 };
    const waiting = (count: number) =>
      Array.from({ length: count }, (_, at) => someTask(1_000 + at, 'queued', later));
    const counted: number[] = [];
    for (const count of [20, 300]) {
      await world.reset();
      await set('apiKeys', 'key_0001', { restUntil: Date.now() + 600_000 });
      await without('key_0002');
      await world.insert('tasks', waiting(count));
      counted.push((await costOf(world, timer)).cost.requests);
    }
    expect(counted[1]).toBe(counted[0]);
  });

  it('makes a task once when several run at once', async () => {
    const { _id: id } = await order();
    await Promise.all([timer(), timer(), timer()]);
    for (let at = 0; at < 4; at += 1) {
      later(3_000);
      await Promise.all([timer(), timer()]);
    }
    expect(await seen(id)).toMatchObject({ status: 'succeeded' });
    expect(await creations()).toHaveLength(1);
  });
});
