import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { SIGNED_URL_SECONDS } from '#contract/constants.ts';
import { startWorld } from '../world/harness.ts';
import { costOf } from '../world/waits.ts';

const world = await startWorld();
const { call, ok } = world;
const path = 'template/demo/tpl_0001.png';
beforeEach(() => world.reset());
afterEach(() => vi.useRealTimers());

const failing = { action: 'storage.batchGetDownloadUrl', code: 'SYS_ERR' };
const fresh = (url: string, options: object = {}) =>
  call('imageService', 'getSignedUrl', { url, bypassCache: true, ...options });

const hostile = [
  'https://evil.example/a.png',
  'http://127.0.0.1/template/a.png',
  '//evil.example/a.png',
  'data:image/png;base64,AAAA',
  'javascript:alert(1)',
  'file:///etc/passwd',
  `cloud://other.files/${path}`,
  `cloud://local.other/${path}`,
  `cloud://local.files.evil/${path}`,
  `cloud://local.files//${path}`,
  'cloud://local.files/',
  `CLOUD://local.files/${path}`,
  `/${path}`,
  `./${path}`,
  'template/../userupload/a.png',
  'template/demo/../../private/a.png',
  'template/%2e%2e/private/a.png',
  'template/..%2fprivate/a.png',
  'template\\..\\private\\a.png',
  'template/demo\\tpl_0001.png',
  'template/demo/tpl_0001.png\u0000.jpg',
  'template//demo/tpl_0001.png',
  'template/demo/tpl_0001.png?sign=1',
  'template/demo/tpl_0001.png#x',
  'template/demo/tpl_0001.png!thumbnail!original',
  'template/demo/tpl_0001.png!../x',
  'template/demo/tpl_0001.png!',
  'template/demo/',
  'template',
  'template/demo/*.png',
  'ＴＥＭＰＬＡＴＥ/demo/tpl_0001.png',
  ' template/demo/tpl_0001.png',
  'userupload/someone/a.png',
  'results/openid/task/1.png',
  'templates/a.png',
  'private/template/a.png',
  // These exist.
  'upload/demo/ticket_0001.png',
  'export/exp_0001.csv',
  'copy/202611/0123456789abcdef01234567.webp',
  'copy/202611/0123456789abcdef01234567.webp!thumbnail',
  `copy/../${path}`,
];

describe('signing a picture of ours', () => {
  it('returns an address valid as long as it says, for a path, a style and a cloud:// name', async () => {
    for (const src of [
      path,
      `${path}!thumbnail`,
      `${path}!original`,
      `cloud://local.files/${path}!thumbnail`,
    ]) {
      const asked = Date.now();
      const answer = await ok('imageService', 'getSignedUrl', { url: src, bypassCache: true });
      expect(answer.src).toBe(src);
      expect(answer.expireTime).toBeGreaterThanOrEqual(asked + SIGNED_URL_SECONDS * 1000);
      expect(answer.expireTime).toBeLessThan(Date.now() + SIGNED_URL_SECONDS * 1000 + 5_000);
      const picture = await fetch(answer.url);
      expect([picture.status, picture.headers.get('content-type')]).toEqual([200, 'image/png']);
      vi.useFakeTimers({ toFake: ['Date'], now: answer.expireTime + 1_000 });
      expect((await fetch(answer.url)).status).toBe(403);
      vi.useRealTimers();
    }
  });

  it('answers in the order asked for, in one call to the platform', async () => {
    const urls = [
      `${path}!thumbnail`,
      'template/demo/gone.png',
      'https://evil.example/a.png',
      path,
      path,
    ];
    await world.inject({ ...failing, times: 2 });
    expect(
      (await call('imageService', 'getSignedUrls', { urls, retries: 1, bypassCache: true })).code,
    ).toBe(50201);
    const { list } = await ok('imageService', 'getSignedUrls', { urls });
    expect(list.map(({ src }) => src)).toEqual(urls);
    expect(list.map(({ url }) => url !== '')).toEqual([true, false, false, true, true]);
    expect(list[1]).toEqual({ src: urls[1], url: '', expireTime: 0 });
  });

  it.each(hostile)('is refused for %j', async src => {
    expect(await fresh(src)).toMatchObject({ code: 40400, data: null });
    const copy = await call('imageCopy', 'makeCopy', { url: src });
    expect(copy).toMatchObject({ code: 40400, data: null });
    expect(await ok('imageService', 'getSignedUrls', { urls: [src, path] })).toMatchObject({
      list: [
        { src, url: '', expireTime: 0 },
        { src: path, url: expect.stringMatching(/^http/) as string },
      ],
    });
  });

  it('asks for at least one and at most fifty addresses', async () => {
    for (const urls of [[], Array(51).fill(path)]) {
      expect((await call('imageService', 'getSignedUrls', { urls })).code).toBe(40001);
    }
    const urls = Array.from({ length: 50 }, (_, at) => `template/demo/no_${at}.png`);
    expect((await ok('imageService', 'getSignedUrls', { urls })).list).toHaveLength(50);
  });
});

