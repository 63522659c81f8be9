import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  invoke,
  makeDirectory,
  send,
  signInAnonymously,
  signInAs,
  startWorld,
  type Tokens,
  WITH_SDK,
  type World,
} from './fixture.ts';

const KEY = 'local-publishable-key';
const echo = 'exports.main = async event => ({ event })';
let world: World;
let custom: Tokens;
let anonymous: Tokens;

const sources = {
  open: echo,
  throwing: `exports.main = async () => { throw new Error('secret detail at /etc/passwd'); }`,
  mainless: 'exports.other = 1',
  broken: 'this is not JavaScript',
  exiting: 'exports.main = async () => { process.exit(0); }',
  rejecting: 'exports.main = () => new Promise(() => { Promise.reject(new Error("late")); })',
  spinning: 'exports.main = () => { for (;;); }',
  heavy: `const end = Date.now() + 1500; while (Date.now() < end); ${echo}`,
  hungry:
    'exports.main = () => { const all = []; for (;;) all.push(new Array(10000).fill(Math.random())); }',
  sleeping: `exports.main = async ({ ms }) => { await new Promise(done => setTimeout(done, ms)); return { ms }; }`,
  environment: `${WITH_SDK}globalThis.calls = 0; exports.main = async (event, context) => {
    process.env.LEFT_BEHIND = 'x';
    return { env: { ...process.env }, context, left: Object.keys(process.env).length };
  }`,
  whoami: `${WITH_SDK}exports.main = async (event, context) => {
    await new Promise(done => setTimeout(done, Math.random() * 5));
    const { TCB_UUID, TCB_CUSTOM_USER_ID, TCB_ISANONYMOUS_USER, LOGINTYPE } = tcb.getCloudbaseContext(context);
    return { info: app.auth().getUserInfo(), ip: app.auth().getClientIP(), context: { TCB_UUID, TCB_CUSTOM_USER_ID, TCB_ISANONYMOUS_USER, LOGINTYPE } };
  }`,
  nest: `${WITH_SDK}exports.main = async ({ depth }) => {
    if (depth === 0) return { info: app.auth().getUserInfo(), depth };
    // Each call may have to wait for a process to start.
    const options = { timeout: 60_000 };
    return (await app.callFunction({ name: 'nest', data: { depth: depth - 1 } }, options)).result;
  }`,
  lateWriter: `${WITH_SDK}exports.main = async ({ id }) => {
    await new Promise(done => setTimeout(done, 900));
    for (;;) await app.database().collection('things').doc(id).set({ late: true });
  }`,
  today:
    'exports.main = async () => ({ now: Date.now(), date: new Date().getTime(), zone: new Date().getTimezoneOffset() })',
  talking: `exports.main = async () => { console.log('said'); console.error('shouted'); return {}; }`,
};

beforeAll(async () => {
  const rule = true;
  world = await startWorld({
    sources,
    config: {
      functions: {
        open: { rule },
        environment: { rule, environment: { APP_MODE: 'shop' }, timeout: 7, memory: 128 },
        spinning: { timeout: 1 },
        lateWriter: { timeout: 1 },
        heavy: { rule, timeout: 1 },
        hungry: { timeout: 30 },
        nest: { timeout: 60 },
        whoami: { rule, timeout: 10 },
      },
    },
  });
  custom = await signInAs(world, 'member-1');
  anonymous = await signInAnonymously(world);
});
afterAll(() => world[Symbol.asyncDispose]());

describe('failures', () => {
  const fail = async (name: string) => {
    const reply = await invoke(world, name, custom.access_token);
    return [reply.status, reply.body.code];
  };

  it.each(['throwing', 'mainless', 'broken', 'exiting', 'rejecting'])(
    'of %s do not affect other functions',
    async name => {
      expect(await fail(name)).toEqual([400, 'FUNCTION_INVOCATION_FAILED']);
      expect((await invoke(world, 'open', KEY)).status).toBe(200);
    },
  );

  it('write what was thrown to the log, not to the caller', async () => {
    const { text } = await invoke(world, 'throwing', custom.access_token);
    expect(text).not.toContain('secret detail');
    expect(world.log.join('\n')).toContain('secret detail');
    await expect(world.app.callFunction({ name: 'throwing', data: {} })).rejects.toMatchObject({
      code: 'FUNCTION_INVOCATION_FAILED',
    });
  });

  it('by timeout end the function at its limit, and nothing else', async () => {
    const started = Date.now();
    const [slow, others] = await Promise.all([
      fail('spinning'),
      Promise.all([1, 2, 3].map(async () => (await invoke(world, 'open', KEY)).status)),
    ]);
    expect(slow).toEqual([400, 'FUNCTION_TIME_LIMIT_EXCEEDED']);
    expect(others).toEqual([200, 200, 200]);
    expect(Date.now() - started).toBeLessThan(20_000);
  });

  it('by timeout do not count the time of loading the code', async () => {
    const { status, body } = await invoke(world, 'heavy', KEY, { at: 1 });
    expect([status, body]).toMatchObject([200, { event: { at: 1 } }]);
  });

  it('by timeout leave nothing running that still writes', async () => {
    const things = world.app.database().collection('things');
    const { body } = await invoke(world, 'lateWriter', custom.access_token, { id: 'late' });
    expect(body.code).toBe('FUNCTION_TIME_LIMIT_EXCEEDED');
    await things.doc('late').remove();
    await new Promise(done => setTimeout(done, 200));
    expect((await things.doc('late').get()).data).toEqual([]);
  });

  it('by memory are reported as such', async () => {
    expect(await fail('hungry')).toEqual([400, 'FUNCTION_MEMORY_LIMIT_EXCEEDED']);
    expect((await invoke(world, 'open', KEY)).status).toBe(200);
  });
});

