import { createHash } from 'node:crypto';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { fileStatuses, fileTransitions } from '#contract/file.ts';
import type { FunctionName } from '#contract/index.ts';
import { keysOf } from '#contract/states.ts';
import { fileId, fileRow } from '../world/fixtures/files.ts';
import { startWorld } from '../world/harness.ts';
import { finishJob } from '../world/runJob.ts';
import { tinyPng } from '../world/tinyPng.ts';
import { photo, pngOf } from './pictures.ts';

const world = await startWorld();
const { as, call, ok, rows, set } = world;
await world.reset();
beforeEach(() => world.reset());

const cover = 'template/demo/tpl_0001.png';
const upload = () =>
  ok('adminStorage', 'uploadImage', {
    fileName: '封面.png',
    fileContent: tinyPng.toString('base64'),
  });
const fileAt = async (path: string) => (await rows('files')).find(row => row.filePath === path);

describe('a file in use', () => {
  const of = (path: string) => ({ name: '用图', coverImage: path });
  const users: [string, FunctionName, string, (path: string) => object][] = [
    [
      'template',
      'adminTemplate',
      'createTemplate',
      path => ({ name: '用图', sampleImages: [path] }),
    ],
    ['category', 'adminCategory', 'createCategory', of],
    [
      'preset',
      'adminTemplatePreset',
      'createPreset',
      path => ({ ...of(path), templateId: 'tpl_0001' }),
    ],
    ['localApp', 'adminLocalApp', 'createApp', icon => ({ appCode: 'uses', name: '用图', icon })],
    ['localAppCategory', 'adminLocalApp', 'createCategory', icon => ({ name: '用图', icon })],
    [
      'quickFunction',
      'adminQuickFunction',
      'createQuickFunction',
      icon => ({ title: '用图', targetType: 'page', path: '/a', icon }),
    ],
    [
      'setting',
      'adminSettings',
      'updateSettings',
      path => ({ type: 'general', data: { customerService: { qrImage: path } } }),
    ],
  ];

  it.each(users)(
    'by a %s is not deleted, and the refusal names its users',
    async (resource, name, action, data) => {
      const { filePath } = await upload();
      expect((await fileAt(filePath))?.unused).toBe(true);
      await ok(name, action as never, data(filePath), as());
      expect((await fileAt(filePath))?.unused).toBe(false);
      const answer = await call('adminStorage', 'deleteImage', { filePath });
      expect(answer).toMatchObject({
        code: 40904,
        data: { count: 1, references: [{ resource, _id: expect.any(String) as string }] },
      });
      expect(answer.message).not.toContain(filePath);
      expect((await fileAt(filePath))?.status).toBe('active');
      const batch = await ok('adminStorage', 'batchDelete', {
        filePaths: [filePath, 'template/demo/unused_0001.jpg', 'template/x/none.png'],
      });
      expect(batch.results.map(({ result }) => result)).toEqual([
        'referenced',
        'deleted',
        'missing',
      ]);
    },
  );

  it('can be deleted once nothing names it', async () => {
    const { filePath } = await upload();
    const made = await ok('adminCategory', 'createCategory', {
      name: '用图',
      coverImage: filePath,
    });
    await ok('adminCategory', 'updateCategory', { _id: made._id, rev: made.rev, coverImage: '' });
    expect((await fileAt(filePath))?.unused).toBe(true);
    expect((await call('adminStorage', 'deleteImage', { filePath })).code).toBe(0);
  });

  it('stays recorded when fields are set concurrently', async () => {
    const [a, b] = await Promise.all([upload(), upload()]);
    const made = await ok('adminTemplate', 'createTemplate', {
      name: '并发',
      beforeImage: a.filePath,
    });
    const field = (value: string) =>
      call('adminTemplate', 'updateTemplateField', {
        templateId: made._id,
        field: 'coverImage',
        value,
      });
    await Promise.all([
      field(b.filePath),
      field(cover),
      field(b.filePath),
      field(cover),
      field(b.filePath),
    ]);
    const [record] = (await rows('templates')).filter(({ _id }) => _id === made._id);
    expect(new Set(record?.files as string[])).toEqual(new Set([a.filePath, record?.coverImage]));
  });
});

