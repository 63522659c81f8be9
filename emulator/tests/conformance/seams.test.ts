import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Emulator, startEmulator } from '../../emulator.ts';
import type { EmulatorConfig } from '../../types.ts';
import { invoke, makeDirectory, send, signInAs, startWorld, type World } from './fixture.ts';

const KEY = 'local-publishable-key';
let world: World;

beforeAll(async () => {
  world = await startWorld({
    sources: { echo: 'exports.main = async event => ({ event })' },
    config: { functions: { echo: { rule: true } } },
  });
});
afterAll(() => world[Symbol.asyncDispose]());

describe('health', () => {
  const health = async ({ url }: Emulator) => {
    const answer = await fetch(`${url}/__emulator/health`);
    return [answer.status, await answer.json()] as const;
  };

  it('says ready only once the host program has filled the environment, also after a reset', async () => {
    const seen: (readonly [number, unknown])[] = [];
    const dataDir = makeDirectory();
    const emulator = await startEmulator({
      port: 0,
      dataDir,
      functionsDir: dataDir,
      workers: 0,
      test: true,
      config: { envId: 'local', collections: [], functions: {} },
      prepare: async started => void seen.push(await health(started)),
    });
    try {
      expect(await health(emulator)).toEqual([200, { ready: true }]);
      await fetch(`${emulator.url}/__emulator/reset`, { method: 'POST', body: '{}' });
      expect(await health(emulator)).toEqual([200, { ready: true }]);
      expect(seen).toEqual([
        [503, { ready: false }],
        [503, { ready: false }],
      ]);
    } finally {
      await emulator.close();
    }
  });
});

it('says that it is starting until it is filled: pages come again by themselves, calls and sign-ins are refused', async () => {
  const seen: (readonly [string, number, unknown])[] = [];
  const ask = async (url: string, path: string, headers: Record<string, string> = {}) => {
    const answer = await fetch(url + path, path === '/' ? { headers } : { method: 'POST' });
    const isPage = answer.headers.has('refresh');
    return [path, answer.status, isPage ? 'comes again' : await answer.json()] as const;
  };
  const dataDir = makeDirectory();
  const emulator = await startEmulator({
    port: 0,
    dataDir,
    functionsDir: dataDir,
    workers: 0,
    hosting: { dir: dataDir },
    config: { envId: 'local', collections: [], functions: {} },
    prepare: async ({ url }) => {
      seen.push(await ask(url, '/', { accept: 'text/html' }));
      for (const path of ['/v1/functions/echo', '/auth/v1/signin/custom'])
        seen.push(await ask(url, path));
    },
  });
  try {
    const refused = expect.objectContaining({ code: 'SERVICE_STARTING' }) as unknown;
    expect(seen).toEqual([
      ['/', 503, 'comes again'],
      ['/v1/functions/echo', 503, refused],
      ['/auth/v1/signin/custom', 503, refused],
    ]);
    expect((await ask(emulator.url, '/auth/v1/signin/custom'))[1]).not.toBe(503);
  } finally {
    await emulator.close();
  }
});

