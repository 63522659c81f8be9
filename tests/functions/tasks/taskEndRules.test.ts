import { describe, expect, it, onTestFinished, vi } from 'vitest';
import type { Ending } from '#cloudfunctions/_shared/tasks/end.ts';
import type { StoredTask } from '#cloudfunctions/_shared/tasks/tasks.ts';
import { dayOf } from '#contract/shanghai.ts';
import { someTask } from '../world/fixtures/people.ts';
import { forOneTest } from '../world/forOneTest.ts';
import { taskRecordsOf, USER } from './taskRecords.ts';
import { startTaskWorld } from './taskWorld.ts';

const engine = await startTaskWorld();
const { world, template, order, saying, sandbox, run, one, later, timer } = engine;
const { call, ok, rows, set } = world;
const { about, audits, counted, stored, user } = await taskRecordsOf(engine);
const { systemActor } = await import('#cloudfunctions/_shared/base/actor.ts');
const { environment } = await import('#cloudfunctions/_shared/base/environment.ts');
const { endTask } = await import('#cloudfunctions/_shared/tasks/end.ts');

const OPENID = 'custom:first_admin';
const CANCELLED = '制作已取消';
const byAdmin = { adminId: 'first_admin', adminName: '测试管理员', ip: world.home, result: 'ok' };
const system = systemActor('系统', 'worker', 'tasks');
const cancel = (id: string, reason = '拍错了') => ok('adminTask', 'cancelTask', { id, reason });
/** A task whose record is in any state. */
const someOther = async (status: string, more: object = {}, at = 60): Promise<StoredTask> => {
  await world.insert('tasks', [someTask(at, status, more)]);
  return stored(`task_${String(at).padStart(4, '0')}`);
};
const templateStats = async () => (await one('templates', 'tpl_0001'))['stats'];
const change = (path: string, from: unknown, to: unknown) => ({ path, from, to });
const moves = (from: string, by: string, reason: string, time = Date.now()) => ({
  time,
  from,
  to: 'cancelled',
  by,
  reason,
});