describe('the environment of a function', () => {
  it("has its own variables and the platform’s, and none of the host's", async () => {
    process.env.HOST_SECRET = 'canary';
    await invoke(world, 'environment', KEY);
    const { env, context } = (await invoke(world, 'environment', KEY)).body as {
      env: Record<string, string>;
      context: Record<string, unknown>;
    };
    expect(env).toMatchObject({
      APP_MODE: 'shop',
      SCF_NAMESPACE: 'local',
      TENCENTCLOUD: 'true',
      TZ: 'UTC',
    });
    for (const foreign of ['HOST_SECRET', 'HOME', 'USER', 'NODE_CHANNEL_FD', 'npm_config_cache'])
      expect(env).not.toHaveProperty(foreign);
    expect(context).toMatchObject({
      function_name: 'environment',
      namespace: 'local',
      memory_limit_in_mb: 128,
      time_limit_in_ms: 7000,
      request_id: expect.any(String),
    });
    // Changes of one event to the environment are gone in the next.
    expect((await invoke(world, 'environment', KEY)).body.left).toBe(Object.keys(env).length);
  });

  it('follows the emulator’s clock, in UTC', async () => {
    const noon = Date.UTC(2031, 5, 1, 12);
    await send(world, 'POST', '/__emulator/clock', { json: { now: noon } });
    const later = await world.app.callFunction({ name: 'today', data: {} });
    const { now, date, zone } = later.result as { now: number; date: number; zone: number };
    expect(now - noon).toBeLessThan(60_000);
    expect([date - now < 5_000, zone]).toEqual([true, 0]);
    await send(world, 'POST', '/__emulator/clock', { json: { now: null } });
    const real = (await world.app.callFunction({ name: 'today', data: {} })).result as {
      now: number;
    };
    expect(Math.abs(real.now - Date.now())).toBeLessThan(60_000);
  });

  it("writes its output to the log, with the function's name", async () => {
    await invoke(world, 'talking', custom.access_token);
    await expect
      .poll(() => world.log.filter(line => /^\[talking .+\] (said|shouted)$/.test(line)).length)
      .toBe(2);
  });
});

describe('the caller', () => {
  it('is never mixed up over 200 interleaved calls of three users', async () => {
    const second = await signInAs(world, 'member-2');
    const users = [custom, second, anonymous];
    const replies = await Promise.all(
      Array.from({ length: 200 }, (_, n) =>
        invoke(world, 'whoami', users[n % 3]?.access_token ?? ''),
      ),
    );
    replies.forEach(({ body }, n) => {
      const customUserId = ['member-1', 'member-2', ''][n % 3] ?? '';
      const anonymously = n % 3 === 2;
      const uid = users[n % 3]?.sub;
      expect(body).toEqual({
        info: { openId: '', appId: '', uid, customUserId, isAnonymous: anonymously },
        ip: '127.0.0.1',
        context: {
          TCB_UUID: uid,
          TCB_CUSTOM_USER_ID: customUserId,
          TCB_ISANONYMOUS_USER: String(anonymously),
          LOGINTYPE: anonymously ? 'ANONYMOUS' : 'CUSTOM',
        },
      });
    });
  });

  it('is empty for the publishable key and for the server', async () => {
    const nobody = { uid: '', customUserId: '', isAnonymous: false };
    expect((await invoke(world, 'whoami', KEY)).body.info).toMatchObject(nobody);
    expect((await world.app.callFunction({ name: 'whoami', data: {} })).result).toMatchObject({
      info: nobody,
    });
  });

  it('stays the same in a chain of nested calls, which do not block a single worker', async () => {
    const { body } = await invoke(world, 'nest', custom.access_token, { depth: 3 });
    expect(body).toMatchObject({ depth: 0, info: { customUserId: 'member-1' } });
    const many = await Promise.all(
      Array.from({ length: 3 }, () => invoke(world, 'nest', custom.access_token, { depth: 2 })),
    );
    expect(many.map(({ status }) => status)).toEqual([200, 200, 200]);
  });
});

it('fifty callers of chains of three, on two workers, are all answered by a few processes', async () => {
  const { nest } = sources;
  const own = await startWorld({
    workers: 2,
    sources: { nest },
    config: { functions: { nest: { rule: true, timeout: 60 } } },
  });
  let most = 0;
  const watch = setInterval(() => (most = Math.max(most, own.emulator.workers())), 20);
  try {
    const calls = Array.from({ length: 50 }, () => invoke(own, 'nest', KEY, { depth: 2 }));
    const answers = await Promise.all(calls);
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    // Two at each depth, and two more of those that take long.
    expect(most).toBeLessThanOrEqual(12);
  } finally {
    clearInterval(watch);
    await own[Symbol.asyncDispose]();
  }
});

