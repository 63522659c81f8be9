import { describe, expect, it, vi } from 'vitest';
import type { StoredApiKey } from '#cloudfunctions/_shared/tasks/keys.ts';
import type { StoredTask } from '#cloudfunctions/_shared/tasks/tasks.ts';
import { someTask } from '../world/fixtures/people.ts';
import { forOneTest } from '../world/forOneTest.ts';
import { taskRecordsOf, USER } from './taskRecords.ts';
import { startTaskWorld } from './taskWorld.ts';

const engine = await startTaskWorld();
const { world, template, order, sandbox, run, timer, one, later, report, creations } = engine;
const { ok, rows, set } = world;
const { stored } = await taskRecordsOf(engine);
const { systemActor } = await import('#cloudfunctions/_shared/base/actor.ts');
const { environment } = await import('#cloudfunctions/_shared/base/environment.ts');
const { follow } = await import('#cloudfunctions/_shared/tasks/follow.ts');
const { heardOf } = await import('#cloudfunctions/_shared/tasks/adopt.ts');
const { taskGrams } = await import('#cloudfunctions/_shared/tasks/tasks.ts');

const system = systemActor('系统', 'worker', 'tasks');
const { engineSettings } = await import('#cloudfunctions/_shared/tasks/engineSettings.ts');
const { keepResults } = await import('#cloudfunctions/_shared/tasks/keepResults.ts');
const keep = async (task: StoredTask) => keepResults(task, await engineSettings(), system);
const generator = systemActor('图像服务回调', 'callback', 'generatorReport');
const QUICK_MS = 3_000;
const CREATED = '1985000000000006000';
const key = async () => (await one('apiKeys', 'key_0001')) as unknown as StoredApiKey;

/** A task that the provider works on. */
const running = async (more: object = {}, at = 60): Promise<StoredTask> => {
  const now = Date.now();
  const started = {
    slot: `key_0001#${at}`,
    slotKey: 'key_0001',
    rhTaskId: CREATED,
    errorRaw: '',
    createTime: now,
    sentTime: now,
    submitTime: now,
    nextPollTime: now,
    deadline: now + 600_000,
  };
  await world.insert('tasks', [someTask(at, 'running', { ...started, ...more })]);
  return stored(`task_${String(at).padStart(4, '0')}`);
};

type Answer = { code: number; data?: unknown } | 'none';
/** The provider's answers to questions about a task, whichever key asks; each call is counted. */
const provider = (...answers: Answer[]) => {
  const asked: string[] = [];
  const { fetch } = globalThis;
  forOneTest(vi.spyOn(globalThis, 'fetch')).mockImplementation((address, options) => {
    if (!String(address).endsWith('/task/openapi/outputs')) return fetch(address, options);
    const answer = answers[asked.length] ?? answers.at(-1)!;
    asked.push(String(options?.body));
    return answer === 'none'
      ? Promise.reject(new Error('no answer'))
      : Promise.resolve(Response.json({ msg: '', data: null, ...answer }));
  });
  return asked;
};
const isRunning: Answer = { code: 804 };
const isGone: Answer = { code: 807 };
const step = (task: StoredTask, quickMs = QUICK_MS) => follow(task, quickMs, system);