describe('a task that an administrator cancels', () => {
  it('gives back what was taken of each balance, and everything about it says so', async () => {
    const now = Date.now();
    await set('users', USER, { credits: { paid: 100, gift: 3 }, paidValueFen: 1_000 });
    await template({ costCredits: 13 });
    const { _id: other } = await order();
    await ok('appTask', 'cancelTask', { id: other });
    const [kept, { _id: id }] = [await order({ templateId: 'tpl_0002' }), await order()];
    await set('users', USER, { stats: { taskCount: 7, failCount: 2, orderCount: 4 } });
    const [before, customer] = [await stored(id), await user()];
    later(5_000);
    const end = Date.now();
    const answer = await cancel(id);
    const move = moves('created', '测试管理员', '拍错了');
    const after = {
      ...before,
      rev: before.rev + 1,
      updateTime: end,
      status: 'cancelled',
      errorCode: 'CANCELLED',
      errorText: CANCELLED,
      errorRaw: '',
      cancelReason: '拍错了',
      userNote: '',
      isRefunded: true,
      refundReason: CANCELLED,
      finishTime: end,
      maybeCharged: false,
      outputs: [],
      slot: id,
      slotKey: '',
      nextPollTime: 0,
      history: [...before.history, move],
    };
    expect(await stored(id)).toEqual(after);
    expect(answer).toMatchObject({ _id: id, status: 'cancelled', rev: after.rev });
    expect(await user()).toEqual({
      ...customer,
      rev: customer.rev + 1,
      updateTime: end,
      credits: { paid: 100, gift: 3 },
      paidValueFen: 1_000,
      stats: { taskCount: 8, failCount: 3, orderCount: 4 },
      activeTasks: [kept._id],
    });
    const line = {
      kind: 'refund_task',
      refType: 'task',
      refId: id,
      reason: '拍错了',
      userNote: CANCELLED,
      operator: '测试管理员',
      userId: USER,
      openid: OPENID,
      rev: 1,
      createTime: end,
      updateTime: end,
    };
    expect((await about('creditLedger', id)).slice(2)).toEqual([
      {
        _id: `${id}_refund_paid`,
        bucket: 'paid',
        delta: 10,
        valueFen: 100,
        balanceAfter: 100,
        ...line,
      },
      { _id: `${id}_refund_gift`, bucket: 'gift', delta: 3, balanceAfter: 3, ...line },
    ]);
    expect(await about('userLogs', id)).toEqual([
      {
        _id: expect.any(String) as string,
        type: 'task',
        title: '任务取消',
        detail: CANCELLED,
        refType: 'task',
        refId: id,
        operator: '测试管理员',
        ip: '',
        userId: USER,
        openid: OPENID,
        rev: 1,
        createTime: end,
        updateTime: end,
      },
    ]);
    expect(await audits('task')).toEqual([
      {
        ...byAdmin,
        _id: expect.any(String) as string,
        function: 'adminTask',
        action: 'cancelTask',
        resource: 'task',
        resourceId: id,
        reason: '拍错了',
        requestId: expect.any(String) as string,
        rev: 1,
        createTime: end,
        updateTime: end,
        diff: [
          change('status', 'created', 'cancelled'),
          change('isRefunded', false, true),
          change('refundReason', '', CANCELLED),
          change('finishTime', null, end),
          change('errorCode', '', 'CANCELLED'),
          change('errorText', '', CANCELLED),
          change('cancelReason', '', '拍错了'),
        ],
      },
    ]);
    const usage = (await rows('userUsageDaily')).find(({ day }) => day === dayOf(now));
    expect(usage).toMatchObject({ userId: USER, tasks: 2, success: 0, fail: 2, credits: 0 });
    expect(await counted()).toEqual({ tasks: 2, tasks_CANCELLED: 2, activeUsers: 1 });
    expect(await templateStats()).toEqual({ useCount: 7, successCount: 6, failCount: 1 });
    expect((await rows('turns')).length).toBe(0);
    expect(await rows('apiKeyUsageDaily')).toEqual([]);
  });

  it('gives the credits back once, however many cancel it', async () => {
    await template({ costCredits: 5 });
    const { _id: id } = await order();
    const answers = await Promise.all(
      [1, 2, 3].map(() => call('adminTask', 'cancelTask', { id, reason: '测试' })),
    );
    expect(answers.map(({ code }) => code).sort()).toEqual([0, 40902, 40902]);
    expect(answers.find(({ code }) => code !== 0)?.message).toBe(
      '「已取消」的任务不能变为「已取消」',
    );
    expect(await user()).toMatchObject({
      credits: { paid: 5_000, gift: 500 },
      stats: { taskCount: 1, failCount: 1 },
    });
    expect(await about('creditLedger', id)).toHaveLength(2);
    expect(await counted()).toMatchObject({ tasks: 1 });
  });

  it('is shown neither to its user nor in the history without a reason', async () => {
    const openid = `o${'2'.padStart(27, 'x')}`;
    const task = await someOther('queued', { userId: 'usr_0002', openid, errorRaw: 'upstream' });
    await cancel(task._id);
    expect(await about('messages', task._id)).toEqual([]);
    // The provider's words are not in the audit log.
    expect(JSON.stringify(await audits('task'))).not.toContain('upstream');
    expect((await stored(task._id)).errorRaw).toBe('');
  });

  it.each([
    ['its user is gone', { userId: 'usr_9999' }],
    ['it is a trial', { userId: '', openid: '', visibleTo: '', isTrial: true }],
  ])('ends where %s', async (_why, more) => {
    const free = { held: { paid: 0, gift: 0 }, costCredits: 0, rhTaskId: '', apiKeyId: '' };
    const { _id: id, isTrial } = await someOther('queued', { ...free, ...more });
    const users = await rows('users');
    await cancel(id);
    expect(await stored(id)).toMatchObject({
      status: 'cancelled',
      errorText: CANCELLED,
      // Nothing was taken.
      isRefunded: false,
      maybeCharged: false,
      refundReason: '',
    });
    expect(await rows('users')).toEqual(users);
    expect(await about('userLogs', id)).toEqual([]);
    expect(await about('creditLedger', id)).toEqual([]);
    const { lastTrial } = await one('templates', 'tpl_0001');
    const noted = { taskId: id, time: expect.any(Number) as number, succeeded: false };
    expect(lastTrial ?? null).toEqual(isTrial ? { ...noted, costSec: 0, coins: 0 } : null);
  });
});

describe('a task that its user cancels', () => {
  it('is cancelled without an audit row, and no administrator is named', async () => {
    await template({ costCredits: 5 });
    const { _id: id } = await order();
    const before = await stored(id);
    await ok('appTask', 'cancelTask', { id });
    expect(await stored(id)).toMatchObject({
      cancelReason: '',
      history: [...before.history, { ...moves('created', '用户', ''), time: expect.any(Number) }],
    });
    expect(await about('userLogs', id)).toMatchObject([
      { title: '任务取消', detail: CANCELLED, operator: '' },
    ]);
    expect((await about('creditLedger', id)).at(-1)).toMatchObject({
      reason: CANCELLED,
      userNote: CANCELLED,
      operator: '',
      delta: 5,
    });
    expect(await audits('task')).toEqual([]);
  });

  it.each(['submitting', 'running', 'saving'])(
    'is not cancelled any more when it is %s',
    async status => {
      const { _id: id } = await someOther(status);
      const before = await world.dump();
      expect((await call('appTask', 'cancelTask', { id })).code).toBe(40902);
      expect(await world.dump()).toBe(before);
    },
  );
});

