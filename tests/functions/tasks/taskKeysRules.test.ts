import { describe, expect, it, vi } from 'vitest';
import type { StoredApiKey } from '#cloudfunctions/_shared/tasks/keys.ts';
import { DAY_MS } from '#contract/shanghai.ts';
import { CANARY_KEY, someApiKey, someTask } from '../world/fixtures/people.ts';
import { forOneTest } from '../world/forOneTest.ts';
import { taskRecordsOf, USER } from './taskRecords.ts';
import { startTaskWorld } from './taskWorld.ts';

const engine = await startTaskWorld();
const { world, template, order, run, one, sandbox } = engine;
const { call, ok, rows, set } = world;
const { about, audits, limit, stored, user } = await taskRecordsOf(engine);
const { environment } = await import('#cloudfunctions/_shared/base/environment.ts');
const { systemActor } = await import('#cloudfunctions/_shared/base/actor.ts');
const { placeOf, seal } = await import('#cloudfunctions/_shared/base/secrets.ts');
const { RunningHubError } = await import('#cloudfunctions/_shared/runningHub/protocol.ts');
const { lastTurn, takeTurn } = await import('#cloudfunctions/_shared/tasks/addressTurns.ts');
const { cancelTasksOf } = await import('#cloudfunctions/_shared/tasks/cancelTasksOf.ts');
const { eraseTask } = await import('#cloudfunctions/_shared/tasks/erase.ts');
const { heldNow } = await import('#cloudfunctions/_shared/tasks/held.ts');
const { noteAnswer, noteFailure } = await import('#cloudfunctions/_shared/tasks/keyHealth.ts');
const { apiKeys, earlierKeysOf, keysInUse, withKey, withKeyState } =
  await import('#cloudfunctions/_shared/tasks/keys.ts');

const system = systemActor('系统', 'worker', 'tasks');
const key = async (id = 'key_0001') => (await one('apiKeys', id)) as unknown as StoredApiKey;
const failure = (name: ConstructorParameters<typeof RunningHubError>[0], code = 0) =>
  new RunningHubError(name, code);
const sealed = (text: string) => seal(text, placeOf('apiKeys', 'key_0001', 'key'));

describe('a key that the provider refuses', () => {
  it.each([
    ['invalid', failure('key', 802), '密钥被图像服务拒绝，已自动停用', {}],
    ['invalid', failure('key'), '密钥无法解密，已自动停用', {}],
    ['exhausted', failure('money', 416), '密钥余额不足，已自动停用', { remainCoins: 0 }],
  ] as const)(
    'is switched off as %s, with the reason for administrators',
    async (status, error, reason, more) => {
      await set('apiKeys', 'key_0001', { failStreak: 2, remainCoins: 9, updateBy: null });
      const before = await key();
      const now = Date.now();
      await noteFailure(before, error, system);
      expect(await key()).toEqual({
        ...before,
        rev: before.rev + 1,
        updateTime: now,
        status,
        lastErrorCode: error.code,
        lastErrorTime: now,
        failStreak: 3,
        ...more,
      });
      expect(await audits('apiKey')).toEqual([
        {
          _id: expect.any(String) as string,
          adminId: '',
          adminName: '系统',
          function: 'worker',
          action: 'tasks',
          resource: 'apiKey',
          resourceId: 'key_0001',
          reason,
          diff: [{ path: 'status', from: 'active', to: status }],
          result: 'ok',
          requestId: '',
          ip: '',
          rev: 1,
          createTime: now,
          updateTime: now,
        },
      ]);
      const alerts = (await rows('messages')).filter(({ event }) => event === 'keyExhausted');
      expect(alerts.map(({ _id }) => _id)).toEqual(
        ['wecom', 'email'].map(channel => `keyExhausted_key_0001_2_${channel}`),
      );
      for (const alert of alerts)
        expect(alert).toMatchObject({ values: { name: '密钥1', reason }, path: 'api-keys' });
    },
  );

  it('is not said to be edited by the administrator who has asked about a task', async () => {
    const updateBy = { adminId: 'adm_0009', name: '别的管理员' };
    await set('apiKeys', 'key_0001', { updateBy });
    await world.insert('tasks', [someTask(60, 'running', { nextPollTime: 1 })]);
    await sandbox('runninghub', { path: '/task/openapi/outputs', mode: 'refuse', code: 802 });
    expect((await call('adminTask', 'syncTask', { id: 'task_0060' })).code).not.toBe(0);
    expect(await key()).toMatchObject({ status: 'invalid', updateBy });
    expect(await audits('apiKey')).toMatchObject([{ adminName: '测试管理员' }]);
  });

  it.each([
    ['was paused', { status: 'paused' }],
    ['was replaced', { keyCipher: 'another' }],
  ])('is left alone where it %s meanwhile', async (_what, fields) => {
    const found = await key();
    await set('apiKeys', 'key_0001', fields);
    const before = await key();
    await noteFailure(found, failure('key', 802), system);
    expect(await key()).toEqual(before);
    expect(await audits('apiKey')).toEqual([]);
  });

  it('is nothing to a key that was deleted', async () => {
    await noteFailure({ ...(await key()), _id: 'key_9999' }, failure('key', 802), system);
    expect(await audits('apiKey')).toEqual([]);
  });
});

