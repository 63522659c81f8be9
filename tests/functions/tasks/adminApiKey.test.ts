import { beforeEach, describe, expect, it } from 'vitest';
import {
  apiKeyEntity,
  type ApiKeyStatus,
  apiKeyStatuses,
  manualApiKeyTransitions,
} from '#contract/apiKey.ts';
import { mayMove } from '#contract/states.ts';
import { CANARY_KEY, someApiKey, someTask } from '../world/fixtures/people.ts';
import { startWorld } from '../world/harness.ts';

const world = await startWorld();
const { call, ok } = world;
beforeEach(() => world.reset());
const NEW_KEY = 'e9ca4a49feedf00dfeedf00dfeedf00d';
const every = Object.keys(apiKeyStatuses) as ApiKeyStatus[];

const set = (_id: string, fields: object) => world.set('apiKeys', _id, fields);
const stored = (id: string) => world.one('apiKeys', id);
const opened = async (id: string) => {
  const { unseal } = await import('#cloudfunctions/_shared/base/secrets.ts');
  return unseal(String((await stored(id))['keyCipher']), `apiKeys|${id}|key`);
};
const sandbox = (control: object) => world.standIn('runninghub', control);
const test = (id: string) => call('adminApiKey', 'testApiKey', { id });

describe('a key', () => {
  it('is written and never read: not in an answer, a log, the audit or the database', async () => {
    const answers = [
      await ok('adminApiKey', 'createApiKey', { name: '新密钥', key: NEW_KEY }),
      await ok('adminApiKey', 'getApiKeys', {}),
      await ok('adminApiKey', 'updateApiKey', { _id: 'key_0001', rev: 1, remark: '备注' }),
      await call('adminApiKey', 'updateApiKey', { _id: 'key_0001', rev: 1, remark: '旧' }),
      await test('key_0001'),
      await ok('adminApiKey', 'rotateApiKey', { id: 'key_0002', key: `${NEW_KEY.slice(0, -1)}1` }),
    ];
    const everything = JSON.stringify([answers, await world.dump(), world.errors, world.log]);
    for (const key of [CANARY_KEY, NEW_KEY]) expect(everything).not.toContain(key);
    expect(JSON.stringify(answers)).not.toMatch(/v1:1:|fingerprint|previousCipher/);
    expect(answers[0]).toMatchObject({ keyMask: 'e9c****f00d', status: 'active' });
  });

  it('that cannot be decrypted is marked in the list until it is replaced', async () => {
    const marked = async () => {
      const { list } = await ok('adminApiKey', 'getApiKeys', {});
      return list.filter(({ keyDamaged }) => keyDamaged).map(({ _id }) => _id);
    };
    expect(await marked()).toEqual([]);
    await set('key_0001', { keyCipher: 'v1:1:AAAA:AAAA:AAAA' });
    expect(await marked()).toEqual(['key_0001']);
    await ok('adminApiKey', 'rotateApiKey', { id: 'key_0001', key: NEW_KEY, overlapMin: 0 });
    expect(await marked()).toEqual([]);
  });

  it('that is absent, empty or masked in an update is kept', async () => {
    const { keyMask } = (await stored('key_0001')) as { keyMask: string };
    for (const [at, key] of [undefined, null, '', keyMask].entries()) {
      const data = { _id: 'key_0001', rev: at + 1, remark: `第${at}次`, key };
      await ok('adminApiKey', 'updateApiKey', data);
      expect(await opened('key_0001')).toBe(CANARY_KEY);
    }
    await ok('adminApiKey', 'updateApiKey', { _id: 'key_0001', rev: 5, key: NEW_KEY });
    expect(await opened('key_0001')).toBe(NEW_KEY);
  });

  it('exists once', async () => {
    const taken = { name: '重复', key: CANARY_KEY };
    expect(await call('adminApiKey', 'createApiKey', taken)).toMatchObject({
      code: 40001,
      data: { fields: { key: '该密钥已存在' } },
    });
  });

  it('is kept for its own tasks for a while after it was replaced, once', async () => {
    const data = { id: 'key_0001', key: NEW_KEY, overlapMin: 30 };
    const rotated = await ok('adminApiKey', 'rotateApiKey', data);
    expect(rotated.previousUntil).toBeGreaterThan(Date.now() + 29 * 60_000);
    expect(await opened('key_0001')).toBe(NEW_KEY);
    expect((await call('adminApiKey', 'rotateApiKey', data)).code).toBe(40902);
  });
});