describe('a task that has failed', () => {
  it.each([
    ['sandbox-audit', 'CONTENT_REJECTED', 'KSampler: Porn'],
    ['sandbox-node-errors', 'TEMPLATE_BROKEN', 'Value not in list'],
  ])('is the fault of what was sent: %s', async (words, errorCode, raw) => {
    await template({ costCredits: 5 });
    const { _id: id } = await saying(words);
    await run(4);
    expect(await stored(id)).toMatchObject({
      errorCode,
      errorRaw: expect.stringContaining(raw) as string,
    });
  });

  it('keeps why for engineers, and is explained to its user in other words', async () => {
    const openid = `o${'2'.padStart(27, 'x')}`;
    await template({ costCredits: 5 });
    const { _id: id } = await saying('sandbox-fail');
    await set('tasks', id, { userId: 'usr_0002', openid });
    await run();
    const before = await stored(id);
    expect(before).toMatchObject({ status: 'running' });
    await run(3);
    const now = Date.now();
    expect(await stored(id)).toEqual({
      ...before,
      rev: before.rev + 2,
      updateTime: now,
      status: 'failed',
      errorCode: 'GENERATION_FAILED',
      errorText: '未能生成作品，请重新制作',
      errorRaw: 'KSampler: sandbox-fail',
      userNote: '',
      isRefunded: true,
      refundReason: '未能生成作品，请重新制作',
      finishTime: now,
      slot: id,
      slotKey: '',
      nextPollTime: 0,
      history: [
        ...before.history,
        { time: now, from: 'running', to: 'failed', by: '系统', reason: '' },
      ],
    });
    expect(await about('userLogs', id)).toMatchObject([
      { title: '生成失败', detail: '未能生成作品，请重新制作', operator: '' },
    ]);
    expect(await about('messages', id)).toMatchObject([
      { event: 'taskDone', openid, values: { templateName: '模板1', result: '制作失败' } },
    ]);
    expect(await audits('task')).toEqual([]);
    expect(await templateStats()).toEqual({ useCount: 8, successCount: 6, failCount: 2 });
    expect(await counted()).toMatchObject({ tasks: 1, failedTasks: 1 });
  });

  it('and was a free one gives it back to the day that it was taken from', async () => {
    const free = (fields: object) => set('users', USER, { freeTasks: fields });
    const used = async () => (await user()).freeTasks;
    const task = (at: number, more: object = {}) =>
      someOther('queued', { isFree: true, freeDay: '20261125', ...more }, at);
    await free({ day: '20261125', used: 3 });
    await cancel((await task(61))._id);
    expect(await used()).toEqual({ day: '20261125', used: 2 });
    await cancel((await task(62, { isFree: false }))._id);
    await cancel((await task(63, { freeDay: '20261124' }))._id);
    expect(await used()).toEqual({ day: '20261125', used: 2 });
    await free({ day: '20261125', used: 0 });
    await cancel((await task(64))._id);
    expect(await used()).toEqual({ day: '20261125', used: 0 });
  });

  it('and was a free one gives nothing back once it has succeeded', async () => {
    await set('settings', 'general', { dailyFreeTasks: 2 });
    const { _id: id } = await order();
    await run(6);
    expect(await stored(id)).toMatchObject({ status: 'succeeded', isFree: true });
    expect(await user()).toMatchObject({
      freeTasks: { used: 1 },
      stats: { taskCount: 1, failCount: 0 },
      activeTasks: [],
    });
  });

  it('of an account that does not list its tasks is one less all the same', async () => {
    await set('users', USER, { activeTasks: null });
    await cancel((await someOther('queued'))._id);
    expect((await user()).activeTasks).toEqual([]);
  });
});

