import { createReadStream, existsSync, readdirSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import path from 'node:path';
import { Readable } from 'node:stream';
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
  world = await startWorld({
    config: {
      imageStyles: {
        thumbnail: { width: 120, height: 120, fit: 'cover', format: 'webp', quality: 70 },
        wide: { width: 200 },
        original: {},
      },
    },
  });
  user = await signInAs(world, 'member-1');
  picture = await sharp({ create: { width: 400, height: 300, channels: 3, background: '#c33' } })
    .jpeg()
    .toBuffer();
});
afterAll(() => world[Symbol.asyncDispose]());
beforeEach(() => world.emulator.clock.set(null));

const put = (cloudPath: string, fileContent: Buffer | ReturnType<typeof createReadStream>) =>
  world.app.uploadFile({ cloudPath, fileContent });
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

describe('the server SDK', () => {
  it.each(['a/b.jpg', '图 片/100% +&=.jpg', 'a!b/c!d.bin', "it's (1).jpg"])(
    'uploads and downloads %j',
    async key => {
      const { fileID } = await put(key, picture);
      expect(fileID).toBe(ID + key);
      const { fileContent } = await world.app.downloadFile({ fileID });
      expect(Buffer.compare(fileContent as Buffer, picture)).toBe(0);
      const info = await world.app.getFileInfo({ fileList: [fileID] });
      expect(info.fileList[0]).toMatchObject({
        code: 'SUCCESS',
        size: picture.length,
        contentType: 'image/jpeg',
      });
      const gone = await world.app.deleteFile({ fileList: [fileID, `${ID}none`] });
      expect(gone.fileList.map(({ code }) => code)).toEqual(['SUCCESS', 'STORAGE_FILE_NONEXIST']);
      await expect(world.app.downloadFile({ fileID })).rejects.toMatchObject({
        code: 'STORAGE_FILE_NONEXIST',
      });
    },
  );

  it('streams a file up', async () => {
    const file = path.join(world.dataDir, 'upload.bin');
    writeFileSync(file, Buffer.alloc(3_000_000, 7));
    const { fileID } = await put('big.bin', createReadStream(file));
    const { fileContent } = await world.app.downloadFile({ fileID });
    expect((fileContent as Buffer).length).toBe(3_000_000);
  });

  it('replaces, copies and moves', async () => {
    const count = contentFiles();
    await put('x/one.txt', Buffer.from('first'));
    await put('x/one.txt', Buffer.from('second'));
    expect(contentFiles()).toBe(count + 1);
    const copy = (srcPath: string, dstPath: string, more = {}) =>
      world.app.copyFile({ fileList: [{ srcPath, dstPath, ...more }] });
    await copy('x/one.txt', 'y/one.txt');
    await copy('x/one.txt', 'z/one.txt', { removeOriginal: true });
    for (const key of ['y/one.txt', 'z/one.txt'])
      expect((await send(world, 'GET', await urlOf(ID + key))).text).toBe('second');
    expect((await copy('x/one.txt', 'w/one.txt')).fileList[0]?.code).toBe('STORAGE_FILE_NONEXIST');
    const kept = await copy('y/one.txt', 'z/one.txt', { overwrite: false });
    expect(kept.fileList[0]?.code).not.toBe('SUCCESS');
  });

  it('accepts fifty files in a call and no more', async () => {
    const ask = (n: number) =>
      world.app.getTempFileURL({ fileList: Array.from({ length: n }, (_, i) => `${ID}${i}`) });
    expect((await ask(50)).fileList).toHaveLength(50);
    await expect(ask(51)).rejects.toMatchObject({ code: 'INVALID_PARAM' });
  });
});

describe('download addresses', () => {
  it('expire', async () => {
    await put('short.jpg', picture);
    const url = await urlOf(`${ID}short.jpg`, 60);
    expect((await send(world, 'GET', url)).status).toBe(200);
    world.emulator.clock.set(Date.now() + 61_000);
    const late = await send(world, 'GET', url);
    expect([late.status, late.text.includes('<Code>SignatureDoesNotMatch</Code>')]).toEqual([
      403,
      true,
    ]);
  });

  it('cannot be altered, not even to another style of the same picture', async () => {
    await put('p.jpg', picture);
    await put('q.jpg', picture);
    const url = await urlOf(`${ID}p.jpg!thumbnail`);
    const [address = '', query = ''] = url.split('?');
    for (const wrong of [
      `${address}`,
      `${address.replace('!thumbnail', '')}?${query}`,
      `${address.replace('!thumbnail', '!wide')}?${query}`,
      `${address.replace('p.jpg', 'q.jpg')}?${query}`,
      url.replace(/t=(\d)/, (_, digit: string) => `t=${(Number(digit) + 1) % 10}`),
      url.replace(/sign=./, 'sign=z'),
      `${address}?sign=&t=`,
      `${address}?sign=x&t=Infinity`,
    ])
      expect((await send(world, 'GET', wrong)).status, wrong).toBe(403);
    expect((await send(world, 'GET', url)).status).toBe(200);
  });

  it('stay valid over a restart', async () => {
    await put('kept.jpg', picture);
    const before = world.emulator.url;
    const url = await urlOf(`${ID}kept.jpg`);
    await world.restart();
    const reply = await send(world, 'GET', url.replace(before, world.emulator.url));
    expect(reply.status).toBe(200);
  });

  it('begin with the host the browser used', async () => {
    const localhost = world.emulator.url.replace('127.0.0.1', 'localhost');
    const { body } = await send(world, 'POST', `${localhost}/v1/storages/get-objects-upload-info`, {
      token: user.access_token,
      json: [{ objectId: 'h.txt' }],
    });
    expect((body as unknown as Record<string, string>[])[0]?.uploadUrl).toBe(
      `${localhost}/cos/h.txt`,
    );
  });
});

