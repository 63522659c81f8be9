import { describe, expect, it } from 'vitest';
import { startTaskWorld } from '../tasks/taskWorld.ts';

const {
  world,
  report,
  sandbox,
  one,
  later,
  run,
  creditsOf,
  template,
  order,
  seen,
  task,
  without,
  creations,
} = await startTaskWorld();
const { ok } = world;

const HOUR_MS = 3_600_000;
const keyNo = (at: number) => `e${String(at).padStart(31, 'c')}`;
let keys = 0;
/** Another key each time; the provider knows a task by the key that started it. */
const rotate = (more: object = {}) => {
  const key = keyNo((keys += 1));
  return ok('adminApiKey', 'rotateApiKey', { id: 'key_0001', key, ...more });
};
const states = async () => ((await creations()) as { state: string }[]).map(({ state }) => state);

/** A task that the provider is making with the only key. */
const started = async (runMs = 0) => {
  await without('key_0002');
  await template({ costCredits: 3 });
  await sandbox('runninghub', { runMs, webhooks: 'lost' });
  const { _id: id } = await order();
  await run();
  expect(await task(id)).toMatchObject({ status: 'running' });
  return id;
};

describe('a task whose key is rotated while it runs', () => {
  it.each([
    ['once', () => rotate()],
    ['twice, because the first new one was wrong', async () => [await rotate(), await rotate()]],
    [
      'by an edit of the key',
      async () => {
        const { rev } = (await one('apiKeys', 'key_0001')) as { rev: number };
        const key = keyNo((keys += 1));
        await ok('adminApiKey', 'updateApiKey', { _id: 'key_0001', rev, key });
      },
    ],
  ])('ends with its picture: %s', async (_how, change) => {
    const before = await creditsOf('usr_0001');
    const id = await started();
    await change();
    await run(9);
    expect(await seen(id)).toMatchObject({ status: 'succeeded', outputs: [{ nodeId: '9' }] });
    expect(await creditsOf('usr_0001')).toEqual({ ...before, gift: before.gift - 3 });
    expect(await task(id)).toMatchObject({ maybeCharged: false, coins: 14 });
    expect(await one('apiKeys', 'key_0001')).toMatchObject({ status: 'active', failStreak: 0 });
  });

  it('goes on while it is asked about, by the engine and by hand', async () => {
    const id = await started(HOUR_MS);
    await rotate();
    await run(12);
    expect(await task(id)).toMatchObject({ status: 'running', silent: 0 });
    expect(await ok('adminTask', 'syncTask', { id })).toMatchObject({ status: 'running' });
  });

  it.each([
    ['gone', 'gone', 'gone'],
    ['gone', 'key', 'gone'],
    ['key', 'gone', 'key'],
    ['gone', 'unreachable', 'silent'],
    ['gone', 'busy', 'silent'],
    ['gone', 'money', 'silent'],
    ['busy', null, 'busy'],
    ['gone', null, 'answered'],
    ['key', null, 'answered'],
  ] as const)(
    'is %s to the new key and %s to the old one: together %s, and nothing is said about the new one for the old one',
    async (byNew, byOld, together) => {
      const { accessOf, apiKeys, EarlierKeySilent, withKey } =
        await import('#cloudfunctions/_shared/tasks/keys.ts');
      const { RunningHubError } = await import('#cloudfunctions/_shared/runningHub/protocol.ts');
      await rotate();
      const key = await apiKeys.require('key_0001');
      const answer = await withKey(key, access => {
        const failure = access.apiKey === accessOf(key).apiKey ? byNew : byOld;
        if (failure) return Promise.reject(new RunningHubError(failure, 1));
        return Promise.resolve('answered');
      }).catch((error: unknown) => {
        if (error instanceof EarlierKeySilent) return 'silent';
        return error instanceof RunningHubError ? error.failure : String(error);
      });
      expect(answer).toBe(together);
    },
  );

  it('is stopped with the key that started it when it is cancelled', async () => {
    const id = await started(HOUR_MS);
    await rotate();
    await ok('adminTask', 'cancelTask', { id, reason: '测试' });
    await run(3);
    expect(await task(id)).toMatchObject({ status: 'cancelled', slotKey: '', maybeCharged: false });
    expect(await states()).toEqual(['CANCELLED']);
  });

  it('is found by the report where the answer to its creation was lost', async () => {
    await without('key_0002');
    await sandbox('runninghub', { webhooks: 'lost' });
    await sandbox('runninghub', { path: '/task/openapi/create', mode: 'lose', times: 1 });
    const { _id: id } = await order();
    await run(3);
    await rotate();
    const [made] = (await creations()) as { taskId: string; webhookUrl: string }[];
    const path = new URL(made!.webhookUrl).pathname;
    expect(await report(path, { taskId: made!.taskId })).toBe(200);
    await run(6);
    expect(await seen(id)).toMatchObject({ status: 'succeeded' });
  });

  it('ends after the hour of the old key: paid back, stopped at the provider, and an administrator looks whether it was charged', async () => {
    await template({ timeoutSec: 7_200 });
    const before = await creditsOf('usr_0001');
    const id = await started(3 * HOUR_MS);
    await rotate();
    later(HOUR_MS - 60_000);
    await run();
    expect(await task(id)).toMatchObject({ status: 'running' });
    later(120_000);
    await run();
    expect(await seen(id)).toMatchObject({ status: 'failed', errorCode: 'NOT_FOUND' });
    expect(await creditsOf('usr_0001')).toEqual(before);
    await run(6);
    expect(await task(id)).toMatchObject({ maybeCharged: true, slotKey: '', nextPollTime: 0 });
    expect(await states()).toEqual(['CANCELLED']);
  });
});

describe('a task that cannot be named to the provider', () => {
  it.each([
    ['does not answer', { mode: 'fail' }],
    ['no longer knows it', { mode: 'refuse', code: 807 }],
    ['refuses the key', { mode: 'refuse', code: 802 }],
  ])(
    'is looked at by an administrator when it is cancelled and the provider %s',
    async (...failure) => {
      const id = await started(HOUR_MS);
      await sandbox('runninghub', { path: '/task/openapi/cancel', ...failure[1] });
      await ok('adminTask', 'cancelTask', { id, reason: '测试' });
      for (let at = 0; at < 7; at += 1) {
        later(60_000);
        await run();
      }
      expect(await task(id)).toMatchObject({
        status: 'cancelled',
        slotKey: '',
        maybeCharged: true,
      });
      await sandbox('runninghub', { path: '/task/openapi/cancel', mode: 'ok' });
    },
  );

  it('is looked at when its time is over and nobody answers', async () => {
    await template({ timeoutSec: 60 });
    const id = await started(HOUR_MS);
    await sandbox('runninghub', { path: '/task/openapi/outputs', mode: 'fail' });
    for (let at = 0; at < 4; at += 1) await run(30);
    expect(await task(id)).toMatchObject({ status: 'timeout', maybeCharged: true });
    await sandbox('runninghub', { path: '/task/openapi/outputs', mode: 'ok' });
  });
});