describe('the slot of a task that was cancelled', () => {
  const at = (more: object) => ({
    slot: 'key_0001#0',
    slotKey: 'key_0001',
    sentTime: 1,
    rhTaskId: '1985000000000006000',
    ...more,
  });
  const ended = async (more: object) => {
    const { _id: id } = await someOther('submitting', at(more));
    const now = Date.now();
    await ok('adminTask', 'cancelTask', { id, reason: '测试' });
    const { slot, slotKey, nextPollTime } = await stored(id);
    return [slot === id ? 'own' : slot, slotKey, nextPollTime ? nextPollTime - now : 'never'];
  };
  const taken = ['key_0001#0', 'key_0001'];

  it.each([
    ['is free where nothing was sent', { sentTime: 0 }, ['own', '', 'never']],
    ['is free where it had none', { slot: 'task_0060', slotKey: '' }, ['own', '', 'never']],
    ['is kept until the provider has been asked to stop', {}, [...taken, 0]],
  ])('%s', async (_what, more, expected) => {
    expect(await ended(more)).toEqual(expected);
  });

  it.each([
    ['until the end of its time', 90_000, 90_000],
    ['until now where its time is over', -90_000, 0],
    ['until now where it has no time', null, 0],
  ])('is kept, as its number is not known, %s', async (_until, ms, expected) => {
    const deadline = ms === null ? null : Date.now() + ms;
    expect(await ended({ rhTaskId: '', deadline })).toEqual([...taken, expected]);
  });
});

describe('ending a task with a lease', () => {
  const timeout: Ending = { status: 'timeout', errorCode: 'TIMEOUT', maybeCharged: true };

  it('that was lost changes and counts nothing, and answers what is stored', async () => {
    const task = await someOther('running', { nextPollTime: 500 });
    for (const stale of [{ nextPollTime: 499 }, { status: 'submitting' as const }]) {
      const before = await world.dump();
      expect(await endTask(task, timeout, system, { ...task, ...stale })).toEqual(task);
      expect(await world.dump()).toBe(before);
    }
    expect(await counted()).toEqual({});
    const ended = await endTask(task, timeout, system, task);
    expect(ended).toMatchObject({ status: 'timeout', maybeCharged: true, cancelReason: '' });
    expect(await stored(task._id)).toEqual(ended);
    expect(await counted()).toMatchObject({ tasks: 1 });
  });

  it('ends it also where its user is gone', async () => {
    const task = await someOther('running', { userId: 'usr_9999' });
    expect(await endTask(task, timeout, system, task)).toMatchObject({ status: 'timeout' });
    expect(await about('messages', task._id)).toEqual([]);
  });

  it('cannot end what has ended', async () => {
    const task = await someOther('succeeded');
    const before = await world.dump();
    await expect(endTask(task, timeout, system)).rejects.toMatchObject({ code: 40902 });
    expect(await world.dump()).toBe(before);
  });
});

