import { beforeEach, describe, expect, it } from 'vitest';
import { photoInput } from '../../photoInput.ts';
import { startTaskWorld } from '../tasks/taskWorld.ts';

const { world, sandbox, one, template, saying, run, task } = await startTaskWorld();
const { ok, rows, set } = world;

type Row = Record<string, unknown>;
const ID = 'tpl_0001';
const words = { key: 'text', label: '文字', type: 'text', required: false, nodeId: '6' };
const inputs = [
  { ...photoInput, required: false },
  { ...words, fieldName: 'text' },
];
const now = () => Date.now();

beforeEach(() => set('apiKeys', 'key_0002', { status: 'paused' }));

/** The template before and after a task whose prompt steers the stand-in of the image service. */
const after = async (text: string, fields: Row = {}, meanwhile?: () => Promise<unknown>) => {
  await template({ ...fields, inputs });
  const before = await one('templates', ID);
  await saying(text);
  await template({ inputs });
  await run();
  await meanwhile?.();
  await run(6);
  return { before, found: await one('templates', ID) };
};
const stats = { useCount: 7, successCount: 6, failCount: 1 };

describe('a task that succeeds', () => {
  it('is counted at its template, which is not changed otherwise', async () => {
    const { before, found } = await after('一');
    expect(found).toEqual({
      ...before,
      stats: { useCount: 8, successCount: 7, failCount: 1 },
      averageSec: 21,
      refusedInARow: 0,
    });
  });

  it.each([
    [undefined, 21],
    [0, 21],
    [10.1, 11.2],
    [10.04, 11.1],
    [31, 30],
  ])('weighs a tenth in what such tasks take: %d s become %d s', async (averageSec, next) => {
    const { found } = await after('一', averageSec === undefined ? {} : { averageSec });
    expect(found['averageSec']).toBe(next);
  });

  it('ends the refusals in a row', async () => {
    expect((await after('一', { refusedInARow: 2 })).found).toMatchObject({ refusedInARow: 0 });
  });
});

describe('a task that fails', () => {
  it('is counted at its template, and says nothing of how long it takes', async () => {
    const { before, found } = await after('sandbox-fail', { averageSec: 10, refusedInARow: 1 });
    expect(found).toEqual({ ...before, stats: { useCount: 8, successCount: 6, failCount: 2 } });
    expect(world.errors.filter(line => line.includes('run of a template not noted'))).toEqual([]);
  });

  it('is not counted where it was cancelled', async () => {
    await template({ inputs });
    const before = await one('templates', ID);
    const { _id: id } = await saying('一');
    await template({ inputs });
    await ok('adminTask', 'cancelTask', { id, reason: '测试' });
    expect(await one('templates', ID)).toEqual(before);
  });
});

describe('a workflow that is refused', () => {
  const refuse = async (fields: Row) => {
    const { before, found } = await after('sandbox-code-433', fields);
    const logged = (await rows('auditLogs')).filter(row => row['resourceId'] === ID);
    const alerts = (await rows('messages')).filter(row => row['event'] === 'taskFailures');
    return { before, found, logged, alerts };
  };
  const failed = { useCount: 8, successCount: 6, failCount: 2 };

  it('is counted', async () => {
    for (const refusedInARow of [0, 1]) {
      await template({ stats });
      const { before, found, logged, alerts } = await refuse({ refusedInARow });
      const counted = { refusedInARow: refusedInARow + 1, stats: failed };
      expect(found).toEqual({ ...before, ...counted });
      expect([logged, alerts]).toEqual([[], []]);
    }
  });

  it('three times in a row takes its template offline, and administrators are informed', async () => {
    const time = now();
    const { before, found, logged, alerts } = await refuse({ refusedInARow: 2 });
    const rev = Number(before['rev']) + 1;
    const reason = '工作流连续 3 次被图像服务拒绝，已自动下线';
    const { updateTime, ...fields } = found;
    expect(fields).toEqual({
      ...Object.fromEntries(Object.entries(before).filter(([name]) => name !== 'updateTime')),
      rev,
      status: 'offline',
      refusedInARow: 0,
      stats: failed,
    });
    expect(updateTime).toBeGreaterThanOrEqual(time);
    expect(logged).toMatchObject([
      {
        adminName: '系统',
        action: 'tasks',
        resource: 'template',
        resourceId: ID,
        reason,
        diff: [{ from: 'online', to: 'offline' }],
      },
    ]);
    expect(logged[0]!['diff']).toHaveLength(1);
    expect(alerts.map(row => String(row['_id'])).sort()).toEqual([
      `taskFailures_${ID}_${rev}_email`,
      `taskFailures_${ID}_${rev}_wecom`,
    ]);
    for (const alert of alerts)
      expect(alert).toMatchObject({
        values: { name: '模板1', reason },
        path: `templates/edit/${ID}`,
      });
  });

  it('is only counted where its template is offline already', async () => {
    await template({ inputs, refusedInARow: 5 });
    await saying('sandbox-code-433');
    await template({ inputs, status: 'offline' });
    const before = await one('templates', ID);
    await run(6);
    expect(await one('templates', ID)).toEqual({ ...before, refusedInARow: 6, stats: failed });
    expect((await rows('auditLogs')).filter(row => row['resourceId'] === ID)).toEqual([]);
  });
});

