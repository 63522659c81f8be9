import { existsSync, readdirSync } from 'node:fs';
import { request } from 'node:http';
import path from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  callAdmin,
  type Reply,
  send,
  signInAnonymously,
  signInAs,
  startWorld,
  type Tokens,
  type World,
} from './fixture.ts';

const KEY = 'local-publishable-key';
const ID = 'cloud://local.files/';
let world: World;
let user: Tokens;
let picture: Buffer;

beforeAll(async () => {
  world = await startWorld();
  user = await signInAs(world, 'member-1');
  picture = await sharp({ create: { width: 400, height: 300, channels: 3, background: '#c33' } })
    .jpeg()
    .toBuffer();
});
afterAll(() => world[Symbol.asyncDispose]());
beforeEach(() => world.emulator.clock.set(null));

const urlOf = async (fileID: string, maxAge = 600): Promise<string> => {
  const { fileList } = await world.app.getTempFileURL({ fileList: [{ fileID, maxAge }] });
  return fileList[0]?.tempFileURL ?? '';
};
const gateway = (operation: string, items: unknown, token = user.access_token): Promise<Reply> =>
  send(world, 'POST', `/v1/storages/${operation}`, { token, json: items });
const first = ({ body }: Reply) => (body as unknown as Record<string, string>[])[0] ?? {};
const announce = async (objectId: string, token?: string) =>
  first(await gateway('get-objects-upload-info', [{ objectId }], token));
const contentFiles = () =>
  readdirSync(path.join(world.dataDir, 'files'), { recursive: true, withFileTypes: true }).filter(
    entry => entry.isFile(),
  ).length;

describe('uploads', () => {
  const upload = (url: string, authorization: string, body = 'x') =>
    send(world, 'PUT', url, { body, headers: { authorization } });

  it('need the signature given for their key, before it expires', async () => {
    const { uploadUrl = '', authorization = '' } = await announce('u/one.txt');
    for (const [url, signature] of [
      [uploadUrl, ''],
      [uploadUrl, authorization.replace(/q-signature=./, 'q-signature=z')],
      [uploadUrl, authorization.replace('q-owner=', 'q-owner=1')],
      [uploadUrl, authorization.replace('q-length=', 'q-length=9')],
      [uploadUrl.replace('one', 'two'), authorization],
    ] as const)
      expect((await upload(url, signature)).status).toBe(403);
    world.emulator.clock.set(Date.now() + 901_000);
    expect((await upload(uploadUrl, authorization)).status).toBe(403);
    world.emulator.clock.set(null);
    expect((await upload(uploadUrl, authorization)).status).toBe(200);
  });

  it('must have the announced length', async () => {
    const info = [{ objectId: 'len.txt', signedHeader: { 'content-length': ['5'] } }];
    const { uploadUrl = '', authorization = '' } = first(
      await gateway('get-objects-upload-info', info),
    );
    expect((await upload(uploadUrl, authorization, '123456')).status).toBe(403);
    expect((await upload(uploadUrl, authorization, '12345')).status).toBe(200);
  });

  it('as a form answer 201', async () => {
    const { uploadUrl = '', authorization = '' } = await announce('form.jpg');
    const form = new FormData();
    form.set('key', 'form.jpg');
    form.set('signature', authorization);
    form.set('success_action_status', '201');
    form.set('file', new Blob([new Uint8Array(picture)], { type: 'image/jpeg' }));
    expect((await send(world, 'POST', uploadUrl, { body: form })).status).toBe(201);
    expect(
      (await send(world, 'GET', await urlOf(`${ID}form.jpg`))).headers.get('content-type'),
    ).toBe('image/jpeg');
    expect((await send(world, 'POST', uploadUrl, { body: 'x' })).status).toBe(400);
  });

  it('cut off in the middle leave nothing', async () => {
    const before = contentFiles();
    const { uploadUrl = '', authorization = '' } = await announce('cut.bin');
    await new Promise<void>(resolve => {
      const req = request(uploadUrl, {
        method: 'PUT',
        headers: { authorization, 'content-length': 1_000_000 },
      });
      req.on('error', () => resolve());
      req.write(Buffer.alloc(600_000));
      setTimeout(() => req.destroy(), 100);
    });
    await expect.poll(contentFiles).toBe(before);
    const { code } = first(
      await gateway('get-objects-download-info', [{ cloudObjectId: `${ID}cut.bin` }]),
    );
    expect(code).toBe('STORAGE_FILE_NONEXIST');
  });

  it('with a hostile path are refused on every route', async () => {
    const before = contentFiles();
    const hostile = [
      '',
      '/',
      '/etc/passwd',
      '../x',
      'a/../../x',
      '..',
      '.',
      './x',
      'a//b',
      'a/',
      'a\0b',
      'a\nb',
      '..\\x',
      'a?b',
      'a#b',
      'x'.repeat(851),
      '图'.repeat(300),
      '\ud800',
      null,
      42,
      {},
      [],
    ];
    for (const key of hostile) {
      const shown = JSON.stringify(key);
      expect((await announce(key as string)).code, shown).toBe('INVALID_PARAM');
      const admin = await callAdmin(world, { action: 'storage.getUploadMetadata', path: key });
      expect(admin.body.code, shown).toBe('INVALID_PARAM');
      const gone = first(
        await gateway('delete-objects', [{ cloudObjectId: `${ID}${String(key)}` }]),
      );
      expect(gone.code, shown).toBe('STORAGE_FILE_NONEXIST');
    }
    for (const target of [
      '/cos/../../etc/passwd',
      '/cos/%2e%2e/%2e%2e/etc/passwd',
      '/cos/..%2f..%2fx',
      '/cos/%252e%252e/x',
      '/cos/',
    ])
      expect([400, 403, 404]).toContain(await rawStatus(target));
    expect(contentFiles()).toBe(before);
    expect(existsSync(path.join(world.dataDir, '..', 'x'))).toBe(false);
  });

  /** `fetch` would normalise the path. */
  const rawStatus = (target: string) =>
    new Promise<number | undefined>((resolve, reject) =>
      request({ port: world.emulator.port, path: target }, res => resolve(res.resume().statusCode))
        .on('error', reject)
        .end(),
    );
});