describe('a run of the engine', () => {
  it('ends what has waited too long in the queue', async () => {
    const [first, second] = [await order(), await order()];
    for (const key of ['key_0001', 'key_0002'])
      await set('apiKeys', key, { restUntil: Date.now() + 7_200_000 });
    await run();
    const { deadline } = await stored(first._id);
    vi.setSystemTime(deadline! - 1);
    await timer();
    expect(await stored(first._id)).toMatchObject({ status: 'queued' });
    await set('tasks', second._id, { nextPollTime: deadline! + 5_000 });
    vi.setSystemTime(deadline!);
    await timer();
    expect(await stored(first._id)).toMatchObject({
      status: 'timeout',
      errorCode: 'QUEUE_FULL',
      maybeCharged: false,
      nextPollTime: 0,
    });
    expect(await stored(second._id)).toMatchObject({ status: 'queued' });
  });

  it.each([
    ['was sent', 1, true],
    ['was not', 0, false],
  ])(
    'gives up what has taken longer than it ever may, where it %s',
    async (_what, sentTime, maybe) => {
      const now = Date.now();
      // 600 s, 1,800 s in the queue, and an hour.
      const task = { createTime: now - 6_000_000, sentTime, slotKey: '', deadline: null };
      await sandbox('runninghub', { path: '/task/openapi/outputs', mode: 'fail' });
      await someOther('running', { ...task, nextPollTime: 1 }, 65);
      vi.setSystemTime(now);
      await timer();
      expect(await stored('task_0065')).toMatchObject({ status: 'running' });
      await set('tasks', 'task_0065', { nextPollTime: 1 });
      vi.setSystemTime(now + 1);
      await timer();
      expect(await stored('task_0065')).toMatchObject({
        status: 'timeout',
        errorCode: 'TIMEOUT',
        maybeCharged: maybe,
      });
    },
  );

  it('goes on with the others where one step fails, and tries it again after its lease', async () => {
    const first = await order();
    await set('tasks', first._id, { inputs: null });
    const second = await order();
    await timer();
    expect(await stored(first._id)).toMatchObject({ status: 'checking' });
    expect(await stored(second._id)).toMatchObject({ status: 'running' });
    expect(world.errors.join('\n')).toContain(`step failed: created`);
    const { nextPollTime } = await stored(first._id);
    expect(nextPollTime).toBeGreaterThan(Date.now());
    await set('tasks', first._id, { inputs: second.inputs });
    vi.setSystemTime(nextPollTime);
    await timer();
    expect(await stored(first._id)).toMatchObject({ status: 'running' });
  });

  it('says how many steps it has made, and looks again until nothing is due', async () => {
    const { runEngine } = await import('#cloudfunctions/_shared/tasks/engine.ts');
    expect(await runEngine(system)).toEqual({ steps: 0 });
    await order();
    // The check, the slot, and what is sent.
    expect(await runEngine(system)).toEqual({ steps: 3 });
    await sandbox('runninghub', { runMs: 0 });
    later(3_000);
    // The answer, and the picture.
    expect(await runEngine(system)).toEqual({ steps: 2 });
  });

  it('does not repeat what could not even be leased', async () => {
    const { tasks } = await import('#cloudfunctions/_shared/tasks/tasks.ts');
    const { runEngine } = await import('#cloudfunctions/_shared/tasks/engine.ts');
    await order();
    forOneTest(vi.spyOn(tasks, 'compareAndSet')).mockRejectedValue(new Error('refused'));
    world.errors.length = 0;
    expect(await runEngine(system)).toEqual({ steps: 1 });
    expect(world.errors).toEqual([expect.stringContaining('step failed: created')]);
  });

  it('beside others it takes a few at a time, until others are quicker with most of them', async () => {
    const { duringJob } = await import('#cloudfunctions/_shared/base/due.ts');
    const { tasks } = await import('#cloudfunctions/_shared/tasks/tasks.ts');
    const { runEngine } = await import('#cloudfunctions/_shared/tasks/engine.ts');
    const runBeside = () =>
      duringJob({ job: 'tasks', end: Infinity, isBeside: true }, () => runEngine(system));
    const due = Array.from({ length: 20 }, (_, at) =>
      someTask(100 + at, 'failed', { nextPollTime: at + 1, createTime: Date.now() }),
    );
    await world.insert('tasks', due);
    const write = tasks.compareAndSet;
    let written = 0;
    forOneTest(vi.spyOn(tasks, 'compareAndSet')).mockImplementation((...change) =>
      // Each task takes two writes; others are quicker with whatever comes after the first eight tasks.
      (written += 1) > 16 ? Promise.resolve(null) : write(...change),
    );
    expect(await runBeside()).toEqual({ steps: 16 });
    const left = (await rows('tasks')).filter(({ nextPollTime }) => Number(nextPollTime) > 0);
    expect(left).toHaveLength(12);
    // The run that has the turn goes on.
    forOneTest(vi.spyOn(tasks, 'compareAndSet')).mockImplementation(write);
    await runEngine(system);
    expect((await rows('tasks')).filter(({ nextPollTime }) => Number(nextPollTime) > 0)).toEqual(
      [],
    );
  });

  it.each([
    ['has waited too long', { status: 'queued', createTime: Date.now() }],
    ['has taken too long', { status: 'running', createTime: 1 }],
  ])("leaves to another run what %s and is that run's", async (_what, { status, ...more }) => {
    const { tasks } = await import('#cloudfunctions/_shared/tasks/tasks.ts');
    const task = await someOther(status, { nextPollTime: 1, ...more });
    // The other run was quicker.
    forOneTest(vi.spyOn(tasks, 'compareAndSet')).mockResolvedValue(null);
    world.errors.length = 0;
    await timer();
    expect(world.errors).toEqual([]);
    expect(await stored(task._id)).toEqual(task);
  });

  it('takes the forty that are due longest, and no pictures, once its time is over', async () => {
    const { runEngine } = await import('#cloudfunctions/_shared/tasks/engine.ts');
    const before = environment.TASK_BUDGET_MS;
    environment.TASK_BUDGET_MS = 0;
    onTestFinished(() => void (environment.TASK_BUDGET_MS = before));
    const due = Array.from({ length: 45 }, (_, at) => {
      const time = 1 + ((at * 7) % 45);
      // The oldest is a task whose pictures are to be stored.
      const status = time === 1 ? 'saving' : 'failed';
      return someTask(100 + at, status, { nextPollTime: time, createTime: Date.now() - time });
    });
    await world.insert('tasks', due);
    expect(await runEngine(system)).toEqual({ steps: 40 });
    const left = (await rows('tasks')).map(({ nextPollTime }) => Number(nextPollTime));
    expect(left.filter(time => time > 0).sort((a, b) => a - b)).toEqual([1, 41, 42, 43, 44, 45]);
  });
});
