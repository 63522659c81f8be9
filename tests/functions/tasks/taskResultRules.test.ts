import { createHash } from 'node:crypto';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { StoredTask } from '#cloudfunctions/_shared/tasks/tasks.ts';
import { settingDefaults } from '#contract/settingFields.ts';
import { DAY_MS, dayAfter, dayOf, startOf } from '#contract/shanghai.ts';
import { photoInput } from '../../photoInput.ts';
import { someTask } from '../world/fixtures/people.ts';
import { forOneTest } from '../world/forOneTest.ts';
import { startTaskWorld } from './taskWorld.ts';

const { world, sandbox, one, photo, template, order, saying, seen, run, later, task } =
  await startTaskWorld();
const { call, ok, rows, set } = world;
const { environment } = await import('#cloudfunctions/_shared/base/environment.ts');
const { readFile } = await import('#cloudfunctions/_shared/base/storage.ts');
const { fileIdOf } = await import('#cloudfunctions/_shared/base/fileUse.ts');
const { tasks } = await import('#cloudfunctions/_shared/tasks/tasks.ts');

type Row = Record<string, unknown>;
const HOUR = 3_600_000;
const A = 'key_0001';
const WECHAT = { caller: { TCB_UUID: '2', WX_OPENID: `o${'2'.padStart(27, 'x')}` } };
const CUSTOMER = 'usr_0002';
const without = (row: Row | undefined, ...names: string[]) =>
  Object.fromEntries(Object.entries(row ?? {}).filter(([name]) => !names.includes(name)));
/** A small one of the customer: pictures made of it are small as well. */
const ownPhoto = 'user_upload/demo/photo_0002.jpg';
beforeEach(async () => {
  await set('apiKeys', 'key_0002', { status: 'paused' });
  await template({ costCredits: 7 });
  await world.account(WECHAT);
  await set('files', fileIdOf(ownPhoto), { userId: CUSTOMER });
});
const words = {
  key: 'text',
  label: '文字',
  type: 'text',
  required: false,
  nodeId: '6',
  fieldName: 'text',
};

const fileOf = async (filePath: string) =>
  (await rows('files')).find(row => row['filePath'] === filePath);
/** A customer's order of four pictures, whose prompt steers the stand-in of the image service. */
const fours = async (text = 'sandbox-four') => {
  await template({ inputs: [photoInput, words] });
  const wish = { templateId: 'tpl_0001', inputs: { photo: ownPhoto, text } };
  return String((await ok('appTask', 'createTask', wish, WECHAT))._id);
};
/** Until its pictures are stored, except the second one, which cannot be fetched now. */
const saving = async () => {
  const id = await fours();
  await run();
  const { rhTaskId } = await task(id);
  const second = { path: `/files/${String(rhTaskId)}_9_2.png`, mode: 'fail' };
  await sandbox('runninghub', second);
  await run(3);
  return { id, calm: () => sandbox('runninghub', { ...second, mode: 'ok' }) };
};
const pathOf = (id: string, at: number) => `results/${CUSTOMER}/${id}/${at}.png`;