describe('what is served', () => {
  const served = async (key: string, content: Buffer, headers: Record<string, string> = {}) => {
    const { uploadUrl = '', authorization = '' } = await announce(key);
    await send(world, 'PUT', uploadUrl, {
      body: new Uint8Array(content),
      headers: { authorization, ...headers },
    });
    const { downloadUrl = '' } = first(
      await gateway('get-objects-download-info', [{ cloudObjectId: ID + key }]),
    );
    return send(world, 'GET', downloadUrl);
  };

  it('is displayed only when it is a picture, whatever type it claims', async () => {
    const html = Buffer.from('<html><script>alert(1)</script>');
    const svg = Buffer.from(
      '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>',
    );
    for (const [key, content, claimed, type, shown] of [
      ['real.jpg', picture, 'text/html', 'image/jpeg', 'inline'],
      ['fake.png', html, 'image/png', 'application/octet-stream', 'attachment'],
      ['page.html', html, 'text/html', 'application/octet-stream', 'attachment'],
      ['pic.svg', svg, 'image/svg+xml', 'application/octet-stream', 'attachment'],
      ['note.txt', Buffer.from('hi'), 'text/plain', 'text/plain', 'attachment'],
    ] as const) {
      const { headers } = await served(key, content, { 'content-type': claimed });
      expect([headers.get('content-type'), headers.get('content-disposition')], key).toEqual([
        type,
        shown,
      ]);
      expect(headers.get('x-content-type-options')).toBe('nosniff');
      expect(headers.get('content-security-policy')).toBe("default-src 'none'; sandbox");
      expect(headers.get('cache-control')).toMatch(/^private/);
    }
  });

  it('answers HEAD, ETag and Range', async () => {
    await put('r.txt', Buffer.from('0123456789'));
    const url = await urlOf(`${ID}r.txt`);
    const head = await send(world, 'HEAD', url);
    expect([head.status, head.headers.get('content-length'), head.text]).toEqual([200, '10', '']);
    const etag = head.headers.get('etag') ?? '';
    expect((await send(world, 'GET', url, { headers: { 'if-none-match': etag } })).status).toBe(
      304,
    );
    const part = async (range: string) => {
      const { status, text } = await send(world, 'GET', url, { headers: { range } });
      return [status, text];
    };
    expect(await part('bytes=2-4')).toEqual([206, '234']);
    expect(await part('bytes=7-')).toEqual([206, '789']);
    expect(await part('bytes=-2')).toEqual([206, '89']);
    expect((await part('bytes=10-'))[0]).toBe(416);
    expect(await part('nonsense')).toEqual([200, '0123456789']);
  });

  it('may be empty files', async () => {
    await put('empty.txt', Buffer.alloc(0));
    expect((await send(world, 'GET', await urlOf(`${ID}empty.txt`))).text).toBe('');
  });
});

describe('image processing that is off', () => {
  it('leaves `path!style` the name of no file, and of one that is stored under it', async () => {
    await using plain = await startWorld();
    const { files } = plain.emulator;
    const store = (key: string) =>
      files.put(key, Readable.from([picture]), { owner: null, limit: picture.length });
    await store('s.jpg');
    await store('t.jpg!thumbnail');
    const fileList = ['s.jpg', 's.jpg!thumbnail', 't.jpg!thumbnail'].map(key => ID + key);
    const answer = await plain.app.getTempFileURL({ fileList });
    expect(answer.fileList.map(({ code }) => code)).toEqual([
      'SUCCESS',
      'STORAGE_FILE_NONEXIST',
      'SUCCESS',
    ]);
  });
});

describe('image styles', () => {
  const look = async (key: string) => {
    const response = await fetch(await urlOf(ID + key));
    return { response, ...(await sharp(Buffer.from(await response.arrayBuffer())).metadata()) };
  };

  it('render to their size and format, once, also for concurrent requests', async () => {
    await put('s.jpg', picture);
    const all = await Promise.all(Array.from({ length: 8 }, () => look('s.jpg!thumbnail')));
    for (const { width, height, format } of all)
      expect([width, height, format]).toEqual([120, 120, 'webp']);
    expect(await look('s.jpg!wide')).toMatchObject({ width: 200, height: 150, format: 'jpeg' });
    expect(await look('s.jpg!original')).toMatchObject({ width: 400, height: 300, format: 'jpeg' });
    expect(await look('s.jpg')).toMatchObject({ width: 400, height: 300 });
  });

  it('follow the picture when it is replaced', async () => {
    await put('f.jpg', picture);
    await look('f.jpg!wide');
    await put('f.jpg', await sharp(picture).resize(300, 100).toBuffer());
    expect(await look('f.jpg!wide')).toMatchObject({ width: 200, height: 67 });
    expect(await look('f.jpg!thumbnail')).toMatchObject({ width: 120, height: 100 });
  });

  it('that are unknown answer 404; files that are no picture, broken or huge answer 400', async () => {
    await put('t.jpg', picture);
    await put('t.txt', Buffer.from('hello'));
    await put('cut.jpg', picture.subarray(0, picture.length / 2));
    const huge = await sharp({
      create: { width: 9000, height: 9000, channels: 3, background: '#fff' },
    })
      .png()
      .toBuffer();
    await put('huge.png', huge);
    const status = async (key: string) => (await send(world, 'GET', await urlOf(ID + key))).status;
    expect(await status('t.jpg!nobody')).toBe(404);
    expect(await status('t.jpg!constructor')).toBe(404);
    for (const key of ['t.txt!thumbnail', 'cut.jpg!thumbnail', 'huge.png!thumbnail'])
      expect(await status(key), key).toBe(400);
    expect(await status('t.jpg!thumbnail')).toBe(200);
  });
});

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
