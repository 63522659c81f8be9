import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import type { FunctionRunner } from '../../functions/runner.ts';
import { startTimers } from '../../functions/timers.ts';
import { makeDirectory, send, startWorld, type World } from './fixture.ts';

let world: World;

beforeAll(async () => {
  world = await startWorld({
    sources: {
      web: `exports.main = async event => event.path.endsWith('/plain') ? { seen: event.httpMethod } : ({
        statusCode: 201, headers: { 'content-type': 'application/x-custom', 'set-cookie': ['a=1', 'b=2'] },
        body: Buffer.from(JSON.stringify(event)).toString('base64'), isBase64Encoded: true })`,
      deeper: `exports.main = async () => 'deeper'`,
      badWeb: `exports.main = async () => ({ statusCode: 200, headers: { 'x-a': 'b\\r\\nset-cookie: c=d' } })`,
      clocked: `exports.main = () => new Promise(done => setTimeout(done, 300))`,
    },
    config: {
      functions: {
        web: { http: '/notify', rule: false },
        deeper: { http: '/notify/deeper' },
        badWeb: { http: '/bad' },
        clocked: { timers: [{ name: 'slow', config: '0 0 0 1 1 * 2099' }] },
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
afterEach(() => vi.useRealTimers());

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
  it('fire by the clock, in Shanghai time, once for all missed runs', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    const events: unknown[] = [];
    let now = Date.UTC(2030, 0, 1, 1, 29, 59);
    let isReady = false;
    const daily = { name: 'daily', config: '0 30 9 * * * *', message: 'good morning' };
    const timers = startTimers({
      functions: { clocked: { timers: [daily] } },
      runner: {
        invoke: ({ event }: { event: string }) => Promise.resolve(events.push(JSON.parse(event))),
      } as unknown as FunctionRunner,
      clock: { now: () => now, set: () => undefined },
      base: () => '',
      ready: () => isReady,
      log: () => undefined,
    });
    const firedUntil = async (time: number) => {
      now = time;
      await vi.advanceTimersByTimeAsync(1_000);
      return events.splice(0);
    };
    const event = { Type: 'Timer', TriggerName: 'daily', Message: 'good morning' };
    expect(await firedUntil(now)).toEqual([]);
    // None while the environment is being filled.
    expect(await firedUntil(Date.UTC(2030, 0, 1, 1, 30))).toEqual([]);
    isReady = true;
    expect(await firedUntil(Date.UTC(2030, 0, 1, 2))).toEqual([
      { ...event, Time: '2030-01-01T01:30:00Z' },
    ]);
    expect(await firedUntil(Date.UTC(2030, 0, 20, 2))).toEqual([
      { ...event, Time: '2030-01-02T01:30:00Z' },
    ]);
    timers.stop();
    expect(await firedUntil(Date.UTC(2030, 0, 30))).toEqual([]);
  });

  it('can be fired by a test, never twice at the same time', async () => {
    const fire = (name: string) =>
      send(world, 'POST', '/__emulator/timer', { json: { function: 'clocked', name } });
    const [first, second] = await Promise.all([fire('slow'), fire('slow')]);
    expect([first.status, second.status].sort()).toEqual([200, 409]);
    expect((await fire('nobody')).status).toBe(404);
  });
});
