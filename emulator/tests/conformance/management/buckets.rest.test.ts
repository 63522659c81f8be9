import { writeFileSync } from 'node:fs';
import path from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { makeDirectory } from '../fixture.ts';
import { type Platform, startPlatform } from './platform.ts';

const Region = 'ap-shanghai';
let platform: Platform;
let cos: Platform['cos'];
let hosting: { Bucket: string; Region: string };
let storage: { Bucket: string; Region: string };
beforeAll(async () => {
  vi.spyOn(console, 'log').mockReturnValue(undefined);
  process.env.TENCENTCLOUD = 'true';
  platform = await startPlatform();
  ({ cos } = platform);
  const { EnvInfo } = await platform.library.env.getEnvInfo();
  storage = { Bucket: EnvInfo.Storages![0]!.Bucket!, Region };
  await platform.library.hosting.enableService();
  const [site] = (await platform.library.hosting.getInfo()) as { Bucket: string }[];
  hosting = { Bucket: site!.Bucket, Region };
});
afterAll(async () => {
  vi.restoreAllMocks();
  await platform[Symbol.asyncDispose]();
});

const page = (name: string, headers = {}) => fetch(platform.emulator.url + name, { headers });

describe('the hosted site', () => {
  it('is served as it was stored, at once, with its headers', async () => {
    await cos.putObject({
      ...hosting,
      Key: 'assets/app-Ab12Cd34.js',
      Body: 'alert(1)',
      ContentType: 'text/javascript',
      CacheControl: 'public, max-age=31536000, immutable',
    });
    await cos.putObject({
      ...hosting,
      Key: 'index.html',
      Body: '<h1>一</h1>',
      ContentType: 'text/html; charset=utf-8',
      CacheControl: 'no-cache',
    });

    const script = await page('/assets/app-Ab12Cd34.js');
    expect(await script.text()).toBe('alert(1)');
    expect(script.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    expect(script.headers.get('content-type')).toBe('text/javascript');
    expect(await (await page('/')).text()).toBe('<h1>一</h1>');
    // A page of the application, made in the browser; and a file that is not there.
    expect(await (await page('/orders/7')).text()).toBe('<h1>一</h1>');
    expect((await page('/assets/gone.js')).status).toBe(404);

    await cos.putObject({ ...hosting, Key: 'index.html', Body: '二', ContentType: 'text/html' });
    expect(await (await page('/')).text()).toBe('二');
    await cos.deleteObject({ ...hosting, Key: 'assets/app-Ab12Cd34.js' });
    expect((await page('/assets/app-Ab12Cd34.js')).status).toBe(404);
  });

  it('takes files as the library uploads, lists and deletes them', async () => {
    const folder = makeDirectory();
    writeFileSync(path.join(folder, 'a.txt'), 'A');
    writeFileSync(path.join(folder, '测试 b.txt'), 'B');

    await platform.library.hosting.uploadFiles({ localPath: folder, cloudPath: 'docs' });

    const keys = (await platform.library.hosting.listFiles()).map(({ Key }) => Key);
    expect(keys).toEqual(expect.arrayContaining(['docs/a.txt', 'docs/测试 b.txt']));
    expect(await (await page('/docs/a.txt')).text()).toBe('A');
    await platform.library.hosting.deleteFiles({ cloudPath: 'docs', isDir: true });
    expect((await page('/docs/a.txt')).status).toBe(404);
  });

  it('is there after a restart', async () => {
    await cos.putObject({ ...hosting, Key: 'robots.txt', Body: 'no', ContentType: 'text/plain' });

    await platform.restart();

    expect(await (await page('/robots.txt')).text()).toBe('no');
  });
});

describe('pages of other origins', () => {
  const origin = 'https://shop.example.com';
  /** What a browser sends before the page may send a picture. */
  const preflight = (headers: Record<string, string> = {}) =>
    fetch(`${platform.emulator.url}/cos/template/a.png`, {
      method: 'OPTIONS',
      headers: {
        origin,
        'access-control-request-method': 'PUT',
        'access-control-request-headers': 'authorization,content-type,x-cos-meta-fileid',
        ...headers,
      },
    });
  const allowed = (answer: Response) => answer.headers.get('access-control-allow-origin');

  it('may not send pictures to a bucket without rules, nor read from it', async () => {
    const refused = await preflight();
    expect(refused.status).toBe(403);
    expect(await refused.text()).toContain('<Code>AccessForbidden</Code>');
    expect(allowed(refused)).toBeNull();
    const picture = await fetch(`${platform.emulator.url}/cos/a.png`, { headers: { origin } });
    expect(allowed(picture)).toBeNull();
    // Not even pages of this machine: in the cloud the site is never where the files are.
    expect((await preflight({ origin: 'http://localhost:5173' })).status).toBe(403);
  });

  it('may with the rule that the library sets for their domain, and no other', async () => {
    // The library changes the rules beside its answer.
    const status = async () => (await preflight()).status;
    await platform.library.env.createEnvDomain(['shop.example.com']);
    await expect.poll(status).toBe(200);
    const taken = await preflight();
    expect([taken.status, allowed(taken)]).toEqual([200, origin]);
    expect(taken.headers.get('access-control-allow-headers')).toContain('x-cos-meta-fileid');
    expect(taken.headers.get('access-control-max-age')).toBe('5');
    const picture = await fetch(`${platform.emulator.url}/cos/a.png`, { headers: { origin } });
    expect([picture.status, allowed(picture)]).toEqual([403, origin]);
    expect(picture.headers.get('access-control-expose-headers')).toContain('Etag');
    const others: Record<string, string>[] = [
      { origin: 'https://evil.example.com' },
      { origin: 'https://shop.example.com:8443' },
      { 'access-control-request-method': 'PATCH' },
    ];
    for (const other of others) expect((await preflight(other)).status).toBe(403);

    const { CORSRules } = await cos.getBucketCors(storage);
    expect(CORSRules).toHaveLength(1);
    await platform.library.env.deleteEnvDomain(['shop.example.com']);
    await expect.poll(status).toBe(403);
  });

  it('are distinguished by one star in a rule', async () => {
    await cos.putBucketCors({
      ...storage,
      CORSRules: [
        {
          AllowedOrigin: ['https://*.example.com'],
          AllowedMethod: ['PUT'],
          AllowedHeader: ['x-cos-*', 'authorization', 'content-type'],
        },
      ] as never,
    });
    expect((await preflight()).status).toBe(200);
    expect((await preflight({ origin: 'https://example.com' })).status).toBe(403);
    expect((await preflight({ 'access-control-request-headers': 'x-other' })).status).toBe(403);
    await cos.deleteBucketCors(storage);
  });
});

describe('a bucket', () => {
  it('keeps the type and the metadata of an object', async () => {
    const object = { ...storage, Key: 'deployments/1.json' };
    await cos.putObject({
      ...object,
      Body: '{}',
      ContentType: 'application/json',
      'x-cos-meta-version': '7',
    });

    const { headers } = await cos.headObject(object);
    expect(headers).toMatchObject({
      'content-type': 'application/json',
      'x-cos-meta-version': '7',
      'content-length': '2',
    });
    expect((await cos.getObject(object)).Body.toString()).toBe('{}');
    await cos.putObjectCopy({
      ...storage,
      Key: 'deployments/copy.json',
      CopySource: `${storage.Bucket}.cos.${Region}.myqcloud.com/deployments/1.json`,
    });
    const copy = await cos.headObject({ ...storage, Key: 'deployments/copy.json' });
    expect(copy.headers).toMatchObject({ 'x-cos-meta-version': '7' });
  });

  it('is listed by prefix, folder and page', async () => {
    for (const name of ['list/a', 'list/b', 'list/c/1', 'list/c/2'])
      await cos.putObject({ ...storage, Key: name, Body: name });

    const first = await cos.getBucket({ ...storage, Prefix: 'list/', MaxKeys: 3 });
    const rest = await cos.getBucket({ ...storage, Prefix: 'list/', Marker: first.NextMarker! });
    const folders = await cos.getBucket({ ...storage, Prefix: 'list/', Delimiter: '/' });

    expect(first).toMatchObject({ IsTruncated: 'true' });
    expect(first.Contents.map(({ Key }) => Key)).toEqual(['list/a', 'list/b', 'list/c/1']);
    expect(rest.Contents.map(({ Key }) => Key)).toEqual(['list/c/2']);
    expect(folders.CommonPrefixes).toEqual([{ Prefix: 'list/c/' }]);
  });

  it('takes a large object in parts', async () => {
    const file = path.join(makeDirectory(), 'large');
    writeFileSync(file, Buffer.alloc(3_000_000, 'x'));

    await cos.sliceUploadFile({ ...storage, Key: 'large', FilePath: file });

    const { headers } = await cos.headObject({ ...storage, Key: 'large' });
    expect(headers).toMatchObject({ 'content-length': '3000000' });
  });

  it.each([
    ['a wrong secret', { SecretKey: 'wrong' }, 403, 'SignatureDoesNotMatch'],
    ['a key that is not known', { SecretId: 'AKIDother' }, 403, 'InvalidAccessKeyId'],
  ])('refuses %s', async (_case, keys, statusCode, Code) => {
    await expect(platform.cosWith(keys).getObject({ ...storage, Key: 'a' })).rejects.toMatchObject({
      statusCode,
      error: { Code },
    });
  });

  it('has no objects that are not there, and is no other bucket', async () => {
    await expect(cos.getObject({ ...storage, Key: 'none' })).rejects.toMatchObject({
      code: 'NoSuchKey',
    });
    const other = { Bucket: 'theirs-1250000000', Region };
    await expect(cos.getBucket(other)).rejects.toMatchObject({ code: 'NoSuchBucket' });
  });

  it('takes and hands out files as the library does it', async () => {
    const file = path.join(makeDirectory(), '说明.txt');
    writeFileSync(file, '一');
    const { storage: files } = platform.library;

    await files.uploadFile({ localPath: file, cloudPath: 'texts/说明.txt' });
    const [address] = await files.getTemporaryUrl(['texts/说明.txt']);

    expect(await (await fetch(address!.url)).text()).toBe('一');
    const host = 'shop-1a2b.ap-shanghai.tcb-api.tencentcloudapi.com';
    const unsigned = await fetch(`${platform.emulator.url}/__management/${host}/admin`, {
      method: 'POST',
      body: JSON.stringify({ action: 'storage.getUploadMetadata', path: 'no', authorization: '' }),
    });
    expect(await unsigned.json()).toMatchObject({ code: 'AccessDenied' });
  });

  it('has its objects among the files of the platform', async () => {
    const picture = await sharp({
      create: { width: 40, height: 20, channels: 3, background: 'red' },
    })
      .png()
      .toBuffer();
    await cos.putObject({ ...storage, Key: 'pictures/red.png', Body: picture });

    expect(platform.emulator.files.find('pictures/red.png')).toMatchObject({ type: 'image/png' });
  });
});