describe('a task that is being made', () => {
  it('is asked about again soon, then ever more slowly', async () => {
    provider(isRunning);
    const before = await running({ silent: 3 });
    const now = Date.now();
    const asked = await step(before);
    expect(asked).toEqual({
      ...before,
      rev: before.rev + 2,
      updateTime: now,
      polls: 1,
      silent: 0,
      nextPollTime: now + QUICK_MS,
    });
    expect(await stored(before._id)).toEqual(asked);
    const pause = async (more: object, quickMs = QUICK_MS) => {
      await set('tasks', before._id, more);
      return (await step(await stored(before._id), quickMs))!.nextPollTime - Date.now();
    };
    expect(await pause({ polls: 4 })).toBe(5_000);
    expect(await pause({ polls: 0, submitTime: now - 59_999 })).toBe(QUICK_MS);
    expect(await pause({ polls: 0, submitTime: now - 60_000 })).toBe(10_000);
    expect(await pause({ polls: 9, submitTime: now - 299_999 })).toBe(10_000);
    expect(await pause({ polls: 9, submitTime: now - 300_000 })).toBe(30_000);
    expect(await pause({ polls: 9, submitTime: now - 300_000 }, 45_000)).toBe(45_000);
    // Of an older version.
    expect(await pause({ polls: 0, submitTime: null })).toBe(QUICK_MS);
  });

  it('is asked about by one of two', async () => {
    const asked = provider(isRunning);
    const task = await running();
    const answers = await Promise.all([step(task), step(task)]);
    expect(answers.filter(answer => answer === null)).toHaveLength(1);
    expect(asked).toHaveLength(1);
  });

  it('takes no longer than its time, and cannot have been charged', async () => {
    provider(isRunning);
    const task = await running();
    await set('tasks', task._id, { deadline: Date.now() + 1 });
    expect(await step(await stored(task._id))).toMatchObject({ status: 'running' });
    later(1);
    const now = Date.now();
    expect(await step(await stored(task._id))).toMatchObject({
      status: 'timeout',
      errorCode: 'TIMEOUT',
      maybeCharged: false,
      slotKey: 'key_0001',
      nextPollTime: now,
    });
    const other = await running({ deadline: null }, 61);
    later(3_000_000);
    expect(await step(other)).toMatchObject({ status: 'running' });
  });

  it('is stored when it is done, with what it has cost, and its slot is free', async () => {
    const file = (at: number, coins: string, seconds: string) => ({
      fileUrl: `https://example.com/${at}.png`,
      fileType: 'png',
      nodeId: `${at}`,
      taskCostTime: seconds,
      consumeCoins: coins,
    });
    provider({ code: 0, data: [file(1, '5', '21'), file(2, '9', '30'), file(3, '1', '4')] });
    const before = await running({ silent: 2 });
    const now = Date.now();
    const result = (at: number, coins: number, seconds: number) => ({
      fileUrl: `https://example.com/${at}.png`,
      fileType: 'png',
      nodeId: `${at}`,
      coins,
      seconds,
      state: 'waiting',
      tries: 0,
    });
    expect(await step(before)).toEqual({
      ...before,
      rev: before.rev + 2,
      updateTime: now,
      status: 'saving',
      slot: before._id,
      slotKey: '',
      silent: 0,
      results: [result(1, 5, 21), result(2, 9, 30), result(3, 1, 4)],
      coins: 15,
      costSec: 30,
      nextPollTime: now,
      history: [
        { time: now, from: 'running', to: 'saving', by: '系统', reason: '生成完成，共 3 个结果' },
      ],
    });
  });

  it('that has no results has cost nothing, and fails', async () => {
    provider({ code: 0, data: [] });
    const { _id: id } = await running();
    await timer();
    expect(await stored(id)).toMatchObject({
      status: 'failed',
      errorCode: 'SAVE_FAILED',
      coins: 0,
      costSec: 0,
      maybeCharged: false,
    });
  });

  it.each([
    ['no key of ours knows it any more', isGone, {}],
    ['its key was deleted', isRunning, { apiKeyId: 'key_9999' }],
  ])('is looked at by an administrator where %s', async (_why, answer, more) => {
    provider(answer);
    const ended = await step(await running(more));
    expect(ended).toMatchObject({
      status: 'failed',
      errorCode: 'NOT_FOUND',
      maybeCharged: true,
      errorRaw: '',
      slotKey: 'key_0001',
      nextPollTime: Date.now(),
    });
    expect(await key()).toMatchObject({ failStreak: 0, lastErrorCode: 0 });
  });

  it('that has failed leaves its slot at once', async () => {
    const data = { failedReason: { node_name: 'KSampler', exception_message: 'no memory' } };
    provider({ code: 805, data });
    expect(await step(await running())).toMatchObject({
      status: 'failed',
      errorCode: 'GENERATION_FAILED',
      errorRaw: 'KSampler: no memory',
      maybeCharged: false,
      slot: 'task_0060',
      slotKey: '',
      nextPollTime: 0,
    });
  });
});

describe('a task whose content the provider refuses at its end', () => {
  const failedReason = {
    node_name: 'SaveImage',
    exception_type: 'audit.RHAuditException',
    exception_message: 'Porn',
  };
  it.each([[failedReason], [JSON.stringify(failedReason)]])(
    'asks its user for another photo: %o',
    async given => {
      provider({ code: 805, data: { failedReason: given } });
      expect(await step(await running())).toMatchObject({
        errorCode: 'CONTENT_REJECTED',
        errorText: '照片或描述未通过审核，请更换后再试',
        errorRaw: 'SaveImage: Porn',
        slotKey: '',
      });
      expect((await one('templates', 'tpl_0001'))['refusedInARow']).toBeUndefined();
    },
  );
});

