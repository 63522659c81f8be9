import { beforeEach, describe, expect, it } from 'vitest';
import { mayMove } from '#contract/states.ts';
import { taskEntity } from '#contract/task.ts';
import { isActiveTask, type TaskStatus, taskStatuses } from '#contract/taskStates.ts';
import { CANARY_KEY, someTask } from '../world/fixtures/people.ts';
import { startWorld } from '../world/harness.ts';

const world = await startWorld();
const { call, ok, one, rows, set } = world;
beforeEach(() => world.reset());
const every = Object.keys(taskStatuses) as TaskStatus[];

const giftOf = async () => ((await one('users', 'usr_0001'))['credits'] as { gift: number }).gift;

describe('the states of a task', () => {
  it('are left only as the table allows, by every caller', async () => {
    const { checkMove } = await import('#cloudfunctions/_shared/tasks/tasks.ts');
    for (const from of every) {
      for (const to of every) {
        const move = () => checkMove(from, to);
        if (mayMove(taskEntity.transitions, from, to)) expect(move).not.toThrow();
        else expect(move).toThrow(/不能变为/);
      }
    }
  });

  it('allow cancelling, retrying and refunding only where the table does, and change nothing elsewhere', async () => {
    const retriable = ['failed', 'timeout', 'cancelled'];
    const attempts = every.flatMap((status, at) => {
      const wish = { reason: '测试' };
      const active = isActiveTask(status);
      const of = (more: number) => 100 + at * 3 + more;
      return [
        { status, at: of(0), action: 'cancelTask', data: wish, legal: active },
        { status, at: of(1), action: 'retryTask', data: {}, legal: retriable.includes(status) },
        { status, at: of(2), action: 'refundTaskCredits', data: wish, legal: !active },
      ] as const;
    });
    await world.insert(
      'tasks',
      attempts.map(({ at, status }) => someTask(at, status)),
    );
    const codesOf = async (legal: boolean) => {
      for (const { status, at, action, data } of attempts.filter(one => one.legal === legal)) {
        const answer = await call('adminTask', action, { id: `task_0${at}`, ...data });
        const code = legal ? 0 : 40902;
        expect({ status, action, code: answer.code }).toEqual({ status, action, code });
      }
    };
    const before = await world.dump();
    await codesOf(false);
    expect(await world.dump()).toBe(before);
    await codesOf(true);
  });
});

describe('credits', () => {
  it('are returned once, however many administrators refund at once', async () => {
    const before = await giftOf();
    const refund = { id: 'task_0001', reason: '瑕疵' };
    const refunds = await Promise.all(
      Array.from({ length: 10 }, () => call('adminTask', 'refundTaskCredits', refund)),
    );
    expect(refunds.filter(({ code }) => code === 0)).toHaveLength(1);
    expect(await giftOf()).toBe(before + 10);
  });

  it('are held again by a retry, which is made once', async () => {
    const before = await giftOf();
    const retries = await Promise.all(
      Array.from({ length: 5 }, () => call('adminTask', 'retryTask', { id: 'task_0002' })),
    );
    const won = retries.filter(({ code }) => code === 0);
    expect(won).toHaveLength(1);
    const made = won[0]?.data;
    expect(made).toMatchObject({ status: 'created', retryOf: 'task_0002', held: { gift: 10 } });
    expect(await giftOf()).toBe(before - 10);
    expect(await one('tasks', 'task_0002')).toMatchObject({ retriedBy: made?._id });
  });
});