describe('the trash', () => {
  it.each(keysOf(fileStatuses))(
    'accepts and returns only what the states allow: %s',
    async status => {
      const path = 'template/demo/state.png';
      await world.insert('files', [fileRow(path, { status, purgeTime: Date.now() + 1e9 })]);
      const legal = (to: 'trash' | 'active') =>
        status !== 'pending' && (fileTransitions[status] as readonly string[]).includes(to);
      const before = await world.dump(['auditLogs']);
      const restored = await call('adminStorage', 'restoreImage', { filePath: path });
      expect(restored.code === 0).toBe(legal('active'));
      if (!legal('active')) expect(await world.dump(['auditLogs'])).toBe(before);
      await set('files', fileId(path), { status });
      const deleted = await call('adminStorage', 'deleteImage', { filePath: path });
      expect(deleted.code === 0).toBe(legal('trash'));
    },
  );

  it('keeps a file for thirty days, then removes it, unless it is used again', async () => {
    const [gone, kept] = await Promise.all([upload(), upload()]);
    for (const { filePath } of [gone, kept]) await ok('adminStorage', 'deleteImage', { filePath });
    const row = await fileAt(gone.filePath);
    expect(Number(row?.purgeTime) - Date.now()).toBeGreaterThan(29.9 * 86_400_000);
    const count = world.storedFiles().length;
    await finishJob(world, 'purgeFiles');
    expect(world.storedFiles()).toHaveLength(count);
    for (const { _id } of [gone, kept]) await set('files', _id, { purgeTime: 1 });
    await set('categories', 'cat_0001', { files: [kept.filePath], coverImage: kept.filePath });
    await finishJob(world, 'purgeFiles');
    expect(world.storedFiles()).toHaveLength(count - 1);
    expect(await fileAt(gone.filePath)).toBeUndefined();
    expect(await fileAt(kept.filePath)).toMatchObject({ status: 'active', unused: false });
  });

  it('is not part of the default list', async () => {
    const { list, counts } = await ok('adminStorage', 'getImages', { withCounts: true });
    expect(new Set(list.map(({ status }) => status))).toEqual(new Set(['active']));
    expect(counts).toMatchObject({ trash: 1, pending: 5 });
  });
});

describe('the list of images', () => {
  it('finds copies, unused files and names', async () => {
    const first = await upload();
    const second = await upload();
    expect([first.isDuplicate, second.isDuplicate]).toEqual([false, true]);
    const list = async (data: object) => (await ok('adminStorage', 'getImages', data)).total;
    expect(await list({ filter: { sha256: first.sha256 } })).toBe(2);
    expect(await list({ filter: { isDuplicate: true } })).toBe(1);
    expect(await list({ q: '封面' })).toBe(2);
    expect(await list({ filter: { scene: 'category' } })).toBe(0);
    await set('files', fileId(cover), { unused: true });
    await finishJob(world, 'countFileUse');
    expect((await fileAt(cover))?.unused).toBe(false);
  });
});

describe('the counts of the images', () => {
  it('are of scenes within the state shown, and of states', async () => {
    await upload();
    const { counts } = await ok('adminStorage', 'getImages', {
      withCounts: true,
      filter: { scene: 'category' },
    });
    const inUse = await ok('adminStorage', 'getImages', { filter: { scene: 'template' } });
    expect(counts).toMatchObject({ template: inUse.total, category: 0, trash: 0 });
    const trash = { withCounts: true, filter: { status: 'trash' as const } };
    expect((await ok('adminStorage', 'getImages', trash)).counts).toMatchObject({
      template: 1,
      category: 0,
      trash: 1,
    });
  });
});

