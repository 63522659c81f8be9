import { beforeEach, describe, expect, it, vi } from 'vitest';
import { systemActor } from '#cloudfunctions/_shared/base/actor.ts';
import { dayOf } from '#contract/shanghai.ts';
import { beforeWrite } from '../world/beforeWrite.ts';
import { someTask } from '../world/fixtures/people.ts';
import { forOneTest } from '../world/forOneTest.ts';
import { runJob } from '../world/runJob.ts';
import { startTaskWorld } from './taskWorld.ts';

const { world, sandbox, one, task, template } = await startTaskWorld();
const { ok, rows, set } = world;
const { environment } = await import('#cloudfunctions/_shared/base/environment.ts');
const { runEngine } = await import('#cloudfunctions/_shared/tasks/engine.ts');
const { tasks } = await import('#cloudfunctions/_shared/tasks/tasks.ts');

type Row = Record<string, unknown>;
const HOUR = 3_600_000;
const [A, B] = ['key_0001', 'key_0002'] as const;
const limits = (fields: object) => set('settings', 'system', { data: { task: fields } });
const key = (id: string, fields: object) => set('apiKeys', id, fields);
const { TASK_BUDGET_MS, TASK_KEYLESS_MS } = environment;

beforeEach(async () => {
  Object.assign(environment, { TASK_BUDGET_MS });
  await sandbox('runninghub', { queueMs: 0, runMs: HOUR });
  await limits({ paidShare: 0 });
});

/** One look of the engine, however much is left then. @returns how many tasks it has advanced */
const look = () => {
  Object.assign(environment, { TASK_BUDGET_MS: 0 });
  return runJob('tasks');
};
/** As many looks as there is something to do. */
const run = () => runJob('tasks');

let made = 0;
const stored = (lane: 'paid' | 'free', more: Row = {}) => {
  const now = Date.now();
  made += 1;
  const _id = `task_q${String(made).padStart(4, '0')}`;
  const turn = String(made).padStart(10, '0');
  return {
    ...someTask(1_000 + made, 'queued', {
      _id,
      createTime: now,
      updateTime: now,
      pool: 'default',
      rank: `${lane === 'paid' ? 0 : 1}_${turn}_${now}_${_id}`,
      slot: _id,
      apiKeyId: '',
      rhTaskId: '',
      nextPollTime: now + HOUR,
      deadline: now + HOUR,
      attempts: 0,
      nodeInfoList: [{ nodeId: '6', fieldName: 'text', fieldValue: '一' }],
      costCredits: 0,
      held: { paid: 0, gift: 0 },
      isTrial: true,
      userId: '',
      history: [],
    }),
    ...more,
  };
};
const insert = async (list: Row[]) => {
  await world.insert('tasks', list);
  return list.map(({ _id }) => String(_id));
};
/** Tasks that wait, and keep the slot that they are given: they were sent before. @returns their ids, in their order */
const waiting = (lane: 'paid' | 'free', count: number, more: Row = {}) =>
  insert(Array.from({ length: count }, () => stored(lane, { sentTime: 1, ...more })));
/** Tasks that are being made in these slots of a key. */
const holding = (lane: 'paid' | 'free', id: string, slots: number[], more: Row = {}) =>
  insert(
    slots.map(at =>
      stored(lane, {
        status: 'running',
        slot: `${id}#${at}`,
        slotKey: id,
        apiKeyId: id,
        rhTaskId: `1985${String(made).padStart(15, '0')}`,
        ...more,
      }),
    ),
  );
/** The slots that these tasks have, in ascending order; '' for none. */
const slotsOf = async (ids: string[]) => {
  const all = await rows('tasks');
  const its = ids.map(id => all.find(({ _id }) => _id === id));
  return its.map(one => (one?.['slotKey'] ? String(one['slot']) : '')).sort();
};
/** What is given to so many waiting tasks of a lane. */
const given = async (lane: 'paid' | 'free', count: number, more: Row = {}) => {
  const ids = await waiting(lane, count, more);
  await run();
  return (await slotsOf(ids)).filter(Boolean);
};
const draws = (drawn: number) => forOneTest(vi.spyOn(Math, 'random').mockReturnValue(drawn));
/** Something else that happens just before the given write to tasks. */
const before = (write: 1 | 2, does: () => Promise<unknown>) => beforeWrite(tasks, write, does);