describe('a picture that is stored', () => {
  it("is nobody's until its task has succeeded, and then its user's", async () => {
    const { id, calm } = await saving();
    const now = Date.now();
    const found = await task(id);
    expect(found).toMatchObject({
      status: 'saving',
      nextPollTime: now + 6_000,
      results: [
        { state: 'saved', tries: 0 },
        { state: 'waiting', tries: 1 },
        { state: 'saved', tries: 0 },
        { state: 'saved', tries: 0 },
      ],
    });
    expect(found['outputs']).toEqual(
      [1, 3, 4].map(at => ({
        filePath: pathOf(id, at),
        fileType: 'png',
        width: expect.any(Number) as number,
        height: expect.any(Number) as number,
        nodeId: '9',
      })),
    );
    const [{ width, height }] = found['outputs'] as [{ width: number; height: number }];
    const pending = await fileOf(pathOf(id, 1));
    expect(pending).toEqual({
      _id: fileIdOf(pathOf(id, 1)),
      rev: 1,
      createTime: now,
      updateTime: now,
      filePath: pathOf(id, 1),
      fileID: `cloud://local.files/${pathOf(id, 1)}`,
      name: `${String(found['taskNo'])}_1`,
      grams: [],
      scene: 'task_result',
      mime: 'image/png',
      sizeBytes: expect.any(Number) as number,
      width,
      height,
      sha256: expect.stringMatching(/^[0-9a-f]{64}$/) as string,
      isDuplicate: false,
      unused: false,
      status: 'pending',
      userId: CUSTOMER,
      deleteTime: null,
      // After the latest end of the task, whatever becomes of it.
      purgeTime: Number(found['createTime']) + (1_800 + 600) * 1_000 + 2 * HOUR,
      createBy: null,
    });
    await set('files', fileIdOf(pathOf(id, 3)), { status: 'active', purgeTime: null });
    await calm();
    await run(6);
    expect(await task(id)).toMatchObject({ status: 'succeeded' });
    expect(await fileOf(pathOf(id, 1))).toEqual({
      ...pending,
      rev: 2,
      status: 'active',
      purgeTime: null,
      updateTime: Date.now(),
    });
    expect(await fileOf(pathOf(id, 3))).toMatchObject({ rev: 1, status: 'active' });
    expect(await fileOf(pathOf(id, 2))).toMatchObject({ status: 'active', purgeTime: null });
  });

  it('is not described anew once it is kept', async () => {
    const id = await fours('一');
    await run();
    const { files, pendingFile } = await import('#cloudfunctions/_shared/base/files.ts');
    const about = { name: '图片', scene: 'task_result', userId: CUSTOMER, unused: false } as const;
    const kept = {
      ...pendingFile(pathOf(id, 1), about),
      status: 'active',
      sha256: 'kept',
    } as const;
    await files.insert(kept, fileIdOf(pathOf(id, 1)));
    await run(3);
    expect(await task(id)).toMatchObject({ status: 'succeeded' });
    expect(await fileOf(pathOf(id, 1))).toMatchObject({ rev: 1, status: 'active', sha256: 'kept' });
  });

  it('is what the row says', async () => {
    const { _id: id } = await order();
    await run(6);
    const [output] = (await task(id))['outputs'] as { filePath: string }[];
    const { sha256, sizeBytes } = (await fileOf(output!.filePath))!;
    const content = (await readFile(output!.filePath))!;
    expect([sha256, sizeBytes]).toEqual([
      createHash('sha256').update(content).digest('hex'),
      content.length,
    ]);
    const marked = content.toString('utf8');
    expect(marked).toContain(`${String((await task(id))['taskNo'])}_1`);
  });

  it.each([
    ['', '甲影像公司'],
    ['001191330106MA2H0000X', '001191330106MA2H0000X'],
  ])('names in its mark the operator, or with the code %j that', async (code, producer) => {
    environment.AIGC_PRODUCER = code;
    const { operator } = settingDefaults.compliance;
    await set('settings', 'compliance', { operator: { ...operator, name: '甲影像公司' } });
    const { _id: id } = await order();
    await run(6);
    environment.AIGC_PRODUCER = '';
    const [output] = (await task(id))['outputs'] as { filePath: string }[];
    const content = await readFile(output!.filePath);
    expect(String(content)).toContain(`&quot;ContentProducer&quot;:&quot;${producer}&quot;`);
  });

  it('is swept away with a task that ends without it', async () => {
    const { id } = await saving();
    const pending = await fileOf(pathOf(id, 1));
    await set('files', fileIdOf(pathOf(id, 1)), {
      status: 'active',
      deleteTime: 5,
      purgeTime: null,
    });
    await world.remove('files', { _id: fileIdOf(pathOf(id, 3)) });
    later(1_000);
    await ok('adminTask', 'cancelTask', { id, reason: '测试' });
    expect(await task(id)).toMatchObject({ status: 'cancelled', outputs: [] });
    const now = Date.now();
    const dropped = { status: 'pending', deleteTime: null, purgeTime: now, updateTime: now };
    expect(await fileOf(pathOf(id, 1))).toEqual({ ...pending, rev: 2, ...dropped });
  });

  it('and is gone keeps its task from succeeding', async () => {
    const { id, calm } = await saving();
    await world.remove('files', { _id: fileIdOf(pathOf(id, 3)) });
    await calm();
    await run(6);
    expect(await task(id)).toMatchObject({ status: 'saving' });
    expect(world.errors.join()).toContain('step failed: saving');
    world.errors.length = 0;
  });
});