describe('a task that was accepted with errors of its workflow', () => {
  it.each([
    [{ code: 805, data: null }, {}, 1],
    [{ code: 0, data: [] }, {}, 1],
    [{ code: 805, data: null }, { isTrial: true, userId: '' }, undefined],
  ])('fails as its template does: %o %o', async (answer, more, refusedInARow) => {
    provider(answer);
    const { _id: id } = await running({ ...more, errorRaw: '{"6":{}}' });
    await timer();
    expect(await stored(id)).toMatchObject({
      status: 'failed',
      errorCode: 'TEMPLATE_BROKEN',
      errorRaw: '{"6":{}}',
    });
    expect((await one('templates', 'tpl_0001'))['refusedInARow']).toBe(refusedInARow);
  });
});

describe('a provider that does not answer', () => {
  it('is asked again after ever longer pauses, and the silence is noted at its key', async () => {
    provider('none');
    const before = await running();
    expect(await step(before)).toBeNull();
    const now = Date.now();
    expect(await stored(before._id)).toEqual({
      ...before,
      rev: before.rev + 2,
      updateTime: now,
      silent: 1,
      nextPollTime: now + 6_000,
    });
    expect(await key()).toMatchObject({ failStreak: 1, lastErrorTime: now });
    expect(await step(await stored(before._id))).toBeNull();
    expect(await stored(before._id)).toMatchObject({ silent: 2, nextPollTime: now + 12_000 });
    for (const silent of [4, 30]) {
      await set('tasks', before._id, { silent });
      await step(await stored(before._id));
      expect(await stored(before._id)).toMatchObject({ nextPollTime: now + 60_000 });
    }
  });

  it('may have charged for what has taken too long meanwhile', async () => {
    provider('none');
    expect(await step(await running({ deadline: Date.now() }))).toBeNull();
    expect(await stored('task_0060')).toMatchObject({
      status: 'timeout',
      errorCode: 'TIMEOUT',
      maybeCharged: true,
      silent: 0,
    });
  });

  it('with an earlier key says nothing about the new one', async () => {
    const newKey = 'e'.padEnd(32, 'd');
    await ok('adminApiKey', 'rotateApiKey', { id: 'key_0001', key: newKey });
    const asked = provider(isGone, 'none');
    expect(await step(await running())).toBeNull();
    expect(asked).toHaveLength(2);
    expect(await stored('task_0060')).toMatchObject({ status: 'running', silent: 1 });
    expect(await key()).toMatchObject({ failStreak: 0, lastErrorCode: 0 });
  });

  it('once has counts anew when it answers', async () => {
    await set('apiKeys', 'key_0001', { failStreak: 2 });
    const before = await key();
    provider(isRunning);
    await step(await running());
    expect(await key()).toEqual({ ...before, failStreak: 0 });
  });

  it('is not what a fault of our own is taken for', async () => {
    const { apiKeys } = await import('#cloudfunctions/_shared/tasks/keys.ts');
    await set('apiKeys', 'key_0001', { failStreak: 1 });
    provider(isRunning);
    forOneTest(vi.spyOn(apiKeys, 'note')).mockRejectedValue(new Error('refused'));
    await expect(step(await running())).rejects.toThrow('refused');
    expect(await stored('task_0060')).toMatchObject({ status: 'running', silent: 0 });
  });
});