describe('a trial', () => {
  const start = async (text: string) => {
    await template({ inputs, stats });
    const { rev } = await ok('adminTemplate', 'getTemplateById', { id: ID });
    const wish = { templateId: ID, rev, inputs: { text } };
    const { _id: id } = await ok('adminTemplate', 'runTrial', wish);
    return { id, before: await one('templates', ID) };
  };
  const noted = (taskId: string, succeeded: boolean, made: Row) => ({
    lastTrial: { taskId, time: now(), succeeded, ...made },
  });

  it('that succeeds is noted, and counts for publishing', async () => {
    const { id, before } = await start('一');
    expect((await task(id))['triedHash']).toMatch(/^[0-9a-f]{32}$/);
    await run(3);
    expect(await one('templates', ID)).toEqual({
      ...before,
      ...noted(id, true, { costSec: 21, coins: 14 }),
      trialPassed: true,
      averageSec: 21,
      refusedInARow: 0,
    });
  });

  it('that fails is noted, and is no refusal of the workflow', async () => {
    const { id, before } = await start('sandbox-code-433');
    await run();
    expect(await one('templates', ID)).toEqual({
      ...before,
      ...noted(id, false, { costSec: 0, coins: 0 }),
    });
  });

  it('of what has changed meanwhile does not count', async () => {
    const { id } = await start('一');
    await template({ timeoutSec: 333, workflowId: '1985000000000000009' });
    await run(3);
    const found = await one('templates', ID);
    expect(found).toMatchObject(noted(id, true, { costSec: 21, coins: 14 }));
    expect(found['trialPassed']).toBeUndefined();
  });

  it('ends also where its template is gone', async () => {
    const { id } = await start('一');
    await run();
    await set('tasks', id, { templateId: 'tpl_9999' });
    await run(3);
    expect(await task(id)).toMatchObject({ status: 'succeeded' });
  });

  it('is what a task of a visitor is not', async () => {
    await sandbox('runninghub', { queueMs: 0, runMs: 0 });
    const { found } = await after('一');
    expect(found['lastTrial']).toBeUndefined();
  });
});

describe('a template without a key', () => {
  const pools = async (A: Row, B: Row) => {
    await set('apiKeys', 'key_0001', A);
    await set('apiKeys', 'key_0002', B);
  };
  const state = async (id = ID) =>
    (await ok('adminTemplate', 'getTemplateById', { id })).hasUsableKey;
  const listed = async (filter: Row) =>
    (await ok('adminTemplate', 'getTemplates', { filter } as never)).list
      .map(({ _id }) => _id)
      .sort();

  it('is suspended, unless it needs none', async () => {
    await pools({ status: 'invalid' }, { status: 'active', pool: 'fast' });
    expect(await state()).toBe(false);
    await template({ apiKeyPool: 'fast' });
    expect(await state()).toBe(true);
    await template({ apiKeyPool: null });
    expect(await state()).toBe(false);
    await template({ engine: 'local' });
    expect(await state()).toBe(true);
    await template({ engine: 'workflow' });
    await pools({ status: 'active', pool: null }, { status: 'paused' });
    expect(await state()).toBe(true);
    await template({ apiKeyPool: 'fast' });
    expect(await state()).toBe(false);
  });

  it('is found as suspended where it is online and needs one', async () => {
    for (const [id, fields] of [
      ['tpl_0001', { apiKeyPool: 'fast' }],
      ['tpl_0002', { apiKeyPool: 'default' }],
      ['tpl_0003', { apiKeyPool: null }],
    ] as const)
      await set('templates', id, { engine: 'workflow', status: 'online', ...fields });
    const all = await listed({});
    expect(all.length).toBeGreaterThan(3);
    await pools({ status: 'invalid' }, { status: 'active', pool: 'fast' });
    expect(await listed({ suspended: true })).toEqual(['tpl_0002', 'tpl_0003']);
    await pools({ status: 'active' }, { status: 'paused' });
    expect(await listed({ suspended: true })).toEqual(['tpl_0001']);
    await pools({ status: 'paused' }, { status: 'paused' });
    const suspended = ['tpl_0001', 'tpl_0002', 'tpl_0003'];
    expect(await listed({ suspended: true })).toEqual(suspended);
    await set('templates', 'tpl_0002', { engine: 'ai_app' });
    await set('templates', 'tpl_0003', { engine: 'local' });
    expect(await listed({ suspended: true })).toEqual(['tpl_0001', 'tpl_0002']);
    expect(await listed({ suspended: true, engine: ['ai_app', 'local'] })).toEqual(['tpl_0002']);
    expect(await listed({ suspended: true, engine: ['local'] })).toEqual([]);
    await set('templates', 'tpl_0002', { status: 'offline' });
    expect(await listed({ suspended: true })).toEqual(['tpl_0001']);
    expect(await listed({ suspended: true, status: ['offline'] })).toEqual([]);
    expect(await listed({ suspended: true, status: ['online', 'offline'] })).toEqual(['tpl_0001']);
    expect(await listed({ suspended: true, ids: ['tpl_0002'] })).toEqual([]);
  });

  it('is none, however many keys there are', async () => {
    const { _id: _own, ...like } = await one('apiKeys', 'key_0001');
    await pools({ pool: 'fast' }, { pool: 'fast' });
    await world.insert(
      'apiKeys',
      Array.from({ length: 110 }, (_, at) => ({
        ...like,
        _id: `key_1${String(at).padStart(3, '0')}`,
        fingerprint: `f${at}`,
        status: 'active',
        pool: at === 109 ? 'default' : 'fast',
      })),
    );
    expect(await state()).toBe(true);
  });
});
