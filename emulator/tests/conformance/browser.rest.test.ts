import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Browser, chromium, type Page } from '@playwright/test';
import { build } from 'esbuild';
import sharp from 'sharp';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { chromiumFlags, findChromium } from '../../../scripts/shared/chromium.ts';
import { makeDirectory, send, startWorld, WITH_SDK, type World } from './fixture.ts';
import { PAGE } from './page.ts';

const KEY = 'local-publishable-key';
const HOUR = 3_600_000;

let world: World;
let browser: Browser;
let page: Page;
let elsewhere: Server;
/** Requests of the page to `/auth` and `/v1`, e.g. `POST /auth/v1/token`. */
let requests: string[];

beforeAll(async () => {
  const bundle = await build({
    stdin: { contents: PAGE, resolveDir: import.meta.dirname },
    bundle: true,
    write: false,
    format: 'iife',
    platform: 'browser',
    mainFields: ['browser', 'module', 'main'],
    logLevel: 'error',
  });
  const script = bundle.outputFiles[0]?.text ?? '';
  const html = '<!doctype html><script src="/page.js"></script>';
  world = await startWorld({
    sources: {
      answers: `exports.main = async ({ kind }) => ({ object: { a: 1 }, string: '你好', coded: { code: 40001, message: 'no', data: {} } })[kind]`,
      whoami: `${WITH_SDK}exports.main = async () => app.auth().getUserInfo()`,
      throwing: `exports.main = async () => { throw new Error('x'); }`,
      members: 'exports.main = async () => 1',
      picture: `${WITH_SDK}exports.main = async ({ fileID }) => ({ url: (await app.getTempFileURL({ fileList: [fileID] })).fileList[0].tempFileURL })`,
    },
    config: {
      functions: {
        answers: { rule: true },
        whoami: { rule: 'auth != null' },
        throwing: { rule: true },
        picture: { rule: true },
      },
      imageStyles: { thumbnail: { width: 50, height: 50, fit: 'cover' } },
    },
    hosting: {
      dir: makeDirectory(),
      files: {
        '/index.html': { body: html, type: 'text/html' },
        '/page.js': { body: script, type: 'text/javascript' },
      },
    },
  });
  elsewhere = createServer((req, res) => {
    res.setHeader('content-type', req.url === '/page.js' ? 'text/javascript' : 'text/html');
    res.end(req.url === '/page.js' ? script : html);
  }).listen(0, '127.0.0.1');
  await once(elsewhere, 'listening');
  browser = await chromium.launch({
    executablePath: await findChromium(() => undefined),
    args: chromiumFlags,
  });
});
afterAll(async () => {
  await browser.close();
  elsewhere.close();
  await world[Symbol.asyncDispose]();
});