describe('test seams', () => {
  const inject = (json: object) => send(world, 'POST', '/__emulator/inject', { json });

  it('inject errors by SDK action, by function and by action within the function', async () => {
    await inject({
      action: 'database.getDocument',
      times: 2,
      code: 'DATABASE_TRANSACTION_CONFLICT',
    });
    const get = () => world.app.database().collection('things').doc('a').get();
    for (let n = 0; n < 2; n++)
      await expect(get()).rejects.toMatchObject({ code: 'DATABASE_TRANSACTION_CONFLICT' });
    await expect(get()).resolves.toBeDefined();
    await inject({ action: 'echo.save', code: 'EXCEED_AUTHORITY' });
    expect((await invoke(world, 'echo', KEY, { action: 'load' })).status).toBe(200);
    const hit = await invoke(world, 'echo', KEY, { action: 'save' });
    expect([hit.status, hit.body.code]).toEqual([403, 'EXCEED_AUTHORITY']);
    expect((await invoke(world, 'echo', KEY, { action: 'save' })).status).toBe(200);
    await inject({ action: 'auth.token', code: 'invalid_grant' });
    expect((await send(world, 'POST', '/auth/v1/token', { json: {} })).body.error).toBe(
      'invalid_grant',
    );
  });

  it('inject delays and lost answers', async () => {
    await inject({ action: 'echo', delayMs: 300 });
    const started = Date.now();
    await invoke(world, 'echo', KEY);
    expect(Date.now() - started).toBeGreaterThanOrEqual(295);
    await inject({ action: 'database.insertDocument', code: 'SYS_ERR', when: 'after' });
    const things = world.app.database().collection('things');
    await expect(things.add({ _id: 'lost' })).rejects.toMatchObject({ code: 'SYS_ERR' });
    expect((await things.doc('lost').get()).data).toHaveLength(1);
  });

  it('drop planned disturbances that no call has met', async () => {
    await inject({ action: 'echo', code: 'SYS_ERR' });
    expect((await send(world, 'POST', '/__emulator/forget', { json: {} })).status).toBe(200);
    expect((await invoke(world, 'echo', KEY)).status).toBe(200);
  });

  it('refuse invalid input', async () => {
    for (const wrong of [
      {},
      { action: 'x' },
      { action: 'x', code: 5 },
      { action: 'x', code: 'y', times: 0 },
    ])
      expect((await inject(wrong)).status).toBe(400);
    expect((await send(world, 'POST', '/__emulator/clock', { json: { now: 'noon' } })).status).toBe(
      400,
    );
    expect((await send(world, 'GET', '/__emulator/reset')).status).toBe(405);
  });

  it('settle drops what was injected, goes back to the real time and keeps what is stored', async () => {
    const { id } = await world.app.database().collection('things').add({ a: 1 });
    await send(world, 'POST', '/__emulator/clock', { json: { now: 0 } });
    await inject({ action: 'echo', code: 'SYS_ERR' });
    expect((await send(world, 'POST', '/__emulator/settle', { json: {} })).status).toBe(200);
    expect((await invoke(world, 'echo', KEY)).status).toBe(200);
    const { body } = await send(world, 'POST', '/__emulator/clock', { json: { now: null } });
    expect(Math.abs(Number((body as { now: number }).now) - Date.now())).toBeLessThan(60_000);
    const { data } = await world.app.database().collection('things').doc(String(id)).get();
    expect(data).toHaveLength(1);
  });

  it('reset everything', async () => {
    const { access_token } = await signInAs(world, 'member-1');
    await world.app.database().collection('things').add({ a: 1 });
    const { fileID } = await world.app.uploadFile({
      cloudPath: 'r.txt',
      fileContent: Buffer.from('r'),
    });
    await inject({ action: 'echo', code: 'SYS_ERR' });
    expect((await send(world, 'POST', '/__emulator/reset', { json: {} })).status).toBe(200);
    expect((await invoke(world, 'echo', access_token)).status).toBe(401);
    expect((await invoke(world, 'echo', KEY)).status).toBe(200);
    expect((await world.app.database().collection('things').get()).data).toEqual([]);
    await expect(world.app.downloadFile({ fileID })).rejects.toMatchObject({
      code: 'STORAGE_FILE_NONEXIST',
    });
  });

  it('are absent without test mode, health excepted', async () => {
    await world.restart({ test: false });
    for (const seam of ['reset', 'settle', 'clock', 'inject', 'timer', 'constructor'])
      expect((await send(world, 'POST', `/__emulator/${seam}`, { json: {} })).status).toBe(404);
    expect((await send(world, 'GET', '/__emulator/health')).body).toEqual({ ready: true });
    await world.restart({ test: true });
  });
});

describe('starting', () => {
  const config: EmulatorConfig = { envId: 'local', collections: [], functions: {} };
  const attempt = (more: object) =>
    startEmulator({
      port: 0,
      dataDir: makeDirectory(),
      functionsDir: world.functionsDir,
      config,
      ...more,
    });

  it('refuses a directory in use and a port in use, and says which', async () => {
    await expect(attempt({ dataDir: world.dataDir })).rejects.toThrow(/in use by another emulator/);
    await expect(attempt({ port: world.emulator.port })).rejects.toThrow(
      `Port ${world.emulator.port} is in use`,
    );
  });

  it('refuses a configuration that cannot work, and says why', async () => {
    for (const [wrong, reason] of [
      [{ envId: '../x' }, /envId/],
      [{ functions: { 'a b': {} } }, /name/],
      [{ functions: { ab: { rule: 'auth' } } }, /rule/],
      [{ functions: { ab: { timers: [{ name: 't', config: '* * *' }] } } }, /seven fields/],
      [{ collections: [{ name: 'a', acl: 'ALL' }] }, /acl/],
    ] as const)
      await expect(attempt({ config: { ...config, ...wrong } })).rejects.toThrow(reason);
  });

  it('refuses a damaged file of its own instead of starting empty', async () => {
    const dataDir = makeDirectory();
    writeFileSync(path.join(dataDir, 'platform.sqlite'), 'x'.repeat(5000));
    await expect(attempt({ dataDir })).rejects.toThrow(/platform\.sqlite is damaged/);
  });
});
