import { beforeEach, describe, expect, it, vi } from 'vitest';
import { DAY_MS, dayOf } from '#contract/shanghai.ts';
import { forOneTest } from '../world/forOneTest.ts';
import { startTaskWorld } from './taskWorld.ts';

const { world, sandbox, one, run, template } = await startTaskWorld();
const { ok, rows, set } = world;

type Row = Record<string, unknown>;
const HOUR = 3_600_000;
const [A, B] = ['key_0001', 'key_0002'] as const;
const key = (id: string, fields: object) => set('apiKeys', id, fields);

beforeEach(async () => {
  await sandbox('runninghub', { queueMs: 0, runMs: HOUR });
  await set('settings', 'system', { data: { task: { paidShare: 0 } } });
});

let made = 0;
/** Tasks of no user, which stay where they are. @returns their ids */
const tasks = async (count: number, fields: (at: number) => Row) => {
  const now = Date.now();
  const list = Array.from({ length: count }, (_, at) => {
    made += 1;
    const _id = `task_p${String(made).padStart(5, '0')}`;
    return {
      _id,
      rev: 1,
      createTime: now,
      updateTime: now,
      taskNo: `TP${made}`,
      pool: 'default',
      rank: `0_0000000000_${now}_${_id}`,
      slot: _id,
      slotKey: '',
      // Sent before: it keeps the slot that it is given.
      sentTime: 1,
      deadline: now + HOUR,
      nextPollTime: now + HOUR,
      queueTime: now,
      plan: { queueSec: 3_600, timeoutSec: 600 },
      history: [],
      userId: '',
      ...fields(at),
    };
  });
  await world.insert('tasks', list);
  return list.map(({ _id }) => _id);
};
/** The slots that so many waiting tasks are given. */
const given = async (count: number) => {
  const ids = await tasks(count, () => ({ status: 'queued' }));
  await run();
  return (await rows('tasks'))
    .filter(({ _id, slotKey }) => ids.includes(String(_id)) && slotKey !== '')
    .map(({ slot }) => String(slot))
    .sort();
};
const holding = (id: string, slots: number[]) =>
  tasks(slots.length, at => ({ status: 'running', slot: `${id}#${slots[at]}`, slotKey: id }));
const from = (first: number, count: number) => Array.from({ length: count }, (_, at) => first + at);

describe('a key whose limit was lowered', () => {
  beforeEach(() => key(B, { status: 'paused' }));

  it('gives no slot while more are taken, however many tasks have ended', async () => {
    await key(A, { maxConcurrency: 2 });
    await tasks(1_000, () => ({ status: 'succeeded', nextPollTime: 0 }));
    await holding(A, [2, 3]);
    expect(await given(2)).toEqual([]);
  });

  it('gives no slot while more than a hundred are taken', async () => {
    await key(A, { maxConcurrency: 100 });
    await holding(A, from(100, 110));
    expect(await given(1)).toEqual([]);
  });
});

describe('keys that have used their coins of the day', () => {
  it('give no slot, however many they are', async () => {
    const { _id: _own, ...like } = await one('apiKeys', A);
    for (const id of [A, B]) await key(id, { status: 'paused' });
    const ids = from(1_000, 110).map(at => `key_${at}`);
    const more = { status: 'active', dailyCoinsCap: 5 };
    await world.insert(
      'apiKeys',
      ids.map(_id => ({ ...like, ...more, _id, fingerprint: _id })),
    );
    await world.insert(
      'apiKeyUsageDaily',
      ids.map(id => ({
        _id: `${id}_${dayOf(Date.now())}`,
        rev: 1,
        createTime: 1,
        updateTime: 1,
        coins: 5,
      })),
    );
    expect(await given(1)).toEqual([]);
  });
});

describe('of two keys', () => {
  it.each([
    [0.49, `${A}#0`],
    [0.51, `${B}#0`],
  ])('the one that is half free counts half of its weight: %d', async (drawn, slot) => {
    await key(A, { weight: 10, maxConcurrency: 1 });
    await key(B, { weight: 20, maxConcurrency: 4 });
    await holding(B, [2, 3]);
    forOneTest(vi.spyOn(Math, 'random').mockReturnValue(drawn));
    expect(await given(1)).toEqual([slot]);
  });
});

describe('a member', () => {
  it('waits among those who pay', async () => {
    await template({ costCredits: 5 });
    const laneUntil = async (packageExpireTime: number) => {
      const credits = { paid: 0, gift: 100 };
      await set('users', 'usr_0001', { credits, packageId: 'pkg_0001', packageExpireTime });
      return (await ok('appTask', 'quote', { templateId: 'tpl_0001' })).lane;
    };
    expect(await laneUntil(Date.now() + DAY_MS)).toBe('paid');
    expect(await laneUntil(Date.now() - 1)).toBe('free');
  });
});
