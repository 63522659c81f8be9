import sharp from 'sharp';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { StoredTask } from '#cloudfunctions/_shared/tasks/tasks.ts';
import type { CollectionName } from '#contract/collections.ts';
import { engineOf, visitorNo } from './engineRun.ts';
import { CANARY_KEY } from './fixtures/people.ts';
import { startWorld } from './harness.ts';
import { countWaits } from './waits.ts';

const world = await startWorld();
const { call, ok, rows, set } = world;
const { timer, report, sandbox, one, later, run, creditsOf, upload } = engineOf(world);

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() });
  await world.reset();
  await sandbox('runninghub', { queueMs: 0, runMs: 0 });
});
afterEach(() => vi.useRealTimers());

const photo = 'user_upload/demo/photo_0001.jpg';
const order = (more: object = {}) =>
  ok('appTask', 'createTask', { templateId: 'tpl_0001', inputs: { photo }, ...more });
const seen = (id: string) => ok('appTask', 'getTask', { id });
const task = (id: string) => one('tasks', id);
const steps = async (id: string) =>
  ((await task(id))['history'] as { to: string }[]).map(({ to }) => to);
const without = (key: string) => set('apiKeys', key, { status: 'paused' });
const template = (more: object) => set('templates', 'tpl_0001', more);
/** A second input, whose words tell the stand-in what to do. */
const withText = () =>
  template({
    inputs: [
      {
        key: 'photo',
        label: '照片',
        type: 'image',
        required: true,
        nodeId: '12',
        fieldName: 'image',
      },
      { key: 'text', label: '文字', type: 'text', required: false, nodeId: '6', fieldName: 'text' },
    ],
  });
const saying = async (text: string) => {
  await withText();
  return order({ inputs: { photo, text } });
};
const creations = async () => (await sandbox('runninghub'))['tasks'] as object[];

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

  it('is ordered once, however often a click is repeated', async () => {
    const wish = { idemKey: 'click-0001' };
    const answers = await Promise.all([order(wish), order(wish), order(wish)]);
    expect(new Set(answers.map(({ _id }) => _id)).size).toBe(1);
    expect((await one('users', 'usr_0001'))['activeTasks']).toHaveLength(1);
  });

  it('can be cancelled while it waits, and not once it has been submitted', async () => {
    await template({ costCredits: 5 });
    const before = await creditsOf('usr_0001');
    const [first, second] = [await order(), await order()];
    expect(await ok('appTask', 'cancelTask', { id: first._id })).toMatchObject({
      status: 'cancelled',
      isRefunded: true,
    });
    await sandbox('runninghub', { runMs: 3_600_000 });
    await run();
    expect((await call('appTask', 'cancelTask', { id: second._id })).code).toBe(40902);
    expect(await creditsOf('usr_0001')).toEqual({ ...before, gift: before.gift - 5 });
    expect(await creations()).toHaveLength(1);
  });

  it('is stopped at the provider when an administrator cancels it, and its slot is free then', async () => {
    const { token } = await world.reset();
    await sandbox('runninghub', { queueMs: 0, runMs: 3_600_000 });
    const { _id: id } = await order();
    await run();
    expect(await task(id)).toMatchObject({
      status: 'running',
      slotKey: expect.any(String) as string,
    });
    await ok('adminTask', 'cancelTask', { id, reason: '测试' }, { token });
    expect((await task(id))['slotKey']).not.toBe('');
    // Where the provider does not answer, it may still be working on it.
    await sandbox('runninghub', { path: '/task/openapi/cancel', mode: 'fail', times: 1 });
    await run();
    expect((await task(id))['slotKey']).not.toBe('');
    await run(9);
    expect(await task(id)).toMatchObject({ status: 'cancelled', slot: id, slotKey: '' });
    expect(await creations()).toMatchObject([{ state: 'CANCELLED' }]);
  });

  it('of several pictures keeps those that are pictures', async () => {
    const four = await saying('sandbox-four');
    await run(3);
    expect((await seen(four._id)).outputs).toHaveLength(4);
  });

  it('ends without a picture where nothing usable was made, with its credits back', async () => {
    for (const word of [
      'html',
      'huge',
      'redirect',
      'inner',
      'empty',
      'broken',
      'video',
      'gif',
      'nothing',
    ]) {
      const before = await creditsOf('usr_0001');
      const files = world.storedFiles();
      const { _id: id } = await saying(`sandbox-${word}`);
      await run(3);
      expect([word, await seen(id)]).toMatchObject([
        word,
        { status: 'failed', errorCode: 'SAVE_FAILED', isRefunded: true, outputs: [] },
      ]);
      expect(await creditsOf('usr_0001')).toEqual(before);
      expect(world.storedFiles()).toEqual(files);
    }
  });

  it.each([
    ['reject', 'CONTENT_REJECTED'],
    ['person', 'REAL_PERSON'],
    ['fail', 'GENERATION_FAILED'],
    ['code-433', 'TEMPLATE_BROKEN'],
    ['code-809', 'FILE_TOO_LARGE'],
  ])(
    'that the provider refuses with sandbox-%s ends as %s, with its credits back',
    async (word, errorCode) => {
      await template({ costCredits: 3 });
      const before = await creditsOf('usr_0001');
      const { _id: id } = await saying(`sandbox-${word}`);
      await run(6);
      expect(await seen(id)).toMatchObject({ status: 'failed', errorCode, isRefunded: true });
      expect(await creditsOf('usr_0001')).toEqual(before);
      expect(await task(id)).toMatchObject({ slot: id, slotKey: '', nextPollTime: 0 });
    },
  );

  it('is given up when it runs too long, told to stop, and paid back', async () => {
    await template({ costCredits: 3, timeoutSec: 30 });
    const before = await creditsOf('usr_0001');
    await sandbox('runninghub', { runMs: 3_600_000 });
    const { _id: id } = await order();
    await run(45);
    expect(await seen(id)).toMatchObject({ status: 'timeout', isRefunded: true });
    await run(3);
    expect(await task(id)).toMatchObject({ slotKey: '', nextPollTime: 0 });
    expect(await creditsOf('usr_0001')).toEqual(before);
    expect(await creations()).toMatchObject([{ state: 'CANCELLED' }]);
  });
});