describe('a key', () => {
  it('that is full rests for a while, without a version of its own', async () => {
    const before = await key();
    await noteFailure(before, failure('busy', 421), system);
    expect(await key()).toEqual({
      ...before,
      restUntil: Date.now() + environment.TASK_KEY_FULL_MS,
      lastErrorCode: 421,
    });
  });

  it('that has no answer three times in a row rests, and is counted anew', async () => {
    const first = await key();
    const silent = { lastErrorCode: 7, lastErrorTime: Date.now() };
    for (const failStreak of [1, 2]) {
      await noteFailure(await key(), failure('unreachable', 7), system);
      expect(await key()).toEqual({ ...first, ...silent, failStreak });
    }
    await noteFailure(await key(), failure('unreachable', 7), system);
    const restUntil = Date.now() + environment.TASK_KEY_SILENT_MS;
    expect(await key()).toEqual({ ...first, ...silent, failStreak: 0, restUntil });
  });

  it.each(['outage', 'unknown'] as const)(
    'rests like a silent one after three answers of %s in a row',
    async name => {
      for (const failStreak of [1, 2]) {
        await noteFailure(await key(), failure(name, 1_005), system);
        expect(await key()).toMatchObject({ status: 'active', lastErrorCode: 1_005, failStreak });
      }
      await noteFailure(await key(), failure(name, 1_005), system);
      const restUntil = Date.now() + environment.TASK_KEY_SILENT_MS;
      expect(await key()).toMatchObject({ status: 'active', failStreak: 0, restUntil });
    },
  );

  it.each([415, 1520])(
    'whose account takes no more, by %i, rests for half a minute',
    async code => {
      await noteFailure(await key(), failure('busy', code), system);
      const restUntil = Date.now() + 30_000;
      expect(await key()).toMatchObject({ status: 'active', restUntil, lastErrorCode: code });
    },
  );

  it.each(['rejected', 'template'] as const)('is not blamed for a task that is %s', async name => {
    const before = await key();
    await noteFailure(before, failure(name, 1), system);
    expect(await key()).toEqual(before);
  });

  it('that answers is counted anew, which costs nothing where nothing was counted', async () => {
    const noted = forOneTest(vi.spyOn(apiKeys, 'note'));
    await noteAnswer(await key());
    expect(noted).not.toHaveBeenCalled();
    await set('apiKeys', 'key_0001', { failStreak: 1 });
    const before = await key();
    await noteAnswer(before);
    expect(await key()).toEqual({ ...before, failStreak: 0 });
  });
});

describe('the keys in use', () => {
  it('are all but those that are paused, by their state and by what they have left', async () => {
    await set('apiKeys', 'key_0001', { remainCoins: 9, lowCoins: 10, pool: 'default' });
    await set('apiKeys', 'key_0002', { remainCoins: 10, lowCoins: 10, pool: null });
    const more = [
      [5, 'exhausted'],
      [6, 'invalid'],
      [7, 'paused'],
    ] as const;
    await world.insert(
      'apiKeys',
      more.map(([at, status]) =>
        someApiKey(at, status, `e${at}`.padEnd(32, 'a'), {
          pool: 'video',
          remainCoins: 0,
          lowCoins: 1,
        }),
      ),
    );
    const { dead, low, usable } = await keysInUse();
    expect(dead.map(({ _id }) => _id).sort()).toEqual(['key_0005', 'key_0006']);
    expect(low.map(({ _id }) => _id)).toEqual(['key_0001']);
    expect(usable).toEqual(['default']);
    const page = await ok('adminApiKey', 'getApiKeys', { filter: { low: true } });
    expect(page.list.map(({ _id }) => _id)).toEqual(['key_0001']);
    const kinds = ['deadKeys' as const, 'lowKeys' as const];
    const waiting = await ok('adminDashboard', 'getTodo', { kinds });
    expect(waiting.list.map(({ kind }) => kind).sort()).toEqual([
      'deadKeys',
      'deadKeys',
      'lowKeys',
    ]);
  });

  it('are counted however many there are', async () => {
    const many = Array.from({ length: 110 }, (_, at) =>
      someApiKey(100 + at, 'invalid', `e${at}`.padEnd(32, 'b')),
    );
    await world.insert('apiKeys', many);
    expect((await keysInUse()).dead).toHaveLength(110);
  });

  it('say whether they can still be opened', async () => {
    const whole = await key();
    expect(withKeyState(whole)).toEqual({ ...whole, keyDamaged: false });
    expect(withKeyState({ ...whole, _id: 'key_0002' })).toMatchObject({ keyDamaged: true });
    expect(withKeyState({ ...whole, keyCipher: 'v1:damaged' })).toMatchObject({ keyDamaged: true });
  });
});

