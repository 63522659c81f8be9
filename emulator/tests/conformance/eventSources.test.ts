import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { invoke, makeDirectory, send, startWorld, type World } from './fixture.ts';

const KEY = 'local-publishable-key';
let world: World;

beforeAll(async () => {
  world = await startWorld({
    sources: {
      web: `exports.main = async event => event.path.endsWith('/plain') ? { seen: event.httpMethod } : ({
        statusCode: 201, headers: { 'content-type': 'application/x-custom', 'set-cookie': ['a=1', 'b=2'] },
        body: Buffer.from(JSON.stringify(event)).toString('base64'), isBase64Encoded: true })`,
      deeper: `exports.main = async () => 'deeper'`,
      badWeb: `exports.main = async () => ({ statusCode: 200, headers: { 'x-a': 'b\\r\\nset-cookie: c=d' } })`,
      clocked: `let runs = 0; exports.main = async event => {
        if (event.ask) return { runs };
        runs++;
        if (event.Type !== 'Timer') throw new Error('not a timer');
        console.log(JSON.stringify(event));
        await new Promise(done => setTimeout(done, event.TriggerName === 'slow' ? 1500 : 0));
      }`,
    },
    config: {
      functions: {
        web: { http: '/notify', rule: false },
        deeper: { http: '/notify/deeper' },
        badWeb: { http: '/bad' },
        clocked: {
          rule: true,
          timers: [
            { name: 'daily', config: '0 30 9 * * * *', message: 'good morning' },
            { name: 'slow', config: '0 0 0 1 1 * 2099' },
          ],
        },
      },
    },
    hosting: {
      dir: makeDirectory(),
      files: { '/index.html': { body: 'home', type: 'text/html' } },
      fallback: () => '/index.html',
    },
  });
});
afterAll(() => world[Symbol.asyncDispose]());
afterEach(async () => {
  await send(world, 'POST', '/__emulator/clock', { json: { now: null } });
});

describe('HTTP access', () => {
  it('passes the request to the function and returns its answer, without any rule', async () => {
    const reply = await send(world, 'POST', '/notify/some/where?x=1&y=%E4%BD%A0', {
      body: '<xml/>',
      headers: { 'content-type': 'text/xml', 'x-signed': 'abc' },
    });
    expect(reply.status).toBe(201);
    expect(reply.headers.get('content-type')).toBe('application/x-custom');
    expect(reply.headers.getSetCookie()).toEqual(['a=1', 'b=2']);
    expect(reply.body).toMatchObject({
      path: '/notify/some/where',
      httpMethod: 'POST',
      headers: { 'x-signed': 'abc' },
      queryStringParameters: { x: '1', y: '你' },
      body: '<xml/>',
      isBase64Encoded: false,
    });
  });

  it('passes binary bodies as base64, and plain objects back as JSON', async () => {
    const binary = await send(world, 'POST', '/notify', {
      body: new Uint8Array([0, 255]),
      headers: { 'content-type': 'application/octet-stream' },
    });
    expect(binary.body).toMatchObject({ body: 'AP8=', isBase64Encoded: true });
    const plain = await send(world, 'GET', '/notify/plain');
    expect([plain.status, plain.body]).toEqual([200, { seen: 'GET' }]);
  });

  it('prefers the longest path, by whole segments', async () => {
    expect((await send(world, 'GET', '/notify/deeper/x')).text).toBe('deeper');
    expect((await send(world, 'GET', '/notify/deeperx')).status).toBe(201);
    expect((await send(world, 'GET', '/notifyx')).text).toContain('home');
  });

  it('does not let a function inject headers into the answer', async () => {
    const reply = await send(world, 'GET', '/bad');
    expect([reply.status, reply.body.code]).toEqual([500, 'FUNCTION_INVOCATION_FAILED']);
  });
});

describe('timers', () => {
  const runs = async () => Number((await invoke(world, 'clocked', KEY, { ask: true })).body.runs);
  const setClock = (now: number) => send(world, 'POST', '/__emulator/clock', { json: { now } });

  it('fire by the clock, in Shanghai time, once for all missed runs', async () => {
    const before = await runs();
    await setClock(Date.UTC(2030, 0, 1, 1, 29, 59));
    await expect.poll(runs, { timeout: 5000 }).toBeGreaterThan(before);
    await setClock(Date.UTC(2030, 0, 1, 2));
    await new Promise(done => setTimeout(done, 500));
    const then = await runs();
    await setClock(Date.UTC(2030, 0, 20, 2));
    await expect.poll(runs, { timeout: 5000 }).toBe(then + 1);
    await new Promise(done => setTimeout(done, 500));
    expect(await runs()).toBe(then + 1);
    const printed = world.log.filter(line => line.includes('"TriggerName":"daily"'));
    expect(printed.at(-1)).toContain(
      '{"Type":"Timer","TriggerName":"daily","Time":"2030-01-02T01:30:00Z","Message":"good morning"}',
    );
  });

  it('can be fired by a test, never twice at the same time', async () => {
    const fire = (name: string) =>
      send(world, 'POST', '/__emulator/timer', { json: { function: 'clocked', name } });
    const [first, second] = await Promise.all([fire('slow'), fire('slow')]);
    expect([first.status, second.status].sort()).toEqual([200, 409]);
    expect((await fire('nobody')).status).toBe(404);
  });
});