describe('a creation whose answer was lost', () => {
  const lose = () =>
    sandbox('runninghub', { path: '/task/openapi/create', mode: 'lose', times: 1 });
  const createdOnce = async () =>
    expect(Object.values((await sandbox('runninghub'))['createsByWebhook'] as object)).toEqual([1]);

  it('is never sent again, keeps its slot, and is found by the report', async () => {
    await without('key_0002');
    await sandbox('runninghub', { webhooks: 'lost' });
    await lose();
    const { _id: id } = await order();
    await run(60);
    expect(await task(id)).toMatchObject({
      status: 'submitting',
      slot: 'key_0001#0',
      rhTaskId: '',
    });
    await createdOnce();
    const [made] = (await creations()) as { taskId: string; webhookUrl: string }[];
    const path = new URL(made!.webhookUrl).pathname;
    expect(await report(path, { event: 'TASK_END', taskId: made!.taskId })).toBe(200);
    await run(6);
    expect(await seen(id)).toMatchObject({ status: 'succeeded' });
    expect(await steps(id)).toContain('running');
    await createdOnce();
  });

  it('ends at its deadline with the credits back, and an administrator looks whether it was charged', async () => {
    const { token } = await world.reset();
    await sandbox('runninghub', { queueMs: 0, runMs: 0, webhooks: 'lost' });
    await template({ costCredits: 3, timeoutSec: 60 });
    const before = await creditsOf('usr_0001');
    await lose();
    const { _id: id } = await order();
    await run(90);
    expect(await seen(id)).toMatchObject({ status: 'failed', errorCode: 'ANSWER_LOST' });
    expect(await creditsOf('usr_0001')).toEqual(before);
    await createdOnce();
    expect(await task(id)).toMatchObject({ maybeCharged: true, slotKey: '' });
    await ok('adminTask', 'resolveCharge', { id, note: '未扣费' }, { token });
    expect(await task(id)).toMatchObject({ maybeCharged: false });
  });

  it('keeps its slot when it is cancelled, until the provider has been told to stop, or its time is over', async () => {
    const { token } = await world.reset();
    await sandbox('runninghub', { queueMs: 0, runMs: 3_600_000, webhooks: 'lost' });
    await template({ timeoutSec: 60 });
    const cancelled = async () => {
      await lose();
      const { _id: id } = await order();
      await run(3);
      await ok('adminTask', 'cancelTask', { id, reason: '测试' }, { token });
      await run(3);
      expect((await task(id))['slotKey']).not.toBe('');
      return id;
    };
    const [heard, silent] = [await cancelled(), await cancelled()];
    const [made] = (await creations()) as { taskId: string; webhookUrl: string }[];
    expect(await report(new URL(made!.webhookUrl).pathname, { taskId: made!.taskId })).toBe(200);
    await run(3);
    expect(await task(heard)).toMatchObject({ status: 'cancelled', slotKey: '' });
    expect((await task(silent))['slotKey']).not.toBe('');
    await run(60);
    expect(await task(silent)).toMatchObject({ status: 'cancelled', slotKey: '' });
    expect((await creations()).map(one => (one as { state: string }).state).sort()).toEqual([
      'CANCELLED',
      'RUNNING',
    ]);
  });

  it('is not found by a report that is forged, about another task, or about what the provider does not know', async () => {
    await sandbox('runninghub', { webhooks: 'lost' });
    // The provider knows a number only by the key that it was given to.
    await without('key_0002');
    const { _id: other } = await order();
    await run(6);
    const { rhTaskId: ofOther } = await task(other);
    await lose();
    const { _id: id, taskNo } = await order();
    await run(3);
    const made = ((await creations()) as { taskId: string; webhookUrl: string }[]).find(
      ({ taskId }) => taskId !== ofOther,
    );
    const path = new URL(made!.webhookUrl).pathname;
    const secret = path.split('/')[3]!;
    const forged = [
      [`/notify/runninghub/${'0'.repeat(40)}/${taskNo}`, made!.taskId],
      [`/notify/runninghub/${secret}/T2026112000000003`, made!.taskId],
      [path, '1234567890123456789'],
      [path, String(ofOther)],
      [path, '../../x'],
      ['/notify/runninghub', made!.taskId],
    ] as const;
    for (const [address, taskId] of forged) expect(await report(address, { taskId })).toBe(404);
    expect(await task(id)).toMatchObject({ status: 'submitting', rhTaskId: '' });
  });
});