describe('a waiting task that is given a slot', () => {
  it('is submitted at once, with the key of the slot', async () => {
    await key(B, { status: 'paused' });
    const waits = stored('free', {
      history: [{ time: 1, from: '', to: 'queued', by: '', reason: '' }],
    });
    await insert([waits]);
    let taken: Row = {};
    before(2, async () => (taken = await task(waits._id)));
    await run();
    const now = Date.now();
    expect(taken).toEqual({
      ...waits,
      rev: 2,
      updateTime: now,
      status: 'submitting',
      slot: `${A}#0`,
      slotKey: A,
      apiKeyId: A,
      nextPollTime: now,
      history: [
        ...(waits.history as unknown as object[]),
        { time: now, from: 'queued', to: 'submitting', by: '系统', reason: '使用密钥「密钥1」' },
      ],
    });
  });

  it('is the first in the order of the queue', async () => {
    await key(B, { status: 'paused' });
    const later = stored('paid');
    const free = stored('free', { rank: '1_0000000000_0000000000001_x' });
    const first = stored('paid', { rank: '0_0000000000_0000000000002_x' });
    await insert([free, later, first]);
    await run();
    expect(await slotsOf([first._id])).toEqual([`${A}#0`]);
    expect(await slotsOf([free._id, later._id])).toEqual(['', '']);
  });

  it.each([
    ['was cancelled meanwhile', () => ({ status: 'cancelled' })],
    ['is due at another time now', () => ({ nextPollTime: Date.now() + 5 * HOUR })],
  ])('is left alone when it %s', async (_what, changed) => {
    const change = changed();
    const [id] = await waiting('paid', 1);
    before(1, () => set('tasks', id!, change));
    expect(await look()).toEqual({ ok: true, result: { steps: 0 } });
    expect(await task(id!)).toMatchObject({ slot: id, slotKey: '', ...change });
  });

  it('gets another one where a concurrent run has taken the first', async () => {
    await key(A, { maxConcurrency: 3 });
    await key(B, { status: 'paused' });
    const [id] = await waiting('paid', 1);
    before(1, () => holding('paid', A, [0]));
    expect(await look()).toMatchObject({ result: { steps: 2 } });
    expect(await slotsOf([id!])).toEqual([`${A}#1`]);
  });

  it('waits on where concurrent runs have taken all of them', async () => {
    await key(B, { status: 'paused' });
    const [id] = await waiting('paid', 1);
    before(1, () => holding('paid', A, [0]));
    expect(await look()).toMatchObject({ result: { steps: 0 } });
    expect(await slotsOf([id!])).toEqual(['']);
  });

  it('fails the run where the database refuses to store it', async () => {
    await waiting('paid', 1);
    before(1, () => Promise.reject(new Error('refused')));
    await expect(
      look()
        .then(({ ok: isOk }) => isOk)
        .catch(() => false),
    ).resolves.toBe(false);
  });
});

describe('a look at the queue', () => {
  it('takes twenty tasks of a pool, and says how many have left it', async () => {
    await key(A, { maxConcurrency: 30 });
    await key(B, { status: 'paused' });
    const ids = await waiting('paid', 25);
    // Those that have a slot are submitted in the same look.
    expect(await look()).toEqual({ ok: true, result: { steps: 40 } });
    expect((await slotsOf(ids)).filter(Boolean)).toHaveLength(20);
    expect((await slotsOf(ids.slice(0, 20))).filter(Boolean)).toHaveLength(20);
  });

  it('reads no slots where nobody waits', async () => {
    const find = forOneTest(vi.spyOn(tasks, 'find'));
    Object.assign(environment, { TASK_BUDGET_MS: 0 });
    await runEngine(systemActor('系统', 'worker', 'tasks'));
    expect(find.mock.calls.map(([query]) => Object.keys(query ?? {}))).toEqual([
      ['pool', 'status'],
      ['nextPollTime'],
    ]);
  });

  it('serves each pool with its own keys', async () => {
    await key(A, { status: 'paused' });
    await key(B, { pool: 'fast', maxConcurrency: 2 });
    const [slow] = await waiting('paid', 1, { createTime: Date.now() });
    const fast = await waiting('paid', 2, { pool: 'fast' });
    expect(await look()).toMatchObject({ result: { steps: 4 } });
    expect(await slotsOf(fast)).toEqual([`${B}#0`, `${B}#1`]);
    expect(await task(slow!)).toMatchObject({ status: 'queued', slotKey: '' });
  });

  it('reads all keys', async () => {
    await key(B, { status: 'paused' });
    const { _id: _own, ...like } = await one('apiKeys', A);
    await key(A, { status: 'paused' });
    const more = Array.from({ length: 110 }, (_, at) => ({
      ...like,
      _id: `key_1${String(at).padStart(3, '0')}`,
      fingerprint: `f${at}`,
      status: at === 109 ? 'active' : 'paused',
    }));
    await world.insert('apiKeys', more);
    const [id] = await waiting('paid', 1);
    await run();
    expect(await slotsOf([id!])).toEqual(['key_1109#0']);
  });
});