describe('the report of a task', () => {
  const NO = 'T2026112000000060';
  const lost = (more: object = {}) =>
    running({ status: 'submitting', rhTaskId: '', deadline: Date.now() + 600_000, ...more });

  it('of a running one makes it due at once and is noted, and changes nothing else', async () => {
    const before = await running({ nextPollTime: Date.now() + 30_000 });
    expect(await heardOf(NO, CREATED, generator)).toBe(true);
    expect(await stored(before._id)).toEqual({
      ...before,
      rev: before.rev + 1,
      updateTime: Date.now(),
      nextPollTime: Date.now(),
      reportTime: Date.now(),
    });
  });

  it('of one that has ended is known, and does not begin it anew', async () => {
    await running({ status: 'failed', nextPollTime: 0 });
    expect(await heardOf(NO, CREATED, generator)).toBe(true);
    expect(await stored('task_0060')).toMatchObject({ status: 'failed', nextPollTime: 0, rev: 1 });
  });

  it.each([
    ['about no task of ours', NO.replace('60', '99'), {}],
    ['with another number', NO, { rhTaskId: '1985000000000007000' }],
  ])('%s is refused', async (_what, taskNo, more) => {
    const before = await running({ nextPollTime: 500, ...more });
    expect(await heardOf(taskNo, CREATED, generator)).toBe(false);
    expect(await stored(before._id)).toEqual(before);
  });

  it('whose number was lost begins it, as its history says', async () => {
    const asked = provider(isRunning);
    const before = await lost({ attempts: 1, silent: 2, polls: 7 });
    const now = Date.now();
    expect(await heardOf(NO, CREATED, generator)).toBe(true);
    expect(asked).toHaveLength(1);
    expect(await stored(before._id)).toEqual({
      ...before,
      rev: before.rev + 1,
      updateTime: now,
      status: 'running',
      rhTaskId: CREATED,
      grams: taskGrams(before.taskNo, CREATED),
      startTime: now,
      attempts: 2,
      silent: 0,
      polls: 0,
      nextPollTime: now + 3_000,
      reportTime: now,
      history: [
        {
          time: now,
          from: 'submitting',
          to: 'running',
          by: '图像服务回调',
          reason: '由回调找回',
        },
      ],
    });
  });

  it.each([
    ['the provider does not know', [isGone], {}],
    ['was never sent', [isRunning], { sentTime: 0 }],
    ['has no key', [isRunning], { slotKey: '', slot: 'task_0060' }],
    ['was sent with a key that was deleted', [isRunning], { slotKey: 'key_9999' }],
  ])('whose number was lost, and which %s, is refused', async (_what, answers, more) => {
    provider(...answers);
    const before = await lost(more);
    expect(await heardOf(NO, CREATED, generator)).toBe(false);
    expect(await stored(before._id)).toEqual(before);
  });

  it('whose number is that of another one is refused', async () => {
    const asked = provider(isRunning);
    await running({}, 61);
    const before = await lost();
    expect(await heardOf(NO, CREATED, generator)).toBe(false);
    expect(asked).toEqual([]);
    expect(await stored(before._id)).toEqual(before);
  });

  it('is repeated by the provider where it could not be looked into', async () => {
    provider('none');
    const before = await lost();
    await expect(heardOf(NO, CREATED, generator)).rejects.toThrow('unreachable');
    expect(await stored(before._id)).toEqual(before);
    await sandbox('runninghub', { webhooks: 'lost' });
    expect(await creations()).toEqual([]);
    expect(await report('/notify/runninghub/x', { taskId: CREATED })).toBe(404);
  });
});