describe('keys', () => {
  const statusOf = async (id: string) => (await one('apiKeys', id))['status'];

  it('that the provider refuses, or that are empty, are switched off, and another key takes the task', async () => {
    for (const [code, status] of [
      [802, 'invalid'],
      [416, 'exhausted'],
    ] as const) {
      await world.reset();
      await sandbox('runninghub', { queueMs: 0, runMs: 0 });
      await without('key_0002');
      const refusal = {
        path: '/task/openapi/create',
        mode: 'refuse',
        code: String(code),
        times: 1,
      };
      await sandbox('runninghub', refusal);
      const { _id: id } = await order();
      await run();
      expect([code, await statusOf('key_0001')]).toEqual([code, status]);
      await set('apiKeys', 'key_0002', { status: 'active' });
      await run(6);
      expect(await seen(id)).toMatchObject({ status: 'succeeded' });
      expect(await task(id)).toMatchObject({ apiKeyId: 'key_0002' });
      const logged = (await rows('auditLogs')).filter(({ resource }) => resource === 'apiKey');
      expect(logged).toMatchObject([{ adminName: '系统', diff: [{ from: 'active', to: status }] }]);
    }
  });

  it('that cannot be decrypted are switched off, and another key takes the task', async () => {
    await without('key_0002');
    await set('apiKeys', 'key_0001', { keyCipher: 'v1:damaged' });
    const { _id: id } = await order();
    await run();
    expect(await statusOf('key_0001')).toBe('invalid');
    expect(await task(id)).toMatchObject({ status: 'queued', slotKey: '' });
    await set('apiKeys', 'key_0002', { status: 'active' });
    await run(6);
    expect(await task(id)).toMatchObject({ status: 'succeeded', apiKeyId: 'key_0002' });
  });

  it('that are full rest, and the task keeps its place', async () => {
    await without('key_0002');
    const full = { path: '/task/openapi/create', mode: 'refuse', code: '421', times: 1 };
    await sandbox('runninghub', full);
    const first = await order();
    later(10);
    const second = await order();
    await run();
    expect([(await task(first._id))['status'], (await task(second._id))['status']]).toEqual([
      'queued',
      'queued',
    ]);
    expect(await seen(second._id)).toMatchObject({ queueAhead: 1 });
    await run(24);
    for (const { _id } of [first, second])
      expect(await seen(_id)).toMatchObject({ status: 'succeeded' });
    const starts = await Promise.all(
      [first, second].map(async ({ _id }) => (await task(_id))['submitTime'] as number),
    );
    expect(starts[0]).toBeLessThanOrEqual(starts[1]!);
  });

  it('without any that works, who has waited for two minutes gets his credits back', async () => {
    await template({ costCredits: 3 });
    const before = await creditsOf('usr_0001');
    const { _id: id } = await order();
    for (const key of ['key_0001', 'key_0002']) await set('apiKeys', key, { status: 'invalid' });
    await run(60);
    expect(await seen(id)).toMatchObject({ status: 'queued' });
    await run(75);
    expect(await seen(id)).toMatchObject({ status: 'failed', errorCode: 'SERVICE_BUSY' });
    expect(await creditsOf('usr_0001')).toEqual(before);
  });

  it('are never given more tasks than their limit, nor more coins than their cap', async () => {
    await without('key_0002');
    await set('apiKeys', 'key_0001', { maxConcurrency: 2 });
    await set('settings', 'system', { data: { task: { maxPerUser: 10 } } });
    await sandbox('runninghub', { runMs: 3_600_000 });
    for (let at = 0; at < 4; at += 1) await order();
    await run(6);
    const taken = (await rows('tasks')).filter(({ slotKey }) => slotKey !== '');
    expect(taken.map(({ slot }) => slot).sort()).toEqual(['key_0001#0', 'key_0001#1']);
    expect(await creations()).toHaveLength(2);
  });

  it('do not leak: nobody is told a key, and nothing of it is stored or logged', async () => {
    await order();
    await run(3);
    const shown = JSON.stringify([await world.dump(), world.errors]);
    expect(shown).not.toContain(CANARY_KEY);
  });
});