describe('what the image service has made', () => {
  const trialOf = async (text: string, outputType: string) => {
    await template({ outputType, inputs: [photoInput, words] });
    const { rev } = await ok('adminTemplate', 'getTemplateById', { id: 'tpl_0001' });
    const wish = { templateId: 'tpl_0001', rev, inputs: { photo, text } };
    return (await ok('adminTemplate', 'runTrial', wish as never))._id;
  };

  it('is stored as a video where the template makes one', async () => {
    const id = await trialOf('sandbox-video', 'video');
    await run(6);
    const filePath = `results/trial/${id}/1.mp4`;
    expect(await task(id)).toMatchObject({
      status: 'succeeded',
      outputs: [{ filePath, fileType: 'mp4', width: 0, height: 0, nodeId: '9' }],
    });
    expect(await fileOf(filePath)).toMatchObject({
      mime: 'video/mp4',
      width: 0,
      height: 0,
      userId: 'demo',
      sizeBytes: expect.any(Number) as number,
    });
  });

  it.each([
    ['a picture', '好看', 'video'],
    ['a video', 'sandbox-video', 'image'],
    ['broken', 'sandbox-broken', 'image'],
  ])('is refused at once where it is %s instead', async (_what, text, outputType) => {
    const id = await trialOf(text, outputType);
    await run(3);
    expect(await task(id)).toMatchObject({
      status: 'failed',
      errorCode: 'SAVE_FAILED',
      outputs: [],
      results: [{ state: 'refused', tries: 1 }],
    });
  });

  it('on the next day is counted on the day when it was ordered', async () => {
    const day = lateAtNight();
    await trialOf('一', 'image');
    await run(6);
    expect(dayOf(Date.now())).not.toBe(day);
    expect(await countersOf('figures_live')).toMatchObject([{ day, figures: { coins: 14 } }]);
    expect(await countersOf('templates_live')).toMatchObject([{ day }]);
    expect(await rows('userUsageDaily')).toEqual([]);
  });
});

/** Just before midnight, so that it ends on another day than it began. */
const lateAtNight = () => {
  const today = dayOf(Date.now());
  vi.setSystemTime(startOf(dayAfter(today)) - 2_000);
  return today;
};
const usageOf = async (collection: 'userUsageDaily' | 'apiKeyUsageDaily') =>
  (await rows(collection)).map(row => without(row, 'createTime'));
const countersOf = async (part: string) =>
  (await rows('counters')).filter(row => row['part'] === part);

