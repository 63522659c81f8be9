import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { beforeEach, describe, expect, it } from 'vitest';
import type { JobName } from '#cloudfunctions/_shared/base/jobs.ts';
import { planner, queriesOf } from '../sweeps/plans.ts';
import { fileId, fileRow } from '../world/fixtures/files.ts';
import { startWorld } from '../world/harness.ts';
import { runJob } from '../world/runJob.ts';

/** So short that every run ends after its first step. */
const world = await startWorld({ CLEANING_BUDGET_MS: 1 });
const { call, ok, rows, set, insert } = world;
await world.reset();
beforeEach(() => world.reset());

const DAY_MS = 86_400_000;
/** Files of one step. */
const PAGE = 20;

const photos = Array.from({ length: 65 }, (_, at) => `user_upload/usr_old/202001/p${at}.jpg`);
const work = (at: number) => `results/usr_old/task_old${at}/1.png`;
const old = (path: string, at: number) => ({
  ...fileRow(path, {
    scene: path.startsWith('results/') ? 'task_result' : 'user_upload',
    userId: path.startsWith('results/') ? 'usr_0002' : 'usr_old',
    // Some at the very same time.
    createTime: Date.now() - 400 * DAY_MS + Math.floor(at / 7),
  }),
});
const store = (key: string) => {
  const content = Buffer.from(key);
  return world.emulator.files.put(key, Readable.from([content]), {
    owner: null,
    limit: content.length,
  });
};
const left = async () =>
  new Set(
    (await rows('files')).filter(({ status }) => status === 'active').map(row => row['filePath']),
  );
/** Until there is nothing left to do. */
const repeatedly = async (job: JobName) => {
  for (;;) {
    const { ok: isWell, result } = await runJob(job);
    if (
      isWell &&
      Object.values({ done: result, ...(result as object) }).every(n => !(Number(n) > 0))
    )
      return;
  }
};
const clean = () => repeatedly('expireFiles');
/** After the time in which what has found a picture may still come to use it. */
const erase = async () => {
  for (const { _id, purgeTime } of await rows('files'))
    if (purgeTime) await set('files', String(_id), { purgeTime: 1 });
  await repeatedly('purgeFiles');
};

describe('expired pictures', () => {
  beforeEach(async () => {
    await insert('files', photos.map(old));
    await insert('files', [old(work(1), 1), old(work(2), 2)]);
    const model = (await rows('tasks'))[0]!;
    await insert(
      'tasks',
      [1, 2].map(at => ({
        ...model,
        _id: `task_old${at}`,
        taskNo: `OLD${at}`,
        slot: `task_old${at}`,
        idemKey: `old${at}`,
        status: 'succeeded',
        outputs: [{ filePath: work(at) }],
      })),
    );
  });

  it('are taken away in steps, each run a bounded part, until only those are left that something names', async () => {
    const [printed, onOrder, logo] = [photos[3]!, photos[30]!, photos[64]!];
    await set('printOrders', 'prt_0001', { files: [printed] });
    await set('orders', 'ord_0001', { files: [onOrder] });
    await ok('adminSettings', 'updateSettings', {
      type: 'general',
      data: { customerService: { qrImage: logo } },
    });
    await set('templates', 'tpl_0001', { coverImage: work(2), files: [work(2)] });
    const before = (await left()).size;
    await runJob('expireFiles');
    const taken = before - (await left()).size;
    expect(taken).toBeGreaterThan(0);
    expect(taken).toBeLessThanOrEqual(2 * PAGE);
    await clean();
    const active = await left();
    expect([...active].filter(path => photos.includes(String(path))).sort()).toEqual(
      [printed, onOrder, logo].sort(),
    );
    expect(active).toContain(work(2));
    const taskOf = async (at: number) =>
      (await rows('tasks')).find(({ _id }) => _id === `task_old${at}`);
    expect(await taskOf(1)).toMatchObject({
      outputs: [],
      erasedTime: expect.any(Number) as number,
    });
    expect((await taskOf(2))?.['outputs']).toHaveLength(1);
    await erase();
    const kept = new Set((await rows('files')).map(({ filePath }) => filePath));
    expect([...photos, work(1), work(2)].filter(path => kept.has(path)).sort()).toEqual(
      [printed, onOrder, logo, work(2)].sort(),
    );
  });

  it('that come into use meanwhile come back', async () => {
    await store(photos[5]!);
    await clean();
    expect(await left()).not.toContain(photos[5]);
    await set('printOrders', 'prt_0001', { files: [photos[5]] });
    await erase();
    expect(await left()).toContain(photos[5]);
    expect(world.emulator.files.find(photos[5]!)).toBeDefined();
  });

  it('stay where one record names them, however many name another one', async () => {
    const model = (await rows('printOrders')).find(({ _id }) => _id === 'prt_0001');
    const naming = (path: string, at: number) => ({
      ...model,
      _id: `prt_many${at}`,
      printNo: `MANY${at}`,
      files: [path],
    });
    const many = Array.from({ length: 120 }, (_, at) => naming(photos[1]!, at));
    await insert('printOrders', [...many, naming(photos[2]!, 120)]);
    await clean();
    const active = await left();
    expect([photos[1], photos[2]].filter(path => !active.has(path))).toEqual([]);
    expect(active).not.toContain(photos[3]);
  });

  it('stay while their visitor has a task that is not finished', async () => {
    const [user] = await rows('users');
    await set('users', String(user?.['_id']), { activeTasks: ['task_x'] });
    await set('files', fileId(photos[9]!), { userId: user?.['_id'] });
    await clean();
    expect(await left()).toContain(photos[9]);
    expect(await left()).not.toContain(photos[10]);
  });

  it('are erased by the next run where one was killed between content and row', async () => {
    await clean();
    await store(photos[7]!);
    await set('files', fileId(photos[7]!), { purgeTime: 1 });
    await world.inject({ action: 'database.removeDocument', code: 'DATABASE_REQUEST_FAILED' });
    expect(await runJob('purgeFiles')).toEqual({ ok: false });
    expect(world.emulator.files.find(photos[7]!)).toBeNull();
    const row = () => rows('files').then(all => all.find(({ _id }) => _id === fileId(photos[7]!)));
    // Out of the trash, where nobody can restore it.
    expect(await row()).toMatchObject({ status: 'pending' });
    await runJob('sweepFiles');
    expect(await row()).toBeUndefined();
  });

  it('are not restored from the trash once they are being erased', async () => {
    await clean();
    await set('files', fileId(photos[1]!), { status: 'pending' });
    const answer = await call('adminStorage', 'restoreImage', { filePath: photos[1] });
    expect(answer.code).toBe(40400);
  });

  it('are found by an index, and so are those who use them', async () => {
    const asked = await queriesOf(world, async () => {
      await runJob('expireFiles');
      await set('files', fileId(photos[0]!), { purgeTime: 1 });
      await runJob('purgeFiles');
      await runJob('sweepFiles');
    });
    const { fixture } = await import('../world/fixture.ts');
    const file = path.join(mkdtempSync(path.join(tmpdir(), 'cleaning-')), 'plans.sqlite');
    const { planOf, close } = planner(file, fixture().records);
    const plans = await Promise.all(asked.map(planOf));
    await close();
    expect(plans.some(({ collection }) => collection === 'printOrders')).toBe(true);
    for (const plan of plans)
      expect(plan, JSON.stringify(plan)).toMatchObject({
        narrowed: true,
        ...(Object.keys(plan.sort).length > 0 && { sorted: true }),
      });
  });
});