describe('a pool without a key that works', () => {
  beforeEach(async () => {
    for (const id of [A, B]) await key(id, { status: 'invalid' });
  });

  it('keeps tasks for two minutes, then ends them', async () => {
    const now = Date.now();
    const since = now - TASK_KEYLESS_MS;
    const [young] = await waiting('paid', 1, { createTime: since + 1, updateTime: 1 });
    const [old] = await waiting('paid', 1, { createTime: since, updateTime: now });
    expect(await look()).toEqual({ ok: true, result: { steps: 1 } });
    expect(await task(young!)).toMatchObject({ status: 'queued', history: [] });
    expect(await task(old!)).toMatchObject({
      status: 'failed',
      errorCode: 'SERVICE_BUSY',
      errorText: expect.any(String) as string,
      finishTime: now,
      nextPollTime: 0,
    });
  });

  it('ends twenty in one look', async () => {
    await waiting('paid', 25, { createTime: 1 });
    expect(await look()).toEqual({ ok: true, result: { steps: 20 } });
  });

  it('does not end what was given a lease meanwhile', async () => {
    const [id] = await waiting('paid', 1, { createTime: 1 });
    const { find } = tasks;
    forOneTest(vi.spyOn(tasks, 'find')).mockImplementationOnce(async (...args) => {
      const found = await find(...args);
      await set('tasks', id!, { nextPollTime: Date.now() + 5 * HOUR });
      return found;
    });
    await look();
    expect(await task(id!)).toMatchObject({ status: 'queued' });
  });
});

describe('a key that has used its coins of the day', () => {
  const used = (id: string, coins: number | undefined, day = dayOf(Date.now())) =>
    world.insert('apiKeyUsageDaily', [
      {
        _id: `${id}_${day}`,
        rev: 1,
        createTime: 1,
        updateTime: 1,
        ...(coins !== undefined && { coins }),
      },
    ]);
  beforeEach(async () => {
    await key(B, { maxConcurrency: 2 });
    await used('key_0000', 1_000);
  });

  it.each([
    ['has used them', 100, 100, false],
    ['has used more', 100, 101, false],
    ['has some left', 100, 99, true],
    ['has used none', 1, 0, true],
    ['has no limit', null, 1_000_000, true],
  ])('gets no task: it %s', async (_what, dailyCoinsCap, coins, isUsed) => {
    await key(A, { dailyCoinsCap });
    await used(A, coins);
    await used(B, 5);
    const slots = [`${B}#0`, `${B}#1`];
    expect(await given('paid', 3)).toEqual(isUsed ? [`${A}#0`, ...slots] : slots);
  });

  it('begins every day anew, and was not used before its first task', async () => {
    await key(A, { dailyCoinsCap: 1 });
    await used(A, 1, dayOf(Date.now() - 24 * HOUR));
    await key(B, { dailyCoinsCap: 1, maxConcurrency: 1 });
    await used(B, undefined);
    expect(await given('paid', 3)).toEqual([`${A}#0`, `${B}#0`]);
  });

  it('leaves the others theirs', async () => {
    await key(A, { dailyCoinsCap: 10, maxConcurrency: 2 });
    await key(B, { dailyCoinsCap: 10, maxConcurrency: 1 });
    await used(A, 9);
    await used(B, 10);
    expect(await given('paid', 4)).toEqual([`${A}#0`, `${A}#1`]);
  });

  it('gets no task, however many such keys there are', async () => {
    const { _id: _own, ...like } = await one('apiKeys', A);
    for (const id of [A, B]) await key(id, { status: 'paused' });
    const ids = Array.from({ length: 110 }, (_, at) => `key_${1_000 + at}`);
    const more = { status: 'active', dailyCoinsCap: 5 };
    await world.insert(
      'apiKeys',
      ids.map(_id => ({ ...like, ...more, _id, fingerprint: _id })),
    );
    for (const id of ids) await used(id, 5);
    expect(await given('paid', 1)).toEqual([]);
  });

  it('does not count for the share of free tasks', async () => {
    await key(A, { maxConcurrency: 4, dailyCoinsCap: 10 });
    await key(B, { maxConcurrency: 4 });
    await limits({ paidShare: 50 });
    await used(A, 10);
    expect(await given('free', 9)).toEqual([`${B}#0`, `${B}#1`]);
  });
});