describe('a task that succeeds', () => {
  it('is what its user, its key and the books know of it', async () => {
    const day = lateAtNight();
    const id = await fours();
    await run();
    await set('tasks', id, { progress: 3 });
    const before = await one('users', CUSTOMER);
    await run(3);
    const now = Date.now();
    expect(dayOf(now)).not.toBe(day);
    const done = await task(id);
    expect(done).toMatchObject({
      status: 'succeeded',
      progress: 100,
      finishTime: now,
      nextPollTime: 0,
      slot: id,
      slotKey: '',
      coins: 56,
      costSec: 21,
    });
    expect((done['history'] as Row[]).slice(-2)).toEqual([
      { time: now, from: 'running', to: 'saving', by: '系统', reason: '生成完成，共 4 个结果' },
      { time: now, from: 'saving', to: 'succeeded', by: '系统', reason: '已保存 4/4 个结果' },
    ]);
    expect(await one('users', CUSTOMER)).toEqual({
      ...before,
      rev: Number(before['rev']) + 1,
      updateTime: now,
      activeTasks: [],
      stats: { ...(before['stats'] as Row), taskCount: 1, failCount: 0 },
    });
    const logged = (await rows('userLogs')).filter(row => row['refId'] === id);
    expect(logged.map(row => without(row, '_id'))).toEqual([
      {
        rev: 1,
        createTime: now,
        updateTime: now,
        userId: CUSTOMER,
        openid: WECHAT.caller.WX_OPENID,
        type: 'task',
        title: '生成成功',
        detail: '',
        refType: 'task',
        refId: id,
        operator: '',
        ip: '',
      },
    ]);
    const messages = (await rows('messages')).filter(row => row['_id'] === `taskDone_${id}`);
    expect(messages).toMatchObject([
      {
        event: 'taskDone',
        userId: CUSTOMER,
        openid: WECHAT.caller.WX_OPENID,
        subjects: [`tasks/${id}`, `users/${CUSTOMER}`],
        values: { templateName: '模板1', result: '制作完成' },
        nextTime: now,
      },
    ]);
    const figures = { tasks: 1, success: 1, fail: 0, credits: 7, coins: 56, seconds: 21 };
    const stamps = { rev: 1, updateTime: now };
    expect(await usageOf('userUsageDaily')).toEqual([
      {
        _id: `${CUSTOMER}_${day}`,
        userId: CUSTOMER,
        openid: WECHAT.caller.WX_OPENID,
        day,
        ...figures,
        ...stamps,
      },
    ]);
    expect(await usageOf('apiKeyUsageDaily')).toEqual([
      { _id: `${A}_${day}`, apiKeyId: A, day, ...figures, ...stamps },
    ]);
    expect(await countersOf('templates_live')).toMatchObject([
      { day, names: { tpl_0001: '模板1' }, figures: { ok_tpl_0001: 1, coins_tpl_0001: 56 } },
    ]);
    expect(await countersOf('figures_live')).toMatchObject([
      {
        day,
        figures: { coins: 56, tasks: 1, succeededTasks: 1, spentCredits: 7, activeUsers: 1 },
      },
    ]);
  });

  it('is added to what the day had, and its user counts once', async () => {
    for (const text of ['一', '二', 'sandbox-fail']) {
      await fours(text);
      await run(6);
    }
    const figures = { tasks: 3, success: 2, fail: 1, credits: 14, coins: 28, seconds: 42 };
    expect(await rows('userUsageDaily')).toMatchObject([figures]);
    expect(await rows('apiKeyUsageDaily')).toMatchObject([figures]);
    const live = await countersOf('figures_live');
    const sum = (name: string) =>
      live.reduce((all, row) => all + Number((row['figures'] as Row)[name] ?? 0), 0);
    expect([sum('activeUsers'), sum('tasks')]).toEqual([1, 3]);
  });

  it('at the same time as another one of its user is counted as well', async () => {
    const { countUsage } = await import('#cloudfunctions/_shared/tasks/usage.ts');
    const ended = (await one('tasks', 'task_0001')) as unknown as StoredTask;
    await Promise.all([countUsage(ended), countUsage(ended)]);
    expect(await rows('userUsageDaily')).toMatchObject([{ tasks: 2, success: 2, credits: 20 }]);
    expect(await rows('apiKeyUsageDaily')).toMatchObject([{ tasks: 2 }]);
    const live = await countersOf('figures_live');
    const users = live.map(row => Number((row['figures'] as Row)['activeUsers'] ?? 0));
    expect(users.reduce((all, count) => all + count, 0)).toBe(1);
  });

  it('has done so also where it cannot be counted', async () => {
    const { countUsage } = await import('#cloudfunctions/_shared/tasks/usage.ts');
    const ended = (await one('tasks', 'task_0001')) as unknown as StoredTask;
    await world.inject({
      action: 'database.insertDocument',
      code: 'DATABASE_REQUEST_FAILED',
      times: 3,
    });
    await expect(countUsage(ended)).resolves.toBeUndefined();
    await world.forgetInjections();
    world.errors.length = 0;
  });

  it('is stored by one run: what has lost its lease changes nothing', async () => {
    const id = await fours('一');
    await run();
    const change = { nextPollTime: Date.now() + HOUR };
    const original = tasks.compareAndSet;
    forOneTest(vi.spyOn(tasks, 'compareAndSet')).mockImplementation(async (...args) => {
      const written = await original(...args);
      if (args[2]['outputs']) await set('tasks', id, change);
      return written;
    });
    await run(3);
    expect(await task(id)).toMatchObject({ status: 'saving', ...change });
    expect(await rows('userUsageDaily')).toEqual([]);
    expect(await one('users', CUSTOMER)).toMatchObject({ activeTasks: [id] });
    expect(await one('templates', 'tpl_0001')).toMatchObject({ stats: { useCount: 7 } });
  });

  it('ends also where its user is gone', async () => {
    const id = await fours('一');
    await run();
    await set('tasks', id, { userId: 'usr_9999' });
    await run(3);
    expect(await task(id)).toMatchObject({ status: 'succeeded' });
  });
});