describe('what a picture earns', () => {
  it('is what its paid credits were bought for; given back, it is earned by nobody', async () => {
    const { token } = await world.reset();
    await sandbox('runninghub', { queueMs: 0, runMs: 0 });
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
    const runs = await ok(
      'adminDashboard',
      'getTemplateRuns',
      { templateId: 'tpl_0001' },
      { token },
    );
    expect(runs.current).toMatchObject({ succeeded: 1, failed: 1, earnedFen: 100, coins: 14 });
    const page = await ok(
      'adminDashboard',
      'getTemplateFigures',
      { templateIds: ['tpl_0002', 'tpl_0001'] },
      { token },
    );
    expect(page.list).toMatchObject([
      { templateId: 'tpl_0002', succeeded: 0, coins: 0, earnedFen: 0 },
      { templateId: 'tpl_0001', ...runs.current },
    ]);
  });

  it('and the queue can be seen at a glance', async () => {
    const { token } = await world.reset();
    await sandbox('runninghub', { queueMs: 0, runMs: 3_600_000 });
    await without('key_0002');
    await set('apiKeys', 'key_0001', { maxConcurrency: 1 });
    const [first, second] = [await order(), await order()];
    await run();
    const { keys, ...rest } = await ok('adminDashboard', 'getEngine', {}, { token });
    // Besides the waiting task of the fixture.
    expect(rest).toMatchObject({ waiting: 2, running: 1, slots: 1 });
    expect(rest.oldestTime).toBeLessThanOrEqual(second.createTime);
    expect(keys[0]).toMatchObject({ _id: 'key_0001', running: 1, maxConcurrency: 1 });
    expect(first.status).toBe('created');
  });
});

describe('a template', () => {
  it('whose workflow is refused three times in a row goes offline, and not for what a photo may cause', async () => {
    for (const word of ['fail', 'reject', 'code-433', 'code-433']) {
      await saying(`sandbox-${word}`);
      await run(6);
    }
    expect(await one('templates', 'tpl_0001')).toMatchObject({
      status: 'online',
      refusedInARow: 2,
    });
    await saying('sandbox-code-810');
    await run(3);
    expect(await one('templates', 'tpl_0001')).toMatchObject({ status: 'offline' });
    const logged = (await rows('auditLogs')).filter(({ resource }) => resource === 'template');
    expect(logged).toMatchObject([{ reason: '工作流连续三次被服务商拒绝，已自动下线' }]);
  });

  it('that works again is counted anew', async () => {
    await saying('sandbox-code-433');
    await run(3);
    await saying('好看');
    await run(6);
    expect(await one('templates', 'tpl_0001')).toMatchObject({ refusedInARow: 0 });
  });
});