describe('an upload by ticket', () => {
  const ticket = (fileName = '大图.png', size = 8_000_000) =>
    ok('adminStorage', 'getUploadTicket', { fileName, size });
  const put = ({ url, headers }: { url: string; headers: Record<string, string> }, body: Buffer) =>
    fetch(url, { method: 'PUT', headers, body: new Uint8Array(body) });
  const confirm = (filePath: string, more: object = {}) =>
    call('adminStorage', 'confirmUpload', { filePath, ...more });

  it('becomes a cleaned picture under a name chosen by the server', async () => {
    const leave = await ticket('我的 照片.jpg');
    const content = await photo();
    expect((await put(leave, content)).status).toBe(200);
    const sha256 = createHash('sha256').update(content).digest('hex');
    const { code, data } = await confirm(leave.filePath, { sha256 });
    expect(code).toBe(0);
    expect(data).toMatchObject({ mime: 'image/jpeg', status: 'active', name: '我的 照片.jpg' });
    expect(data.filePath).toMatch(/^template\/\d{6}\/[0-9a-f]{24}\.jpg$/);
    expect(data.filePath).not.toContain(leave.filePath.split('/').pop()?.slice(0, 24));
    expect((await confirm(leave.filePath)).data._id).toBe(data._id);

    // The permission is still valid; what it writes now is not used by any picture.
    await put(leave, Buffer.from('<script>'));
    const { list } = await ok('adminStorage', 'getFileList', { fileList: [data.filePath] });
    const body = Buffer.from(await (await fetch(list[0]?.url ?? '')).arrayBuffer());
    expect(body.toString('latin1')).not.toMatch(/SecretCamera|script/);
    expect((await call('imageService', 'getSignedUrl', { url: leave.filePath })).code).toBe(40400);
  });

  it.each([
    ['a web page', Buffer.from('<!doctype html><script>alert(1)</script>')],
    ['a picture that breaks off', tinyPng.subarray(0, 40)],
    ['a picture of 100 million pixels', pngOf(10_000, 10_000)],
  ])('of %s is refused and removed', async (_kind, content) => {
    const leave = await ticket();
    const files = world.storedFiles().length;
    await put(leave, content);
    expect([40001, 41301]).toContain((await confirm(leave.filePath)).code);
    expect(world.storedFiles()).toHaveLength(files);
    expect((await confirm(leave.filePath)).code).toBe(40400);
  });

  it('larger than announced is refused, removed, and not read to its end', async () => {
    const files = world.storedFiles().length;
    const large = Buffer.concat([await photo(), Buffer.alloc(6_000_000)]);
    for (const size of [1, large.length - 1]) {
      const leave = await ticket('a.jpg', size);
      expect((await put(leave, large)).status).toBe(200);
      let read = 0;
      const get = globalThis.fetch;
      const fetching = vi.spyOn(globalThis, 'fetch').mockImplementation(async (...asked) => {
        const answer = await get(...asked);
        if (!answer.url.includes('/cos/upload/')) return answer;
        const counted = answer.body?.pipeThrough(
          new TransformStream<Uint8Array, Uint8Array>({
            transform(chunk, controller) {
              read += chunk.length;
              controller.enqueue(chunk);
            },
          }),
        );
        return new Response(counted ?? null, answer);
      });
      const answer = await confirm(leave.filePath);
      fetching.mockRestore();
      expect(answer).toMatchObject({
        code: 40001,
        message: '文件比申请上传时的大，请重新上传',
      });
      expect(read, 'bytes').toBeLessThan(1_000_000);
      expect(world.storedFiles()).toHaveLength(files);
      expect((await confirm(leave.filePath)).code).toBe(40400);
    }
  });

  it('exactly as large as announced is taken', async () => {
    const content = await photo();
    const exact = await ticket('a.jpg', content.length);
    await put(exact, content);
    expect((await confirm(exact.filePath)).code).toBe(0);
  });

  it('that has ended, and is written to once more, leaves nothing behind', async () => {
    const files = world.storedFiles().length;
    const refused = await ticket();
    expect((await confirm(refused.filePath)).code).toBe(40001);
    const cancelled = await ticket();
    await ok('adminStorage', 'cancelUpload', { filePath: cancelled.filePath });
    // The permission holds for ten minutes.
    for (const leave of [refused, cancelled]) {
      expect((await put(leave, tinyPng)).status).toBe(200);
      expect((await confirm(leave.filePath)).code).toBe(40400);
    }
    expect(world.storedFiles()).toHaveLength(files + 2);
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 2 * 3_600_000 + 1_000 });
    await finishJob(world, 'sweepFiles');
    vi.useRealTimers();
    expect(world.storedFiles()).toHaveLength(files);
  });

  it('that was damaged in transfer, or never arrived, is refused', async () => {
    const leave = await ticket();
    expect((await confirm(leave.filePath)).code).toBe(40001);
    const other = await ticket();
    await put(other, tinyPng);
    expect((await confirm(other.filePath, { sha256: '0'.repeat(64) })).code).toBe(40001);
    expect((await confirm(other.filePath)).code).toBe(40400);
  });

  it('confirmed ten times at once is one picture', async () => {
    const leave = await ticket();
    await put(leave, tinyPng);
    const answers = await Promise.all(Array.from({ length: 10 }, () => confirm(leave.filePath)));
    const ids = answers.filter(({ code }) => code === 0).map(({ data }) => data._id);
    expect(ids.length).toBeGreaterThan(0);
    expect(new Set(ids).size).toBe(1);
  });

  it('that is never completed is removed with its content after two hours, and not before', async () => {
    const leave = await ticket();
    const files = world.storedFiles().length;
    await put(leave, tinyPng);
    const began = Date.now();
    vi.useFakeTimers({ toFake: ['Date'], now: began + 119 * 60_000 });
    await finishJob(world, 'sweepFiles');
    expect(world.storedFiles()).toHaveLength(files + 1);
    vi.setSystemTime(began + 121 * 60_000);
    await finishJob(world, 'sweepFiles');
    vi.useRealTimers();
    expect(world.storedFiles()).toHaveLength(files);
    expect(await fileAt(leave.filePath)).toBeUndefined();
  });

  it('that is cancelled leaves neither content nor row, and cannot be confirmed', async () => {
    const leave = await ticket();
    const files = world.storedFiles().length;
    await put(leave, tinyPng);
    await ok('adminStorage', 'cancelUpload', { filePath: leave.filePath });
    expect(world.storedFiles()).toHaveLength(files);
    expect((await confirm(leave.filePath)).code).toBe(40400);
    for (const filePath of [leave.filePath, cover, 'template/demo/trash_0001.jpg'])
      expect((await call('adminStorage', 'cancelUpload', { filePath })).code).toBe(40400);
    expect((await fileAt(cover))?.status).toBe('active');
  });

  it.each(['a.svg', 'a.html', 'a', 'a.png.exe', '../../a.php', 'a.mp4'])(
    'is not permitted for %s',
    async fileName => {
      expect((await call('adminStorage', 'getUploadTicket', { fileName, size: 1 })).code).toBe(
        40001,
      );
    },
  );
});