describe('the pictures of a task', () => {
  const files = (...states: string[]) =>
    states.map((state, at) => ({
      fileUrl: `${environment.RUNNINGHUB_BASE_URL}/files/${CREATED}_9_${at + 1}.png`,
      fileType: 'png',
      nodeId: '9',
      coins: 1,
      seconds: 1,
      state,
      tries: 0,
    }));
  const saving = (more: object) =>
    running({ status: 'saving', slotKey: '', slot: 'task_0060', ...more });

  it('that cannot be fetched are tried six times, after ever longer pauses', async () => {
    await sandbox('runninghub', { path: '/files/*', mode: 'fail' });
    await saving({ results: files('waiting', 'waiting') });
    const seen: number[][] = [];
    for (let at = 0; at < 6; at += 1) {
      await timer();
      const { results, nextPollTime } = await stored('task_0060');
      seen.push([...results.map(({ tries }) => tries), nextPollTime && nextPollTime - Date.now()]);
      vi.setSystemTime(nextPollTime || Date.now());
    }
    expect(seen).toEqual([
      [1, 1, 6_000],
      [2, 2, 12_000],
      [3, 3, 24_000],
      [4, 4, 48_000],
      [5, 5, 60_000],
      [6, 6, 0],
    ]);
    const ended = await stored('task_0060');
    expect(ended).toMatchObject({ status: 'failed', errorCode: 'SAVE_FAILED', outputs: [] });
    expect(ended.results.map(({ state }) => state)).toEqual(['refused', 'refused']);
  });

  it('are kept beside what was said of them; what can never be fetched is refused at once', async () => {
    const [good, bad] = files('waiting', 'waiting');
    const path = `/files/${CREATED}_9_2.png`;
    await sandbox('runninghub', { path, mode: 'fail', status: 404 });
    await saving({ results: [good, bad] });
    await timer();
    const ended = await stored('task_0060');
    expect(ended).toMatchObject({
      status: 'succeeded',
      outputs: [{ filePath: `results/${USER}/task_0060/1.png`, fileType: 'png', nodeId: '9' }],
    });
    expect(ended.results).toEqual([
      { ...good, state: 'saved' },
      { ...bad, state: 'refused', tries: 1 },
    ]);
  });

  it('are stored by one of two runs', async () => {
    const task = await saving({ results: files('refused') });
    const answers = await Promise.all([keep(task), keep(task)]);
    expect(answers.map(answer => answer?.status ?? null).sort()).toEqual(['failed', null]);
  });

  it('are waited for as long as the one that was tried most often', async () => {
    const [first, second] = files('waiting', 'waiting');
    await sandbox('runninghub', { path: '/files/*', mode: 'fail' });
    await saving({ results: [{ ...first, tries: 3 }, second] });
    await timer();
    const { results, nextPollTime } = await stored('task_0060');
    expect(results.map(({ tries }) => tries)).toEqual([4, 1]);
    expect(nextPollTime - Date.now()).toBe(48_000);
  });

  it('that were stored or refused before are left as they are, and are enough', async () => {
    const output = {
      filePath: 'results/x/1.png',
      fileType: 'png',
      width: 1,
      height: 1,
      nodeId: '9',
    };
    const { files: stores } = await import('#cloudfunctions/_shared/base/files.ts');
    const { pendingFile } = await import('#cloudfunctions/_shared/base/files.ts');
    const { fileIdOf } = await import('#cloudfunctions/_shared/base/fileUse.ts');
    const about = { name: 'x', scene: 'task_result', userId: USER } as const;
    await stores.insertUnlessThere(pendingFile(output.filePath, about), fileIdOf(output.filePath));
    await saving({ results: files('saved', 'refused'), outputs: [output] });
    world.errors.length = 0;
    await timer();
    const ended = await stored('task_0060');
    expect(ended).toMatchObject({ status: 'succeeded', outputs: [output] });
    expect(ended.results).toEqual(files('saved', 'refused'));
    expect(ended.history.at(-1)).toMatchObject({ reason: '已保存 1/2 个结果' });
    expect(world.errors).toEqual([]);
  });

  it('that are stored by a run that was too slow are dropped only where the task has ended without them', async () => {
    await template({ costCredits: 0 });
    await set('settings', 'system', { data: { task: { maxPerUser: 9 } } });
    const { tasks } = await import('#cloudfunctions/_shared/tasks/tasks.ts');
    const purges = async (end: (id: string, filePath: string) => Promise<unknown>) => {
      const { _id: id } = await order();
      await sandbox('runninghub', { path: '/files/*', mode: 'fail' });
      await run(3);
      const task = await stored(id);
      expect(task).toMatchObject({ status: 'saving' });
      await sandbox('runninghub', { path: '/files/*', mode: 'ok' });
      const filePath = `results/${USER}/${id}/1.png`;
      const { compareAndSet } = tasks;
      const spy = vi.spyOn(tasks, 'compareAndSet').mockImplementation(async (...given) => {
        if (!('results' in given[2])) return compareAndSet(...given);
        await end(id, filePath);
        return null;
      });
      expect(await keep(task).finally(() => spy.mockRestore())).toBeNull();
      const row = (await rows('files')).find(file => file['filePath'] === filePath);
      return Number(row?.['purgeTime']) <= Date.now();
    };
    expect(await purges(() => Promise.resolve())).toBe(false);
    expect(await purges(id => ok('adminTask', 'cancelTask', { id, reason: '测试' }))).toBe(true);
    const named = (id: string, filePath: string) =>
      set('tasks', id, {
        status: 'succeeded',
        outputs: [{ filePath, fileType: 'png', width: 1, height: 1, nodeId: '9' }],
      });
    expect(await purges(named)).toBe(false);
    const other = (id: string) => named(id, 'results/x/2.png');
    expect(await purges(other)).toBe(true);
  });
});