describe('the content check', () => {
  const moderation = (more: object = {}) =>
    set('settings', 'system', { data: { moderation: { images: true, texts: true, ...more } } });
  const calls = async () => (await sandbox('moderation'))['calls'] as object[];

  it('passes what is harmless, before anything is sent to the provider', async () => {
    await moderation({ images: false });
    const { _id: id } = await saying('一只猫');
    await run(6);
    expect(await seen(id)).toMatchObject({ status: 'succeeded' });
    expect(await calls()).toHaveLength(1);
  });

  it.each(['block', 'review'])(
    'refuses a text with sandbox-%s, and returns the credits',
    async word => {
      await moderation({ images: false });
      await template({ costCredits: 3 });
      const before = await creditsOf('usr_0001');
      const { _id: id } = await saying(`sandbox-${word}`);
      await run(3);
      expect(await seen(id)).toMatchObject({ status: 'failed', errorCode: 'CONTENT_REJECTED' });
      expect(await creditsOf('usr_0001')).toEqual(before);
      expect(await creations()).toEqual([]);
    },
  );

  it('refuses a photo, and passes one that is harmless', async () => {
    await moderation({ texts: false });
    await template({ costCredits: 0 });
    const caller = visitorNo(3);
    const photoOf = (background: string) =>
      sharp({ create: { width: 96, height: 128, channels: 3, background } })
        .jpeg()
        .toBuffer();
    for (const [colour, expected] of [
      ['#f0f', { status: 'failed', errorCode: 'CONTENT_REJECTED' }],
      ['#a52', { status: 'succeeded' }],
    ] as const) {
      const inputs = { photo: await upload(caller, await photoOf(colour)) };
      const wish = { templateId: 'tpl_0001', inputs };
      const { _id: id } = await ok('appTask', 'createTask', wish, { caller });
      await run(6);
      expect(await ok('appTask', 'getTask', { id }, { caller })).toMatchObject(expected);
    }
    expect(await creations()).toHaveLength(1);
  });

  it('passes what is merely doubtful where the settings say so', async () => {
    await moderation({ images: false, refuseDoubtful: false });
    const { _id: id } = await saying('sandbox-review');
    await run(6);
    expect(await seen(id)).toMatchObject({ status: 'succeeded' });
  });

  it('that does not answer is asked again, and nothing passes unchecked', async () => {
    await moderation({ images: false });
    await sandbox('moderation', { mode: 'fail' });
    const { _id: id } = await saying('一只猫');
    await run(9);
    expect(await task(id)).toMatchObject({ status: 'checking' });
    await run(120);
    expect(await seen(id)).toMatchObject({ status: 'failed', errorCode: 'SERVICE_BUSY' });
    expect(await creations()).toEqual([]);
  });
});

describe('a sensitive word of the own list', () => {
  it('is refused although no moderation is switched on, in any of its forms', async () => {
    await set('keywords', 'kw_0001', { type: 'sensitive', norm: 'abc词', aliases: ['别名'] });
    for (const text of ['这里有 ＡＢＣ词', '一个别名']) {
      const { _id: id } = await saying(text);
      await run();
      expect(await seen(id)).toMatchObject({ errorCode: 'CONTENT_REJECTED', isRefunded: true });
    }
    expect(await creations()).toEqual([]);
  });
});