describe('the keys before a key', () => {
  const cipher = (at: number) => sealed(`f${at}`.padEnd(32, '0'));
  const earlier = (at: number, until = Date.now() + 60_000) => ({ cipher: cipher(at), until });
  const asked = async (more: Partial<StoredApiKey>, options?: { isLast?: boolean }) => {
    const calls: string[] = [];
    const error = await withKey(
      { ...(await key()), ...more },
      ({ apiKey, region }) => {
        calls.push(`${region} ${apiKey}`);
        return Promise.reject(failure('gone', 807));
      },
      options,
    ).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ failure: 'gone', code: 807 });
    return calls;
  };
  const name = (at: number) => `cn f${String(at).padEnd(31, '0')}`;

  it('are the last one, and those before it', async () => {
    const list = [earlier(2), earlier(3)];
    const whole = await key();
    expect(earlierKeysOf(whole)).toEqual([]);
    expect(earlierKeysOf({ ...whole, earlierKeys: list })).toEqual(list);
    expect(
      earlierKeysOf({ ...whole, previousCipher: 'c', previousUntil: 5, earlierKeys: list }),
    ).toEqual([{ cipher: 'c', until: 5 }, ...list]);
    expect(earlierKeysOf({ ...whole, previousCipher: 'c', previousUntil: null })).toEqual([
      { cipher: 'c', until: 0 },
    ]);
  });

  it('are asked after it, the latest first, as long as their time is not over', async () => {
    const now = Date.now();
    const more = {
      previousCipher: cipher(1),
      previousUntil: now,
      earlierKeys: [earlier(2, now - 1), earlier(3), { cipher: 'v1:damaged', until: now + 9 }],
    };
    expect(await asked(more)).toEqual([`cn ${CANARY_KEY}`, name(1), name(3)]);
    expect(await asked(more, { isLast: true })).toEqual([
      `cn ${CANARY_KEY}`,
      name(1),
      name(2),
      name(3),
    ]);
    expect(await asked({ ...more, region: 'ai', earlierKeys: [] })).toEqual([
      `ai ${CANARY_KEY}`,
      name(1).replace('cn', 'ai'),
    ]);
  });

  it('are asked where it cannot be opened', async () => {
    const calls: string[] = [];
    const damaged = { ...(await key()), keyCipher: 'v1:damaged', earlierKeys: [earlier(2)] };
    const answer = await withKey(damaged, ({ apiKey }) => Promise.resolve(calls.push(apiKey)));
    expect([answer, calls]).toEqual([1, ['f2'.padEnd(32, '0')]]);
    const alone = { ...damaged, earlierKeys: [] };
    await expect(withKey(alone, () => Promise.resolve())).rejects.toMatchObject({
      failure: 'key',
      code: 0,
    });
  });

  it('are silent by a name of their own, and not asked where a fault is ours', async () => {
    const more = { ...(await key()), earlierKeys: [earlier(2)] };
    const first = failure('gone');
    const answers = (second: Error) => {
      const errors = [first, second];
      return withKey(more, () => Promise.reject(errors.shift()!)).catch(
        (thrown: unknown) => thrown,
      );
    };
    expect(await answers(failure('busy', 421))).toMatchObject({
      name: 'EarlierKeySilent',
      failure: 'unreachable',
      code: 421,
    });
    const ours = new Error('ours');
    expect(await answers(ours)).toBe(ours);
    expect(await answers(failure('key', 802))).toBe(first);
    const work = vi.fn(() => Promise.reject(ours));
    await expect(withKey(more, work)).rejects.toBe(ours);
    expect(work).toHaveBeenCalledOnce();
  });
});

describe('the turn of an address', () => {
  const [pool, ip] = ['default', '198.51.100.1'];

  it('is never given twice, however many ask at once, and is kept for a day', async () => {
    expect(await lastTurn(pool, ip)).toBeNull();
    const taken = await Promise.all([1, 2, 3, 4].map(() => takeTurn(pool, ip, 5, null)));
    expect(taken.map(({ turn }) => turn).sort()).toEqual([5, 6, 7, 8]);
    expect(await limit(`turn of ${ip}`, pool)).toMatchObject({
      count: 8,
      nextTime: 0,
      expireTime: Date.now() + DAY_MS,
    });
    expect(await lastTurn('video', ip)).toBeNull();
    expect(await lastTurn(pool, '198.51.100.2')).toBeNull();
  });
});