describe('credits that come back', () => {
  it('are worth nothing where the task does not say', async () => {
    await set('users', CUSTOMER, { credits: { paid: 100, gift: 0 }, paidValueFen: 0 });
    const id = await fours('一');
    await set('tasks', id, { valueFen: null });
    await ok('adminTask', 'cancelTask', { id, reason: '测试' });
    expect(await one('users', CUSTOMER)).toMatchObject({
      credits: { paid: 100, gift: 0 },
      paidValueFen: 0,
    });
  });
});

describe('a visitor sees of their task', () => {
  const shown = async (id: string, fields: Row) => {
    await set('tasks', id, fields);
    return seen(id);
  };

  it('how far it is, as far as that is known', async () => {
    const { _id: id } = await saying('一');
    const now = Date.now();
    const of = async (status: string, since: number | null, averageSec: number) => {
      const startTime = since === null ? null : now - since * 1_000;
      const plan = { ...((await task(id))['plan'] as Row), averageSec };
      return (await shown(id, { status, startTime, plan, progress: 7 })).progress;
    };
    expect([
      await of('queued', 30, 30),
      await of('running', null, 30),
      await of('running', 0, 30),
      await of('running', 30, 30),
      await of('running', 30, 0),
      await of('running', 30, 60),
      await of('running', -60, 30),
      await of('running', 300, 30),
      await of('saving', 30, 30),
      await of('failed', 30, 30),
    ]).toEqual([7, 7, 0, 76, 76, 52, 0, 95, 95, 7]);
  });

  it('its pictures and until when they are kept, once it has succeeded', async () => {
    await set('settings', 'system', { data: { retention: { resultDays: 4 } } });
    const output = {
      filePath: 'results/x/1.png',
      fileType: 'png',
      width: 1,
      height: 1,
      nodeId: '9',
    };
    const { _id: id } = await order();
    const plan = { ...((await task(id))['plan'] as Row), averageSec: 12.5 };
    const ended = { status: 'succeeded', outputs: [output], finishTime: 5_000, plan };
    expect(await shown(id, ended)).toMatchObject({
      _id: id,
      templateName: '模板1',
      averageSec: 12.5,
      outputs: [output],
      expireTime: 5_000 + 4 * DAY_MS,
      queueAhead: null,
      lane: null,
    });
    expect(await shown(id, { erasedTime: 6_000 })).toMatchObject({ expireTime: null });
    expect(await shown(id, { erasedTime: null, outputs: [] })).toMatchObject({ expireTime: null });
    expect(await shown(id, { outputs: [output], finishTime: null })).toMatchObject({
      expireTime: null,
      outputs: [output],
    });
    expect(await shown(id, { status: 'saving' })).toMatchObject({ outputs: [], expireTime: null });
  });

  it('its place in the queue while it waits', async () => {
    const { _id: id } = await order();
    const place = async (fields: Row) => {
      const { queueAhead, lane } = await shown(id, fields);
      return [queueAhead, lane];
    };
    const rank = '1_0000000005_0000000000005_a';
    const waiting = (at: number, more: Row) =>
      someTask(800 + at, 'queued', { pool: 'default', nextPollTime: Date.now() + HOUR, ...more });
    await world.insert('tasks', [
      waiting(1, { rank: '0_0000000009_0000000000009_b' }),
      waiting(2, { rank: '1_0000000004_0000000000009_c' }),
      waiting(3, { rank: '1_0000000005_0000000000006_d' }),
      waiting(4, { rank: '0_0000000001_0000000000001_e', pool: 'fast' }),
      waiting(5, { rank: '0_0000000001_0000000000001_f', status: 'running' }),
      waiting(6, { rank }),
    ]);
    expect(await place({ status: 'queued', rank })).toEqual([2, 'free']);
    expect(await place({ rank: '0_0000000009_0000000000010_a' })).toEqual([1, 'paid']);
    expect(await place({ rank, status: 'submitting' })).toEqual([null, null]);
  });
});