describe('the cache of addresses', () => {
  it('saves the platform a call while the address is valid past the next refresh, and not longer', async () => {
    const first = await ok('imageService', 'getSignedUrl', { url: path, bypassCache: true });
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 8 * 60_000 });
    expect((await ok('imageService', 'getSignedUrl', { url: path })).expireTime).toBe(
      first.expireTime,
    );
    vi.setSystemTime(Date.now() + 2 * 60_000);
    expect((await ok('imageService', 'getSignedUrl', { url: path })).expireTime).toBeGreaterThan(
      first.expireTime,
    );
  });

  it('is skipped on request', async () => {
    const first = await ok('imageService', 'getSignedUrl', { url: path, bypassCache: true });
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 5_000 });
    const again = await ok('imageService', 'getSignedUrl', { url: path, bypassCache: true });
    expect(again.expireTime).toBeGreaterThan(first.expireTime);
  });
});

describe('a picture in the trash', () => {
  const filePath = 'template/demo/unused_0001.jpg';
  const names = [
    filePath,
    `${filePath}!thumbnail`,
    `${filePath}!original`,
    `cloud://local.files/${filePath}!uploadimage`,
  ];
  const codes = () =>
    Promise.all(names.map(async url => (await call('imageService', 'getSignedUrl', { url })).code));

  it('is not signed for visitors, in any style, cached or not, until it is restored', async () => {
    await world.reset();
    expect(await codes()).toEqual(names.map(() => 0));
    await ok('adminStorage', 'deleteImage', { filePath });
    expect(await codes()).toEqual(names.map(() => 40400));
    const { list } = await ok('imageService', 'getSignedUrls', { urls: [...names, path] });
    expect(list.map(({ url }) => url !== '')).toEqual([false, false, false, false, true]);
    const seen = await ok('adminStorage', 'getFileList', { fileList: names });
    expect(seen.list).toHaveLength(names.length);
    await ok('adminStorage', 'restoreImage', { filePath });
    expect(await codes()).toEqual(names.map(() => 0));
  });

  it('is excluded among fifty others without an additional wait', async () => {
    const urls = Array.from({ length: 50 }, (_, at) => `template/demo/tpl_${at}.png!thumbnail`);
    const { cost } = await costOf(world, () => ok('imageService', 'getSignedUrls', { urls }));
    expect(cost.waits).toBe(1);
  });
});

describe('a platform that does not answer', () => {
  it('is asked again as often as requested, then it is 50201', async () => {
    await world.inject({ ...failing, times: 2 });
    expect((await fresh(path, { retries: 2 })).code).toBe(0);
    await world.inject({ ...failing, times: 1 });
    expect(await fresh(path)).toMatchObject({
      code: 50201,
      message: '图片服务暂时不可用，请稍后再试',
    });
    expect((await fresh(path, { retries: 3 })).code).toBe(0);
    expect((await fresh(path, { retries: 4 })).code).toBe(40001);
  });
});