describe('what the unfinished tasks of a user hold', () => {
  it('is the sum of those that have not ended', async () => {
    const task = (at: number, status: string, more: object) => someTask(at, status, more);
    await world.insert('tasks', [
      task(61, 'queued', { held: { paid: 3, gift: 1 }, valueFen: 30 }),
      task(62, 'running', { held: { paid: 0, gift: 4 }, valueFen: 99 }),
      task(63, 'saving', { held: { paid: 2, gift: 0 }, valueFen: undefined }),
      task(64, 'succeeded', { held: { paid: 50, gift: 50 }, valueFen: 500 }),
      task(65, 'created', { held: { paid: 1, gift: 0 }, valueFen: 7 }),
    ]);
    const activeTasks = [61, 62, 63, 64, 65, 99].map(at => `task_00${at}`);
    expect(await heldNow({ activeTasks })).toEqual({ paid: 6, gift: 5, valueFen: 37 });
    expect(await heldNow({})).toEqual({ paid: 0, gift: 0, valueFen: 0 });
  });
});

describe('the pictures of an ended task', () => {
  const path = (at: number) => `results/${USER}/task_0060/${at}.png`;
  const output = (at: number) => ({
    filePath: path(at),
    fileType: 'png',
    width: 1,
    height: 1,
    nodeId: '9',
  });
  const ended = async (...outputs: object[]) => {
    await world.insert('tasks', [someTask(60, 'succeeded', { outputs, erasedTime: null })]);
    return stored('task_0060');
  };

  it('are erased, which is noted with its time and no version', async () => {
    const before = await ended(output(1));
    await eraseTask(before, { visibleTo: '' });
    expect(await stored('task_0060')).toEqual({
      ...before,
      visibleTo: '',
      outputs: [],
      erasedTime: Date.now(),
    });
  });

  it('stay where they are being printed', async () => {
    await set('printOrders', 'prt_0001', { files: [path(2)] });
    const before = await ended(output(1), output(2));
    await eraseTask(before);
    expect(await stored('task_0060')).toEqual({ ...before, outputs: [output(2)] });
  });

  it('are none where it had none', async () => {
    const before = await ended();
    await eraseTask(before);
    expect(await stored('task_0060')).toEqual(before);
  });
});

describe('a ban', () => {
  it('ends the unfinished tasks of the user, and goes on where one cannot be ended', async () => {
    const running = { slotKey: '', held: { paid: 1, gift: 0 } };
    await world.insert('tasks', [
      someTask(61, 'queued', running),
      someTask(62, 'running', running),
      someTask(63, 'queued', { ...running, userId: 'usr_0002' }),
      someTask(64, 'succeeded', running),
    ]);
    await set('users', USER, { activeTasks: ['task_0061', 'task_0062'] });
    const { tasks } = await import('#cloudfunctions/_shared/tasks/tasks.ts');
    const { find } = tasks;
    forOneTest(vi.spyOn(tasks, 'find')).mockImplementation(async (...given) => [
      { ...(await stored('task_0061')), _id: 'task_none' },
      ...(await find(...given)),
    ]);
    world.errors.length = 0;
    await cancelTasksOf(USER, '违规', system, { withBought: true });
    expect(world.errors).toEqual([expect.stringContaining('task not cancelled')]);
    for (const id of ['task_0061', 'task_0062'])
      expect(await stored(id)).toMatchObject({
        status: 'cancelled',
        errorCode: 'CANCELLED',
        cancelReason: '',
        history: [{ to: 'cancelled', by: '系统', reason: '违规' }],
      });
    expect(await stored('task_0063')).toMatchObject({ status: 'queued' });
    expect(await stored('task_0064')).toMatchObject({ status: 'succeeded' });
    expect((await user()).activeTasks).toEqual([]);
    expect((await about('creditLedger', 'task_0062')).at(0)).toMatchObject({ reason: '违规' });
  });

  it('of a user whose task runs stops it at the provider', async () => {
    await template({ costCredits: 3 });
    await sandbox('runninghub', { runMs: 3_600_000 });
    const { _id: id } = await order();
    await run();
    const status = { id: USER, status: 'disabled', reason: '测试' };
    expect((await call('adminUser', 'updateUserStatus', status)).code).toBe(0);
    expect(await stored(id)).toMatchObject({ status: 'cancelled', isRefunded: true });
    await run(3);
    expect(await stored(id)).toMatchObject({ slotKey: '', nextPollTime: 0 });
  });
});