describe('a key that rests', () => {
  it.each([
    ['until now', 0, [`${A}#0`, `${B}#0`]],
    ['a moment longer', 1, [`${B}#0`]],
  ])('%s', async (_what, ms, slots) => {
    await key(A, { restUntil: Date.now() + ms });
    expect(await given('paid', 3)).toEqual(slots);
  });

  it('counts for the share of free tasks', async () => {
    await key(A, { maxConcurrency: 2, restUntil: Date.now() + HOUR });
    await key(B, { maxConcurrency: 3 });
    await limits({ paidShare: 50 });
    expect(await given('free', 5)).toEqual([`${B}#0`, `${B}#1`]);
  });
});

describe('the slots of free tasks', () => {
  it.each([
    [0, [`${A}#0`, `${A}#1`, `${A}#2`, `${B}#0`, `${B}#1`]],
    [50, [`${A}#0`, `${B}#0`]],
    [70, [`${B}#0`]],
    [90, [`${B}#0`]],
  ])('are the first ones of each key, where %i percent are kept', async (paidShare, slots) => {
    await key(A, { maxConcurrency: 3 });
    await key(B, { maxConcurrency: 2 });
    await limits({ paidShare });
    expect(await given('free', 6)).toEqual(slots);
  });

  it('are the same in whatever order the keys are read', async () => {
    const { _id: _own, ...like } = await one('apiKeys', A);
    await key(A, { maxConcurrency: 2 });
    await key(B, { status: 'paused' });
    await world.insert('apiKeys', [
      { ...like, _id: 'key_0000', fingerprint: 'f0', maxConcurrency: 3, status: 'active' },
    ]);
    await limits({ paidShare: 50 });
    const { apiKeys } = await import('#cloudfunctions/_shared/tasks/keys.ts');
    const { find } = apiKeys;
    forOneTest(vi.spyOn(apiKeys, 'find')).mockImplementation(async (...args) =>
      (await find(...args)).sort((a, b) => (a._id < b._id ? 1 : -1)),
    );
    expect(await given('free', 6)).toEqual(['key_0000#0', `${A}#0`]);
  });

  it.each([
    ['one of them is taken', 'free', [0], [`${A}#1`]],
    ['one of them is taken by who pays', 'paid', [0], [`${A}#1`]],
    ['who pays has another one', 'paid', [3], [`${A}#0`, `${A}#1`]],
    ['a free task has another one', 'free', [3], [`${A}#0`]],
    ['free tasks have two others', 'free', [3, 4], []],
    ['free tasks have more others', 'free', [2, 3, 4], []],
  ] as const)('are %s', async (_what, lane, taken, slots) => {
    await key(A, { maxConcurrency: 5 });
    await key(B, { status: 'paused' });
    await limits({ paidShare: 60 });
    await holding(lane, A, [...taken]);
    expect(await given('free', 3)).toEqual(slots);
  });

  it('are taken by who pays after all others', async () => {
    await key(A, { maxConcurrency: 2 });
    await key(B, { maxConcurrency: 2 });
    await limits({ paidShare: 50 });
    draws(0);
    const ids = await waiting('paid', 3);
    await run();
    const slotOf = async (at: number) => (await task(ids[at]!))['slot'];
    expect([await slotOf(0), await slotOf(1), await slotOf(2)]).toEqual([
      `${A}#1`,
      `${B}#1`,
      `${A}#0`,
    ]);
  });
});