describe('who asks for a price', () => {
  const VISITOR = { caller: { TCB_UUID: 'anonymous7', TCB_ISANONYMOUS_USER: 'true' } };
  const waiting = (at: number, rank: string) =>
    someTask(900 + at, 'queued', { pool: 'default', nextPollTime: Date.now() + HOUR, rank });
  const ahead = async (who: object) =>
    (await ok('appTask', 'quote', { templateId: 'tpl_0001' }, who)).queueAhead;

  it('sees that nobody waits, or how many would be served before', async () => {
    await set('settings', 'general', { dailyFreeTasks: 0 });
    await template({ costCredits: 0 });
    expect(await ahead(VISITOR)).toBe(0);
    await world.insert('tasks', [waiting(1, '1_0000000001_0000000000001_a')]);
    expect(await ahead(VISITOR)).toBe(0);
    await world.insert('tasks', [waiting(2, '1_0000000000_0000000000002_b')]);
    expect(await ahead(VISITOR)).toBe(1);
    await set('users', CUSTOMER, { credits: { paid: 0, gift: 0 }, packageId: '' });
    expect(await ahead(WECHAT)).toBe(1);
    await set('users', CUSTOMER, { activeTasks: ['task_0901'] });
    expect(await ahead(WECHAT)).toBe(2);
    await set('users', CUSTOMER, { credits: { paid: 9, gift: 0 } });
    expect(await ahead(WECHAT)).toBe(0);
  });
});

describe('a task is found', () => {
  const found = async (q: string) =>
    (await ok('adminTask', 'getTasks', { q })).list.map(({ _id }) => _id).sort();

  it('by its number, that of the image service, or its user', async () => {
    const all = await found('  ');
    expect(all.length).toBeGreaterThan(3);
    expect(await found(' t2026112000000002 ')).toEqual(['task_0002']);
    expect(await found('Ｔ2026112000000002')).toEqual(['task_0002']);
    expect(await found('1985000000000000300')).toEqual(['task_0003']);
    const others = ['task_trial_0001', 'task_0010', 'task_0011'];
    expect(await found('usr_0001')).toEqual(all.filter(id => !others.includes(id)));
    expect(await found('usr_9999')).toEqual([]);
    expect(await found('198500000000000')).toEqual([]);
    expect((await ok('adminTask', 'getTasks', {})).total).toBe(all.length);
  });
});

describe('an administrator who asks about a task now', () => {
  const sync = (id: string) => call('adminTask', 'syncTask', { id });
  const running = async () => {
    const id = await fours('一');
    await run();
    return id;
  };

  it('sees what has become of it, with its picture', async () => {
    const id = await running();
    expect(await sync(id)).toMatchObject({ code: 0, data: { status: 'succeeded' } });
    expect(await task(id)).toMatchObject({ status: 'succeeded' });
  });

  it('sees that it still runs', async () => {
    await sandbox('runninghub', { runMs: HOUR });
    const id = await running();
    await set('settings', 'system', { data: { task: { pollMs: 4_500 } } });
    expect(await sync(id)).toMatchObject({ code: 0, data: { status: 'running' } });
    expect(await task(id)).toMatchObject({ polls: 1, nextPollTime: Date.now() + 4_500 });
  });

  it('sees that there is no answer, and that the key is gone', async () => {
    const id = await running();
    await sandbox('runninghub', { path: '/task/openapi/outputs', mode: 'fail', times: 1 });
    expect(await sync(id)).toMatchObject({ code: 50201 });
    await set('tasks', id, { apiKeyId: 'key_9999' });
    expect(await sync(id)).toMatchObject({
      code: 40902,
      message: '任务所用的密钥已不存在，无法查询',
    });
    expect(await task(id)).toMatchObject({ status: 'running', silent: 1 });
  });

  it('finds what another run is at', async () => {
    const id = await running();
    const change = { nextPollTime: Date.now() + HOUR };
    const original = tasks.compareAndSet;
    const spied = forOneTest(vi.spyOn(tasks, 'compareAndSet'));
    spied.mockImplementationOnce(async (...args) => {
      await set('tasks', id, change);
      return original(...args);
    });
    expect(await sync(id)).toMatchObject({ code: 0, data: { _id: id, status: 'running' } });
    await set('tasks', id, { status: 'saving' });
    spied.mockImplementationOnce(async (...args) => {
      await set('tasks', id, { nextPollTime: Date.now() + 2 * HOUR });
      return original(...args);
    });
    expect(await sync(id)).toMatchObject({ code: 0, data: { _id: id, status: 'saving' } });
  });

  it('is refused about one that does not run, or never was sent', async () => {
    const refused = { code: 40902, message: '只有生成中的任务可以查询结果' };
    const id = await running();
    await set('tasks', id, { rhTaskId: '' });
    expect(await sync(id)).toMatchObject(refused);
    await set('tasks', id, { rhTaskId: '1985000000000000100', status: 'submitting' });
    expect(await sync(id)).toMatchObject(refused);
  });
});