it('a key in use shows how many of its places tasks have taken', async () => {
  const held = (at: number, slotKey: string, slot: number) =>
    someTask(at, 'running', { slotKey, slot: `${slotKey}#${slot}` });
  // An ended task keeps its place until the provider has been asked to stop.
  const stopping = { ...held(33, 'key_0001', 2), status: 'cancelled' };
  await world.insert('tasks', [
    held(31, 'key_0001', 0),
    held(32, 'key_0002', 0),
    stopping,
    someTask(34, 'queued', { apiKeyId: 'key_0001' }),
  ]);
  const counts = async (data: object = {}) => {
    const { list } = await ok('adminApiKey', 'getApiKeys', data);
    return Object.fromEntries(list.map(({ _id, runningCount }) => [_id, runningCount]));
  };
  expect(await counts()).toEqual({ key_0001: 2, key_0002: 1, key_0004: 0 });
  expect(await counts({ filter: { status: 'paused' } })).toEqual({ key_0004: 0 });
});

describe('the states of a key', () => {
  it('are changed by hand as the table says', async () => {
    for (const from of every) {
      for (const status of ['active', 'paused'] as const) {
        await set('key_0001', { status: from });
        const before = await world.dump();
        const data = { id: 'key_0001', status, confirm: true };
        const { code } = await call('adminApiKey', 'setApiKeyStatus', data);
        const legal = mayMove(manualApiKeyTransitions, from, status);
        expect({ from, status, code }).toEqual({ from, status, code: legal ? 0 : 40902 });
        if (!legal) expect(await world.dump()).toBe(before);
      }
    }
  });

  it('follow from a test: valid, exhausted, invalid; a paused key stays paused', async () => {
    const keys = {
      active: 'e7ca4a47000000000000000000000000',
      exhausted: 'fee0a47000000000000000000000000f',
      invalid: 'bad0a470000000000000000000000000',
    } as const;
    for (const [found, key] of Object.entries(keys) as [ApiKeyStatus, string][]) {
      await world.reset();
      await world.insert('apiKeys', [someApiKey(9, 'active', key)]);
      for (const from of every) {
        await set('key_0009', { status: from });
        const { data } = await test('key_0009');
        const stays = from === 'paused' && found === 'active';
        const to = stays || !mayMove(apiKeyEntity.transitions, from, found) ? from : found;
        expect({ from, found, to: data.status, ok: data.ok }).toEqual({
          from,
          found,
          to,
          ok: found === 'active',
        });
      }
    }
  }, 60_000);

  it('do not change when the provider does not answer', async () => {
    const before = await stored('key_0001');
    for (const mode of ['fail', 'lose']) {
      await sandbox({ mode, times: 1 });
      const answer = await test('key_0001');
      expect(answer).toMatchObject({ code: 50201, data: null });
      expect(answer.message).not.toMatch(/Gateway|401|RunningHub/);
    }
    expect(await stored('key_0001')).toEqual(before);
  });

  it('allow pausing the last active key of a pool only with a confirmation', async () => {
    const pause = (id: string, more: object = {}) =>
      call('adminApiKey', 'setApiKeyStatus', { id, status: 'paused', ...more });
    expect((await pause('key_0002')).code).toBe(0);
    expect(await pause('key_0001')).toMatchObject({ code: 40902, data: { needsConfirm: true } });
    expect((await pause('key_0001', { confirm: true })).code).toBe(0);
  });

  it('prevent deleting an active key, and one that runs tasks', async () => {
    const remove = (id: string) => call('adminApiKey', 'deleteApiKey', { id });
    expect((await remove('key_0001')).code).toBe(40902);
    await world.insert('tasks', [someTask(9, 'running', { apiKeyId: 'key_0004' })]);
    expect(await remove('key_0004')).toMatchObject({ code: 40904, data: { count: 1 } });
    await ok('adminTask', 'cancelTask', { id: 'task_0009', reason: '测试' });
    expect((await remove('key_0004')).code).toBe(0);
  });
});