const open = async (
  origin: string,
  accessKey?: string,
  host = new URL(world.emulator.url).host,
) => {
  const context = await browser.newContext();
  page = await context.newPage();
  requests = [];
  page.on('request', request => {
    const { pathname } = new URL(request.url());
    if (/^\/(auth|v1)\//.test(pathname) && request.method() !== 'OPTIONS')
      requests.push(`${request.method()} ${pathname}`);
  });
  await page.goto(origin);
  await page.evaluate(
    ([at, key]) => (window.sdk = window.connect(at ?? '', key)) && undefined,
    [host, accessKey],
  );
};
afterEach(async () => {
  world.emulator.clock.set(null);
  await page.context().close();
});

const call = (name: string, data?: unknown): Promise<Record<string, unknown>> =>
  page.evaluate(
    ([n, d]) =>
      window.sdk
        .callFunction({ name: n as string, data: d })
        .catch((error: unknown) => ({ thrown: error })),
    [name, data] as const,
  );
const signInWith = (ticket: string) =>
  page.evaluate(
    async t => void (await window.sdk.auth().signInWithCustomTicket(async () => t)),
    ticket,
  );
const signInAnonymously = () =>
  page.evaluate(async () => void (await window.sdk.auth().signInAnonymously({})));

describe.each(['same-origin', 'cross-origin'])('the web SDK, %s', place => {
  beforeEach(() =>
    open(
      place === 'same-origin'
        ? world.emulator.url
        : `http://127.0.0.1:${(elsewhere.address() as AddressInfo).port}`,
    ),
  );

  it('signs in anonymously and calls functions as that user', async () => {
    await signInAnonymously();
    expect(requests).toEqual(['POST /auth/v1/signin/anonymously', 'GET /auth/v1/user/me']);
    expect(await call('whoami')).toMatchObject({
      result: { isAnonymous: true, uid: expect.stringMatching(/^\d+$/) },
    });
    expect(await call('members')).toMatchObject({
      thrown: { code: 'EXCEED_AUTHORITY', requestId: expect.any(String) },
    });
  });

  it('keeps the anonymous user over a new sign-in', async () => {
    await signInAnonymously();
    const before = await call('whoami');
    await page.evaluate(() => window.sdk.auth().signOut());
    await signInAnonymously();
    expect(await call('whoami')).toMatchObject({ result: before.result });
  });

  it('signs in with a ticket', async () => {
    await signInWith(world.app.auth().createTicket('admin-1'));
    expect(await call('whoami')).toMatchObject({
      result: { customUserId: 'admin-1', isAnonymous: false },
    });
    const session = await page.evaluate(() => window.sdk.auth().getSession());
    expect(session.data.session?.scope).toBe('user');
  });

  it('rejects a wrong ticket', async () => {
    const outcome = await page.evaluate(() =>
      window.sdk
        .auth()
        .signInWithCustomTicket(async () => 'wrong')
        .then(
          result =>
            (result as { error?: { message: string } | null } | undefined)?.error?.message ??
            'signed in',
          (error: { message?: string; error_description?: string }) =>
            error.error_description ?? error.message ?? '',
        ),
    );
    expect(outcome).toContain('ticket');
  });

  it('receives every kind of answer as in production', async () => {
    await signInAnonymously();
    expect(await call('answers', { kind: 'object' })).toEqual({
      result: { a: 1 },
      requestId: expect.any(String),
    });
    expect(await call('answers', { kind: 'string' })).toMatchObject({ result: '你好' });
    const coded = await call('answers', { kind: 'coded' });
    expect(coded).toMatchObject({ code: 40001, message: 'no' });
    expect(coded).not.toHaveProperty('result');
    expect(await call('throwing')).toMatchObject({
      thrown: { code: 'FUNCTION_INVOCATION_FAILED' },
    });
    expect(await call('nobody')).toMatchObject({ thrown: { code: 'FUNCTION_NOT_FOUND' } });
  });

  it('uploads and downloads files', async () => {
    await signInWith(world.app.auth().createTicket('admin-1'));
    const bytes = await sharp({
      create: { width: 200, height: 100, channels: 3, background: '#36c' },
    })
      .png()
      .toBuffer();
    const upload = (method: string, cloudPath: string) =>
      page.evaluate(
        async ([data, how, where]) => {
          const content = Uint8Array.from(atob(data), c => c.charCodeAt(0));
          const filePath = new File([content], 'a.png', { type: 'image/png' });
          return window.sdk.uploadFile({ cloudPath: where, filePath, method: how });
        },
        [bytes.toString('base64'), method, cloudPath] as const,
      );
    const { fileID, download_url } = await upload('put', '图/a b.png');
    expect(fileID).toBe('cloud://local.files/图/a b.png');
    expect(download_url).toContain('/cos/');
    expect((await upload('post', 'form.png')).fileID).toBe('cloud://local.files/form.png');

    const sizeOf = (id: string) =>
      page.evaluate(async file => {
        const { fileList } = await window.sdk.getTempFileURL({ fileList: [file] });
        const image = new Image();
        image.src = fileList[0]?.tempFileURL ?? '';
        await image.decode();
        return [image.naturalWidth, image.naturalHeight];
      }, id);
    expect(await sizeOf(fileID)).toEqual([200, 100]);
    expect(await sizeOf(`${fileID}!thumbnail`)).toEqual([50, 50]);
    expect(await sizeOf('cloud://local.files/form.png')).toEqual([200, 100]);

    const info = await page.evaluate(id => window.sdk.getFileInfo({ fileList: [id] }), fileID);
    expect(info.fileList[0]).toMatchObject({ size: bytes.length, contentType: 'image/png' });
    const copied = await page.evaluate(() =>
      window.sdk.copyFile({ fileList: [{ srcPath: 'form.png', dstPath: 'c/form.png' }] }),
    );
    expect(copied.fileList[0]?.code).toBe('SUCCESS');
    const gone = await page.evaluate(
      id => window.sdk.deleteFile({ fileList: [id, 'cloud://local.files/none'] }),
      fileID,
    );
    expect(gone.fileList.map(({ code }) => code)).toEqual(['SUCCESS', 'STORAGE_FILE_NONEXIST']);
  });
});

describe('the web SDK and expiry', () => {
  beforeEach(() => open(world.emulator.url));

  it('renews an expired token once, without the caller noticing', async () => {
    await signInWith(world.app.auth().createTicket('admin-1'));
    world.emulator.clock.set(Date.now() + 3 * HOUR);
    requests = [];
    expect(await call('whoami')).toMatchObject({ result: { customUserId: 'admin-1' } });
    expect(requests.filter(request => request === 'POST /auth/v1/token')).toHaveLength(1);
  });

  it('is signed out when the refresh token has expired, and reports it', async () => {
    await signInWith(world.app.auth().createTicket('admin-1'));
    world.emulator.clock.set(Date.now() + 31 * 24 * HOUR);
    expect(await call('whoami')).toMatchObject({
      thrown: { error: expect.stringMatching(/unauthenticated|invalid_grant/) },
    });
  });

  it('signs the same visitor in again by itself', async () => {
    await signInAnonymously();
    const before = await call('whoami');
    const later = Date.now() + 31 * 24 * HOUR;
    world.emulator.clock.set(later);
    await page.clock.setFixedTime(later);
    expect(await call('whoami')).toMatchObject({ result: before.result });
  });

  it('leaves nothing valid after signing out', async () => {
    await signInWith(world.app.auth().createTicket('admin-1'));
    const session = await page.evaluate(() => window.sdk.auth().getSession());
    await page.evaluate(() => window.sdk.auth().signOut());
    const token = session.data.session?.access_token ?? '';
    const reply = await send(world, 'POST', '/v1/functions/whoami', { token, json: {} });
    expect([reply.status, reply.body.code]).toEqual([401, 'INVALID_ACCESS_TOKEN']);
  });
});

describe('the publishable key', () => {
  beforeEach(() => open(world.emulator.url, KEY));

  it('alone carries calls that need no user, and is no session', async () => {
    expect(await call('answers', { kind: 'object' })).toMatchObject({ result: { a: 1 } });
    expect(await call('whoami')).toMatchObject({ thrown: { code: 'EXCEED_AUTHORITY' } });
    const { data } = await page.evaluate(() => window.sdk.auth().getSession());
    expect(data.session).toBeNull();
    await signInWith(world.app.auth().createTicket('admin-1'));
    expect(await call('whoami')).toMatchObject({ result: { customUserId: 'admin-1' } });
  });

  it('gives pages on localhost addresses on localhost, also through a function', async () => {
    const { fileID } = await world.app.uploadFile({
      cloudPath: 'l.txt',
      fileContent: Buffer.from('l'),
    });
    const localhost = world.emulator.url.replace('127.0.0.1', 'localhost');
    await page.context().close();
    await open(localhost, KEY, new URL(localhost).host);
    const { result } = await call('picture', { fileID });
    expect((result as { url: string }).url).toContain(`${localhost}/cos/l.txt?`);
  });
});
