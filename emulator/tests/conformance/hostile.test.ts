import { symlinkSync, writeFileSync } from 'node:fs';
import net from 'node:net';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isDeep } from '../../../tests/depth.ts';
import { makeDirectory, send, startWorld, type World } from './fixture.ts';

const KEY = 'local-publishable-key';
let world: World;

beforeAll(async () => {
  const site = makeDirectory();
  writeFileSync(path.join(site, 'index.html'), '<!doctype html><title>home</title>');
  symlinkSync('/etc/passwd', path.join(site, 'leak.txt'));
  world = await startWorld({
    sources: { echo: 'exports.main = async event => ({ event })' },
    config: { functions: { echo: { rule: true } } },
    hosting: { dir: site },
  });
});
afterAll(() => world[Symbol.asyncDispose]());

/** Sends bytes unchanged and returns what is received before the connection closes. */
function sendRaw(text: string, waitMs = 2000): Promise<string> {
  return new Promise(resolve => {
    let answer = '';
    const socket = net.connect(world.emulator.port, '127.0.0.1', () => socket.write(text));
    const timer = setTimeout(() => socket.destroy(), waitMs);
    socket.on('data', chunk => (answer += chunk.toString('latin1')));
    socket.on('error', () => undefined);
    socket.on('close', () => {
      clearTimeout(timer);
      resolve(answer);
    });
  });
}
const rawGet = (target: string, headers = `Host: 127.0.0.1:${world.emulator.port}\r\n`) =>
  sendRaw(`GET ${target} HTTP/1.1\r\n${headers}Connection: close\r\n\r\n`);
const statusOf = (answer: string) => Number(/^HTTP\/1\.1 (\d{3})/.exec(answer)?.[1]);

describe('hostile requests', () => {
  it.each([
    '/cos/../../etc/passwd',
    '/../../etc/passwd',
    '/assets/..%2f..%2fetc/passwd',
    '/%2e%2e/%2e%2e/etc/passwd',
    '/..%5c..%5cetc/passwd',
    '/%E0%A4%A',
    '/a%00b',
    '/a\0b',
    'http://evil.example/x',
    '*',
    `/${'a'.repeat(100_000)}`,
  ])('for %.40s are refused with a clean error', async target => {
    const answer = await rawGet(target);
    expect([400, 403, 404, 431]).toContain(statusOf(answer));
    expect(answer).not.toContain('root:');
    expect((await send(world, 'GET', '/__emulator/health')).body).toEqual({ ready: true });
  });

  if (isDeep)
    it('that are sent too slowly are cut off', { timeout: 30_000 }, async () => {
      const started = Date.now();
      const answer = await sendRaw('GET / HTTP/1.1\r\nHost: localhost\r\nX-', 20_000);
      expect(Date.now() - started).toBeLessThan(15_000);
      expect([408, 400]).toContain(statusOf(answer));
    });

  it('that are not HTTP at all are refused', async () => {
    expect(statusOf(await sendRaw('hello\r\n\r\n'))).toBe(400);
    expect(await sendRaw('\x16\x03\x01\x02\x00\x01', 500)).not.toContain('200 OK');
  });

  it("cannot leave the site's folder by a symbolic link", async () => {
    expect((await send(world, 'GET', '/leak.txt')).text).not.toContain('root:');
  });
});

describe('host and origin', () => {
  it.each(['127.0.0.1', 'localhost', '[::1]'])('%s is served', async host => {
    expect(
      statusOf(await rawGet('/__emulator/health', `Host: ${host}:${world.emulator.port}\r\n`)),
    ).toBe(200);
  });

  it.each([
    'evil.example',
    '127.0.0.1.evil.example',
    'localhost.evil.example:80',
    '0.0.0.0',
    '10.0.0.1',
    '',
  ])('the host %j is refused', async host => {
    const answer = await rawGet('/__emulator/health', `Host: ${host}\r\n`);
    expect([statusOf(answer), answer.includes('INVALID_HOST')]).toEqual([403, true]);
  });

  it('a foreign host is refused where calls of management keep the name of the cloud', async () => {
    const answer = await rawGet('/__management/evil.example/', 'Host: evil.example\r\n');
    expect([statusOf(answer), answer.includes('INVALID_HOST')]).toEqual([403, true]);
  });

  it('foreign origins are refused, local ones get the CORS headers', async () => {
    for (const origin of [
      'https://evil.example',
      'null',
      'http://localhost.evil.example',
      'file://',
    ]) {
      const refused = await send(world, 'POST', '/v1/functions/echo', {
        token: KEY,
        json: {},
        headers: { origin },
      });
      expect([refused.status, refused.body.code], origin).toEqual([403, 'INVALID_HOST']);
    }
    const origin = 'http://localhost:5173';
    const preflight = await send(world, 'OPTIONS', '/v1/functions/echo', {
      headers: { origin, 'access-control-request-headers': 'authorization,x-device-id' },
    });
    expect(preflight.status).toBe(204);
    expect(preflight.headers.get('access-control-allow-headers')).toBe('authorization,x-device-id');
    for (const { headers } of [
      preflight,
      await send(world, 'GET', '/nothing/../x', { headers: { origin } }),
    ]) {
      expect(headers.get('access-control-allow-origin')).toBe(origin);
      expect(headers.get('vary')).toContain('Origin');
    }
  });
});