describe('the slots of a key', () => {
  beforeEach(() => key(B, { status: 'paused' }));

  it('are those that no task has, also of another key', async () => {
    await key(A, { maxConcurrency: 3 });
    await holding('paid', A, [1]);
    await holding('paid', B, [0, 1, 2]);
    expect(await given('paid', 4)).toEqual([`${A}#0`, `${A}#2`]);
  });

  it.each([
    ['as many are taken', [2, 3], []],
    ['more are taken', [2, 3, 4], []],
    ['one is taken', [2], [`${A}#0`]],
  ] as const)('are as many as its lowered limit: %s', async (_what, taken, slots) => {
    await key(A, { maxConcurrency: 2 });
    await holding('paid', A, [...taken]);
    expect(await given('paid', 3)).toEqual(slots);
  });

  it('are all counted', async () => {
    await key(A, { maxConcurrency: 121 });
    const ended = { status: 'succeeded', nextPollTime: 0 };
    await insert(Array.from({ length: 1_000 }, () => stored('paid', ended)));
    await holding(
      'paid',
      A,
      Array.from({ length: 120 }, (_, at) => at),
    );
    expect(await given('paid', 2)).toEqual([`${A}#120`]);
    const shown = await ok('adminApiKey', 'getApiKeys', {});
    expect(shown.list.find(({ _id }) => _id === A)).toMatchObject({ runningCount: 121 });
    expect(shown.list.find(({ _id }) => _id === B)).toMatchObject({ runningCount: 0 });
  });
});

describe('a key is chosen', () => {
  /** Ten parts of the first, fifteen of the second, half of which is free. */
  const weighted = async () => {
    await key(A, { weight: 10, maxConcurrency: 1 });
    await key(B, { weight: 30, maxConcurrency: 2 });
    await holding('paid', B, [1]);
  };

  it.each([
    [0, `${A}#0`],
    [0.39, `${A}#0`],
    [0.4, `${B}#0`],
    [0.41, `${B}#0`],
    [0.999, `${B}#0`],
  ])('by its weight and by how much of it is free: %f', async (drawn, slot) => {
    await weighted();
    draws(drawn);
    expect(await given('paid', 1)).toEqual([slot]);
  });

  it('also where the parts do not add up exactly', async () => {
    await weighted();
    draws(1);
    expect(await given('paid', 1)).toEqual([`${A}#0`]);
  });
});

describe('who asks for a price', () => {
  const laneOf = async () => (await ok('appTask', 'quote', { templateId: 'tpl_0001' })).lane;
  const account = (paid: number, gift: number) =>
    set('users', 'usr_0001', { credits: { paid, gift }, packageId: '' });

  it.each([
    [0, 0, 100, 'free'],
    [0, 1, 0, 'paid'],
    [1, 1, 5, 'paid'],
    [1, 0, 5, 'free'],
    [5, 5, 100, 'paid'],
    [5, 4, 100, 'free'],
    [5, 1, 4, 'paid'],
    [5, 0, 5, 'free'],
  ] as const)('of %i with %i bought and %i given credits is %s', async (cost, paid, gift, lane) => {
    await template({ costCredits: cost });
    await account(paid, gift);
    expect(await laneOf()).toBe(lane);
  });

  it('as a member is paid, until the membership ends', async () => {
    await template({ costCredits: 5 });
    const laneUntil = async (packageExpireTime: number) => {
      const credits = { paid: 0, gift: 100 };
      await set('users', 'usr_0001', { credits, packageId: 'pkg_0001', packageExpireTime });
      return laneOf();
    };
    expect(await laneUntil(Date.now() + 24 * HOUR)).toBe('paid');
    expect(await laneUntil(Date.now() - 1)).toBe('free');
  });
});
