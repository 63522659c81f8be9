import sharp from 'sharp';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { MAX_UPLOAD_BYTES } from '#contract/constants.ts';
import { startWorld } from '../world/harness.ts';
import { tinyPng } from '../world/tinyPng.ts';
import { genuine, hostile, photo, pngChunk, pngOf, talkative } from './pictures.ts';

const world = await startWorld();
const { call, ok, rows } = world;
const pictures = {
  genuine: await genuine(),
  hostile: await hostile(),
  talkative: await talkative(),
};
await world.reset();
beforeEach(() => world.reset());

const upload = (content: Buffer | string, fileName = 'a.png', scene?: string) =>
  call('adminStorage', 'uploadImage', {
    fileName,
    fileContent: typeof content === 'string' ? content : content.toString('base64'),
    ...(scene && { scene }),
  });

/** What is actually stored, fetched as a browser does. */
const download = async (filePath: string) => {
  const { list } = await ok('adminStorage', 'getFileList', { fileList: [filePath] });
  const answer = await fetch(list[0]?.url ?? '');
  expect(answer.status).toBe(200);
  return {
    type: answer.headers.get('content-type'),
    body: Buffer.from(await answer.arrayBuffer()),
  };
};

describe('uploading a picture', () => {
  it.each(Object.entries(pictures.genuine))(
    'stores a genuine %s and reports its properties',
    async (kind, content) => {
      const { code, data } = await upload(content, `${kind}.bin`);
      expect(code).toBe(0);
      const { format = '', width, height, pageHeight } = await sharp(content).metadata();
      const extension = format === 'jpeg' ? 'jpg' : format;
      expect(data).toMatchObject({ mime: `image/${format}`, width, height: pageHeight ?? height });
      expect(data.filePath).toMatch(new RegExp(`^template/\\d{6}/[0-9a-f]{24}\\.${extension}$`));
      expect(data.fileID).toBe(`cloud://local.files/${data.filePath}`);
      const stored = await download(data.filePath);
      expect(stored.body).toHaveLength(data.sizeBytes);
      expect(stored.type).toBe(`image/${format}`);
      const [was, is] = await Promise.all(
        [content, stored.body].map(bytes => sharp(bytes, { animated: true }).raw().toBuffer()),
      );
      expect(is?.equals(was ?? Buffer.alloc(0))).toBe(true);
    },
  );

  it('takes the scene for its folder and the month in Shanghai', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.UTC(2026, 10, 30, 17) });
    await world.reset();
    const { data } = await upload(tinyPng, 'x.png', 'category');
    expect(data.filePath).toMatch(/^category\/202612\//);
    const other = { fileName: 'a', fileContent: 'AAAA', scene: '../etc' };
    const refused = await call('adminStorage', 'uploadImage', other as never);
    vi.useRealTimers();
    expect(refused).toMatchObject({
      code: 40001,
      data: { fields: { scene: '请选择有效的选项' } },
    });
  });

  it('never lets the sender choose the name', async () => {
    const names = [
      '../../etc/passwd',
      '/root/a.png',
      'a\\..\\b.png',
      'a.php',
      '%2e%2e%2fa.svg',
      '木.png.html',
    ];
    const paths = await Promise.all(
      names.map(async name => (await upload(tinyPng, name)).data.filePath),
    );
    for (const path of paths) expect(path).toMatch(/^template\/\d{6}\/[0-9a-f]{24}\.png$/);
    expect(new Set(paths).size).toBe(names.length);
  });

  it('accepts a data: prefix and ignores its declared type', async () => {
    const base64 = tinyPng.toString('base64');
    expect((await upload(`data:image/svg+xml;base64,${base64}`)).data.mime).toBe('image/png');
    expect((await upload(`data:image/png;base64,${base64}`)).code).toBe(0);
  });

  it('leaves an audit row without the content', async () => {
    const { data } = await upload(tinyPng);
    const [row] = await rows('auditLogs');
    expect(row).toMatchObject({
      action: 'uploadImage',
      resource: 'file',
      resourceId: data.filePath,
    });
    expect(JSON.stringify(row)).not.toContain(tinyPng.toString('base64').slice(20, 60));
  });
});

