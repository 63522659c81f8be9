import { mkdirSync, writeFileSync } from 'node:fs';
import { get } from 'node:http';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sendJson } from '../../http/exchange.ts';
import { makeDirectory, send, startWorld, type World } from './fixture.ts';

let world: World;

beforeAll(async () => {
  const site = makeDirectory();
  mkdirSync(path.join(site, 'assets'));
  writeFileSync(path.join(site, 'apple-touch-icon.png'), '');
  writeFileSync(path.join(site, 'index.html'), '<!doctype html><title>home</title>');
  writeFileSync(
    path.join(site, 'assets', 'app-Bx3_k9aZ.js'),
    `export const a = '${'a'.repeat(5000)}';`,
  );
  world = await startWorld({
    mounts: [
      {
        prefix: '/__sandbox',
        handle: exchange => sendJson(exchange, 200, { mounted: exchange.path }),
      },
    ],
    hosting: {
      dir: site,
      files: { '/config.js': { body: 'window.env = 1', type: 'text/javascript' } },
      headers: { 'content-security-policy': "default-src 'self'" },
      fallback: route => (route.startsWith('/assets/') ? undefined : '/index.html'),
    },
  });
});
afterAll(() => world[Symbol.asyncDispose]());

describe('hosting', () => {
  it('serves files with the host program’s headers, hashed ones with a long cache time', async () => {
    const home = await send(world, 'GET', '/');
    expect(home.text).toContain('home');
    expect(home.headers.get('cache-control')).toBe('no-cache');
    expect(home.headers.get('content-security-policy')).toBe("default-src 'self'");
    const script = await send(world, 'GET', '/assets/app-Bx3_k9aZ.js');
    expect(script.headers.get('cache-control')).toContain('immutable');
    expect(script.headers.get('content-type')).toContain('javascript');
    const icon = await send(world, 'GET', '/apple-touch-icon.png');
    expect(icon.headers.get('cache-control')).toBe('no-cache');
    expect((await send(world, 'GET', '/config.js')).text).toBe('window.env = 1');
    const again = await send(world, 'GET', '/', {
      headers: { 'if-none-match': home.headers.get('etag') ?? '' },
    });
    expect(again.status).toBe(304);
  });

  it('compresses files where it pays off', async () => {
    const [encoding, body] = await new Promise<[string | undefined, Buffer]>((resolve, reject) => {
      const headers = { 'accept-encoding': 'gzip' };
      const options = { port: world.emulator.port, path: '/assets/app-Bx3_k9aZ.js', headers };
      get(options, res => {
        const chunks: Buffer[] = [];
        res.on('data', (chunk: Buffer) => chunks.push(chunk));
        res.on('end', () => resolve([res.headers['content-encoding'], Buffer.concat(chunks)]));
      }).on('error', reject);
    });
    expect(encoding).toBe('gzip');
    expect(gunzipSync(body).toString()).toContain('aaaa');
    expect(
      (
        await send(world, 'GET', '/assets/app-Bx3_k9aZ.js', {
          headers: { 'accept-encoding': 'br' },
        })
      ).text,
    ).toContain('aaaa');
  });

  it("uses the host program's fallback, beside the API of the same name", async () => {
    expect((await send(world, 'GET', '/admin')).text).toContain('home');
    expect((await send(world, 'GET', '/admin/dashboard')).text).toContain('home');
    expect((await send(world, 'GET', '/assets/none.js')).status).toBe(404);
    expect((await send(world, 'DELETE', '/')).status).toBe(405);
  });

  it('comes after the host program’s own handlers', async () => {
    expect((await send(world, 'PUT', '/__sandbox/wechatpay')).body).toEqual({
      mounted: '/__sandbox/wechatpay',
    });
  });
});