describe('workers', () => {
  it('that end between two events are replaced before the next', async () => {
    world.writeFunction(
      'leaving',
      `exports.main = async () => { setTimeout(() => process.exit(1), 50); return {}; }`,
    );
    expect((await invoke(world, 'leaving', custom.access_token)).status).toBe(200);
    await new Promise(done => setTimeout(done, 200));
    expect((await invoke(world, 'open', KEY)).status).toBe(200);
  });

  it('grow for a burst of slow calls, by at most two', async () => {
    await Promise.all(
      Array.from({ length: 8 }, () => invoke(world, 'sleeping', custom.access_token, { ms: 700 })),
    );
    expect(world.emulator.workers()).toBeGreaterThan(1);
  });

  describe('held by one function', () => {
    const gate = path.join(makeDirectory(), 'open');
    const holding = () => (existsSync(`${gate}.started`) ? statSync(`${gate}.started`).size : 0);
    const half = (workers: number) => Math.max(1, workers / 2);
    const startHeld = async () => {
      rmSync(gate, { force: true });
      rmSync(`${gate}.started`, { force: true });
      // Holds its worker until the test releases it, or as long as the event says.
      const held = `const { existsSync, appendFileSync } = require('node:fs');
        const wait = ms => new Promise(done => setTimeout(done, ms));
        exports.main = async ({ ms }) => {
          if (ms !== undefined) return wait(ms);
          appendFileSync(${JSON.stringify(`${gate}.started`)}, '.');
          while (!existsSync(${JSON.stringify(gate)})) await wait(20);
          return {};
        };`;
      return startWorld({
        workers: 2,
        sources: { held, quick: 'exports.main = async () => ({ quick: true })' },
        config: { functions: { held: { rule: true, timeout: 120 }, quick: { rule: true } } },
      });
    };
    const callQuick = async (own: World) =>
      expect((await invoke(own, 'quick', KEY)).body).toEqual({ quick: true });

    it('are at most half while others are called', async () => {
      const own = await startHeld();
      try {
        await callQuick(own);
        const flood = Array.from({ length: 20 }, () => invoke(own, 'held', KEY));
        let most = 0;
        for (let call = 0; call < 10; call += 1) {
          await callQuick(own);
          most = Math.max(most, own.emulator.workers());
          expect(holding()).toBeLessThanOrEqual(half(most));
        }
        writeFileSync(gate, '');
        expect(new Set((await Promise.all(flood)).map(({ status }) => status))).toEqual(
          new Set([200]),
        );
      } finally {
        writeFileSync(gate, '');
        await own[Symbol.asyncDispose]();
      }
    });
  });

  it('run new code after a reload, and finish calls in flight on the old', async () => {
    world.writeFunction(
      'changing',
      'exports.main = async () => { await new Promise(d => setTimeout(d, 300)); return { v: 1 }; }',
    );
    const before = invoke(world, 'changing', custom.access_token);
    await new Promise(done => setTimeout(done, 100));
    world.writeFunction('changing', 'exports.main = async () => ({ v: 2 })');
    world.emulator.reloadFunctions();
    expect((await invoke(world, 'changing', custom.access_token)).body).toEqual({ v: 2 });
    expect((await before).body).toEqual({ v: 1 });
    world.writeFunction('changing', 'exports.main = async () => ({ v: 3 })');
    expect((await invoke(world, 'changing', custom.access_token)).body).toEqual({ v: 2 });
    world.emulator.reloadFunctions(['changing']);
    expect((await invoke(world, 'changing', custom.access_token)).body).toEqual({ v: 3 });
  });

  it('take compiled code from the cache only for exactly the same source, and only if complete', async () => {
    const codeCacheDir = makeDirectory();
    const version = (number: number) => `exports.main = async () => ({ version: ${number} })`;
    const answer = async (source: string) => {
      const own = await startWorld({
        codeCacheDir,
        sources: { cached: source },
        config: { functions: { cached: { rule: true } } },
      });
      const { body } = await invoke(own, 'cached', KEY);
      // Kept after the answer.
      await expect.poll(() => readdirSync(codeCacheDir)).toEqual(['cached.bin']);
      await own[Symbol.asyncDispose]();
      return body;
    };
    const kept = path.join(codeCacheDir, 'cached.bin');
    expect(await answer(version(1))).toEqual({ version: 1 });
    const first = readFileSync(kept);
    expect(await answer(version(1))).toEqual({ version: 1 });
    expect(readFileSync(kept)).toEqual(first);

    // Of the same length, which is all that V8 compares.
    expect(await answer(version(2))).toEqual({ version: 2 });
    writeFileSync(kept, readFileSync(kept).subarray(0, -8));
    expect(await answer(version(2))).toEqual({ version: 2 });
  });
});