describe('a path', () => {
  const paths = [
    '',
    '/',
    '..',
    '../a.png',
    'template/../../a.png',
    'template/%2e%2e/a.png',
    '/etc/passwd',
    'template\\a.png',
    'template//a.png',
    'template/a.png\u0000',
    'template/a.png!thumbnail',
    'cloud://local.files/template/demo/tpl_0001.png',
    'https://evil.example/a.png',
    'template/*.png',
    'TEMPLATE/a.png',
    'template/demo/.png',
    'template/./a.png',
    ' template/a.png',
    'template/a.png?x',
  ];
  const actions = [
    'deleteImage',
    'restoreImage',
    'getImageById',
    'getReferences',
    'confirmUpload',
    'cancelUpload',
  ] as const;
  it('that is not exactly that of a file of ours reaches none', async () => {
    const before = await world.dump();
    for (const filePath of paths) {
      for (const action of actions) {
        const { code } = await call('adminStorage', action, { filePath });
        expect([action, filePath, [40001, 40400].includes(code)]).toEqual([action, filePath, true]);
      }
      const wish = { filePaths: [filePath] };
      expect((await call('adminStorage', 'batchDelete', wish)).code, filePath).toBe(40001);
    }
    expect(await world.dump()).toBe(before);
  });

  it('of an active picture is not a ticket', async () => {
    for (const filePath of [cover, 'template/demo/trash_0001.jpg']) {
      expect((await call('adminStorage', 'confirmUpload', { filePath })).code).toBe(40400);
    }
  });
});