describe('pictures of visitors', () => {
  const storageTimer = async (TriggerName = 'expire') => {
    const { main } = (await import('#cloudfunctions/storageTimers/index.ts')) as {
      main: (event: unknown) => Promise<{ result: unknown }>;
    };
    return (await main({ Type: 'Timer', TriggerName })).result;
  };
  const DAY_MS = 86_400_000;

  it('are erased when their days are over, except what is being printed, and the work says so', async () => {
    await set('settings', 'system', { data: { retention: { userUploadDays: 2, resultDays: 4 } } });
    const { _id: id } = await order();
    await run(6);
    const { outputs, expireTime } = await seen(id);
    const [result] = outputs.map(({ filePath }) => filePath);
    const stored = async () => (await rows('files')).map(({ filePath }) => filePath);
    expect(await storageTimer()).toMatchObject({ photos: 0 });
    expect(await stored()).toContain(result);
    later(3 * DAY_MS);
    await set('printOrders', 'prt_0001', { files: [photo] });
    await storageTimer();
    expect(await stored()).toContain(photo);
    expect(await stored()).toContain(result);
    await set('printOrders', 'prt_0001', { files: [] });
    later(DAY_MS + 60_000);
    expect(Date.now()).toBeGreaterThan(expireTime!);
    await storageTimer();
    later(16 * 60_000);
    await storageTimer('purge');
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
  it('reads as much with a thousand waiting tasks as with twenty', async () => {
    const waiting = (count: number) =>
      Array.from({ length: count }, (_, at) => ({
        _id: `task_w${at}`,
        rev: 1,
        createTime: at,
        updateTime: at,
        taskNo: `TW${at}`,
        status: 'queued',
        pool: 'default',
        slot: `task_w${at}`,
        slotKey: '',
        nextPollTime: Date.now() + 600_000,
        history: [],
        userId: '',
      }));
    await sandbox('runninghub', { runMs: 3_600_000 });
    await without('key_0002');
    const counted: number[] = [];
    for (const count of [20, 1_000]) {
      await world.reset();
      await set('apiKeys', 'key_0001', { restUntil: Date.now() + 600_000 });
      await without('key_0002');
      await world.insert('tasks' as CollectionName, waiting(count));
      counted.push((await countWaits(world, timer)).requests);
    }
    expect(counted[1]).toBe(counted[0]);
  });

  it('ends a task one of whose steps fails whenever it is tried, with its credits back', async () => {
    await template({ costCredits: 3 });
    const before = await creditsOf('usr_0001');
    const { _id: id } = await order();
    // Damaged, so that no photo can be found in it.
    await set('tasks', id, { nodeInfoList: null });
    await run(60);
    expect(await seen(id)).toMatchObject({ status: 'submitting' });
    later(2 * 3_600_000);
    await run(3);
    expect(await seen(id)).toMatchObject({ status: 'timeout', isRefunded: true });
    expect(await task(id)).toMatchObject({ slot: id, slotKey: '', nextPollTime: 0 });
    expect(await creditsOf('usr_0001')).toEqual(before);
  });

  it.each([
    ['puts nothing back into the queue', 421],
    ['ends nothing', 809],
  ])('that was too slow %s: the task is made once, by who came after it', async (_what, code) => {
    await sandbox('runninghub', { webhooks: 'lost' });
    const { _id: id } = await order();
    const { fetch } = globalThis;
    let left: object | null = null;
    const calls = vi.spyOn(globalThis, 'fetch').mockImplementation(async (address, options) => {
      if (left || !String(address).endsWith('/upload/binary')) return fetch(address, options);
      left = {};
      // While it waits for this answer its lease ends, and another run submits the task.
      later(60_000);
      await sandbox('runninghub', { path: '/task/openapi/create', mode: 'lose', times: 1 });
      await timer();
      left = await task(id);
      return Response.json({ code, msg: '', data: null });
    });
    await timer().finally(() => calls.mockRestore());
    expect(left).toMatchObject({ status: 'submitting', sentTime: Date.now() });
    expect(await task(id)).toEqual(left);
    await run(30);
    const [made, ...others] = (await creations()) as { taskId: string; webhookUrl: string }[];
    expect(others).toEqual([]);
    await report(new URL(made!.webhookUrl).pathname, { taskId: made!.taskId });
    await run(6);
    expect(await seen(id)).toMatchObject({ status: 'succeeded' });
  });

  it('leaves a task to one of those that have read it', async () => {
    const { claim } = await import('#cloudfunctions/_shared/tasks/lease.ts');
    const read = (await one('tasks', (await order())._id)) as unknown as StoredTask;
    const claims = await Promise.all([claim(read), claim(read), claim(read)]);
    expect(claims.filter(claimed => claimed !== null)).toHaveLength(1);
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

describe('somebody else', () => {
  it('sees, cancels, rates and deletes nothing of it', async () => {
    const { _id: id } = await order();
    const other = { caller: visitorNo(2) };
    for (const [action, data] of [
      ['getTask', { id }],
      ['cancelTask', { id }],
      ['rateTask', { id, rating: 1 }],
    ] as const)
      expect((await call('appTask', action, data, other)).code).toBe(40400);
    expect(await ok('appTask', 'deleteTasks', { ids: [id] }, other)).toEqual({ deleted: [] });
    expect((await ok('appTask', 'getTasks', {}, other)).list).toEqual([]);
  });
});