describe('other people’s files', () => {
  it('can be neither read, replaced, copied nor removed', async () => {
    const { uploadUrl = '', authorization = '' } = await announce('mine.txt');
    await send(world, 'PUT', uploadUrl, { body: 'mine', headers: { authorization } });
    const stranger = (await signInAnonymously(world)).access_token;
    const cloudObjectId = `${ID}mine.txt`;
    const codes = [
      (await announce('mine.txt', stranger)).code,
      first(await gateway('get-objects-download-info', [{ cloudObjectId }], stranger)).code,
      first(await gateway('delete-objects', [{ cloudObjectId }], stranger)).code,
      first(
        await gateway('copy-objects', [{ srcPath: 'mine.txt', dstPath: 'z/mine.txt' }], stranger),
      ).code,
    ];
    expect(codes).toEqual(Array(4).fill('STORAGE_EXCEED_AUTHORITY'));
    expect((await world.app.downloadFile({ fileID: cloudObjectId })).fileContent?.toString()).toBe(
      'mine',
    );
    expect(first(await gateway('delete-objects', [{ cloudObjectId }])).code).toBeUndefined();
  });

  it('cannot be announced with the publishable key', async () => {
    const reply = await gateway('get-objects-upload-info', [{ objectId: 'a.txt' }], KEY);
    expect([reply.status, reply.body.code]).toEqual([403, 'STORAGE_EXCEED_AUTHORITY']);
    const many = Array.from({ length: 51 }, () => ({ objectId: 'a' }));
    expect((await gateway('get-objects-upload-info', many)).body.code).toBe('INVALID_PARAM');
    expect((await gateway('get-objects-upload-info', {})).body.code).toBe('INVALID_PARAM');
  });
});