describe('a task that cannot reach its user any more', () => {
  const nothingChanges = async (action: 'retryTask' | 'refundTaskCredits', id: string) => {
    const before = await world.dump();
    const data = { id, ...(action === 'refundTaskCredits' && { reason: '瑕疵' }) };
    const { code, message } = await call('adminTask', action, data);
    expect(await world.dump()).toBe(before);
    return { code, message };
  };

  it('because its user deleted it, is not tried again', async () => {
    await set('tasks', 'task_0002', { visibleTo: '' });
    expect(await nothingChanges('retryTask', 'task_0002')).toEqual({
      code: 40902,
      message: '用户已删除该任务，不能重试',
    });
  });

  it('because its photos are gone or in the trash is not tried again', async () => {
    const photo = 'user_upload/demo/photo_0001.jpg';
    const { fileIdOf } = await import('#cloudfunctions/_shared/base/fileUse.ts');
    const input = { key: 'photo', type: 'image', value: null, filePath: photo };
    await set('tasks', 'task_0002', { inputs: [input] });
    const refused = { code: 40902, message: '任务的照片已删除或过期，不能重试，请用户重新提交' };
    for (const status of ['trash', 'pending']) {
      await set('files', fileIdOf(photo), { status });
      expect(await nothingChanges('retryTask', 'task_0002')).toEqual(refused);
    }
  });

  it('because its user is gone, is neither tried again nor paid back to nobody', async () => {
    await set('users', 'usr_0001', { status: 'deleted' });
    expect((await nothingChanges('retryTask', 'task_0002')).code).toBe(40902);
    expect(await nothingChanges('refundTaskCredits', 'task_0001')).toEqual({
      code: 40902,
      message: '用户已注销',
    });
  });
});

describe('tasks', () => {
  it('are counted by state, and do not show what was sent', async () => {
    const answer = await ok('adminTask', 'getTasks', { withCounts: true });
    expect(answer.counts).toMatchObject({ succeeded: 2, failed: 1, running: 1, queued: 1 });
    const stats = await ok('adminTask', 'getTaskStats', {});
    expect(stats).toMatchObject({ waiting: 1, working: 3, inReview: 2 });
    const cancelled = await ok('adminTask', 'cancelTask', { id: 'task_0003', reason: '测试' });
    const logged = (await rows('auditLogs')).filter(({ resource }) => resource === 'task');
    const shown = JSON.stringify([answer, stats, cancelled, logged]);
    expect(shown).not.toMatch(/canary-raw|canary-node|nodeInfoList/);
    expect(JSON.stringify([shown, await world.dump(), world.errors])).not.toContain(CANARY_KEY);
  });
});

describe('the diagnosis of a task', () => {
  it('shows the error, what was sent and the notices of its order, and no secret', async () => {
    const key = 'c1ca4a41c0ffee11c0ffee11c0ffee11';
    await set('tasks', 'task_0001', {
      errorRaw: `KSampler: no memory; apiKey=${key}`,
      orderId: 'ord_0001',
      nodeInfoList: [
        { nodeId: '6', fieldName: 'text', fieldValue: '一只猫' },
        { nodeId: '7', fieldName: 'url', fieldValue: 'https://a.example/x.png?sign=abc&t=1 end' },
        { nodeId: '8', fieldName: 'api_key', fieldValue: 'short' },
        { nodeId: '9', fieldName: 'note', fieldValue: `Bearer ${key}` },
        { nodeId: '12', fieldName: 'image', fieldValue: '', filePath: 'user_upload/a/p.jpg' },
      ],
    });
    await world.insert('webhookEvents', [
      {
        _id: 'wxpay_1',
        rev: 1,
        createTime: 7,
        updateTime: 7,
        source: 'wxpay',
        eventType: 'TRANSACTION.SUCCESS',
        refId: 'ord_0001',
        status: 'done',
      },
    ]);
    const found = await ok('adminTask', 'getDiagnosis', { id: 'task_0001' });
    expect(found.errorRaw).toBe('KSampler: no memory; apiKey=***');
    expect(found.sent.map(({ value }) => value)).toEqual([
      '一只猫',
      'https://a.example/x.png?*** end',
      '***',
      'Bearer ***',
      'user_upload/a/p.jpg',
    ]);
    expect(found.notices).toEqual([{ source: 'wxpay', eventType: 'TRANSACTION.SUCCESS', time: 7 }]);
    expect(JSON.stringify(found)).not.toContain(key);
  });
});