describe('a file that is not a genuine picture', () => {
  it.each(Object.entries(pictures.hostile))('is refused: %s', async (_kind, content) => {
    const before = await world.dump();
    for (const name of ['a.png', 'a.jpg']) {
      const answer = await upload(content, name);
      expect([40001, 41301]).toContain(answer.code);
      expect(answer.message).toMatch(/图片/);
      expect(answer.data).toEqual({ fields: { fileContent: answer.message } });
    }
    expect(await world.dump()).toBe(before);
  });

  it('is refused when it is not strictly base64', async () => {
    const before = await world.dump();
    const base64 = tinyPng.toString('base64');
    const wrong = [
      `${base64.slice(0, 10)} ${base64.slice(10)}`,
      `${base64}\n`,
      base64.replace(/=+$/, ''),
      `${base64}====`,
      base64.replaceAll('+', '-').replaceAll('/', '_').replace('iVBOR', 'iVB-R'),
      `data:image/png,${base64}`,
      `data:text/html;base64,`,
      '<svg/>',
      '图片',
    ];
    for (const content of wrong) {
      expect((await upload(content)).code, content.slice(0, 30)).toBe(40001);
    }
    expect(await upload('')).toMatchObject({
      code: 40001,
      data: { fields: { fileContent: '没有选择文件' } },
    });
    const none = await call('adminStorage', 'uploadImage', { fileName: 'a.png' });
    expect(none).toMatchObject({ code: 40001, data: { fields: { fileContent: '没有选择文件' } } });
    expect(await world.dump()).toBe(before);
  });

  it('is refused above 64 KB, and stored up to exactly that', async () => {
    const empty = pngOf(2, 2, [pngChunk('tEXt', Buffer.alloc(0))]);
    const filled = (bytes: number) =>
      pngOf(2, 2, [pngChunk('tEXt', Buffer.alloc(bytes - empty.length))]);
    expect((await upload(filled(MAX_UPLOAD_BYTES))).code).toBe(0);
    for (const content of [filled(MAX_UPLOAD_BYTES + 1), Buffer.alloc(MAX_UPLOAD_BYTES + 3)]) {
      expect(await upload(content)).toMatchObject({ code: 41301, message: '图片不能超过 64 KB' });
    }
  });
});

describe('metadata of a picture', () => {
  it('is not stored: location and camera are removed, the orientation is kept', async () => {
    const content = await photo();
    expect(content.toString('latin1')).toContain('SecretCamera');
    const { data } = await upload(content);
    // Eight wide and six high, turned by a quarter.
    expect(data).toMatchObject({ width: 6, height: 8 });
    const { body } = await download(data.filePath);
    expect(body.toString('latin1')).not.toMatch(/SecretCamera|somebody/);
    const { orientation, exif } = await sharp(body).metadata();
    expect(orientation).toBe(6);
    expect(exif?.length).toBeLessThan(40);
  });

  it.each(Object.entries(pictures.talkative))('is left out: %s', async (_kind, content) => {
    const { code, data } = await upload(content);
    expect(code).toBe(0);
    const { body } = await download(data.filePath);
    expect(body.toString('latin1')).not.toContain('script');
    expect((await sharp(body).metadata()).width).toBe(data.width);
  });
});

describe('when storage fails', () => {
  it('nothing is stored and the answer is an envelope', async () => {
    const before = await world.dump();
    await world.inject({ action: 'storage.getUploadMetadata', code: 'STORAGE_REQUEST_FAIL' });
    expect(await upload(tinyPng)).toMatchObject({ code: 50001, message: '系统繁忙，请稍后再试' });
    expect(await world.dump()).toBe(before);
  });
});

describe('the list of files', () => {
  it('has an address for each existing file in any folder, and leaves out the others', async () => {
    const fileList = [
      'template/demo/tpl_0001.png!thumbnail',
      'cloud://local.files/template/demo/tpl_0002.png',
      'template/demo/gone.png',
      'https://evil.example/a.png',
      '../platform.sqlite',
      'cloud://other.files/template/demo/tpl_0001.png',
    ];
    const { list } = await ok('adminStorage', 'getFileList', { fileList });
    expect(list.map(({ src }) => src)).toEqual(fileList.slice(0, 2));
    for (const { url } of list) expect((await fetch(url)).status).toBe(200);
    expect(await ok('adminStorage', 'getFileList', { fileList: [] })).toEqual({ list: [] });
  });
});
