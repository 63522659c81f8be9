import { Readable } from 'node:stream';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { MAX_LARGE_DATA_BYTES } from '#contract/constants.ts';
import { startWorld } from '../world/harness.ts';
import { adminActions, everyAction } from '../world/registry.ts';
import { runJob } from '../world/runJob.ts';

const world = await startWorld();
const { as, call, ok, rows } = world;
beforeEach(() => world.reset());

const keywords = Array.from({ length: 5 }, (_, at) => ({
  word: `${'长'.repeat(16)}${String(at).padStart(4, '0')}`,
  aliases: Array.from({ length: 20 }, (_alias, n) => `${'别'.repeat(16)}${n}`),
}));

const put = async (content: string | Buffer, size = Buffer.byteLength(content)) => {
  const ticket = await ok('adminStorage', 'getRequestTicket', { size });
  const { url, method, headers, filePath } = ticket;
  expect((await fetch(url, { method, headers, body: Buffer.from(content) })).status).toBe(200);
  return filePath;
};
const create = (dataPath: unknown, more: object = as()) =>
  world.send('keyword', { action: 'batchCreateKeywords', dataPath, ...more });

/** Whether storage is asked for a file meanwhile. */
const isRead = async (work: () => Promise<unknown>) => {
  const get = vi.spyOn(globalThis, 'fetch');
  await work();
  const asked = get.mock.calls.filter(([url]) => String(url).includes('/cos/'));
  get.mockRestore();
  return asked.length > 0;
};

const gone = '提交的内容没有送达，请重试';

describe("the data of an administrator's call that was put into storage", () => {
  it('is as good as data in the call, and is removed', async () => {
    const files = world.storedFiles().length;
    const dataPath = await put(JSON.stringify({ keywords }));
    expect(await create(dataPath)).toMatchObject({ code: 0, data: { created: 5, failed: 0 } });
    expect(world.storedFiles()).toHaveLength(files);
    expect(await create(dataPath)).toMatchObject({ code: 40001, message: gone });
  });

  it('is checked like data in the call', async () => {
    const wrong = await put('{"keywords":[],"__proto__":{}}');
    expect(await create(wrong)).toMatchObject({ code: 40001, data: { fields: { __proto__: {} } } });
    const unknown = await put('{"keywords":[{"word":"甲"}],"more":1}');
    const fields = { more: '页面已更新，请刷新后再试' };
    expect(await create(unknown)).toMatchObject({ code: 40001, data: { fields } });
    for (const content of ['[]', '7', 'null'])
      expect((await create(await put(content))).code, content).toBe(40001);
  });

  it('serves reads too, and calls with a key have effect once', async () => {
    const list = await put(JSON.stringify({ page: 1, pageSize: 1 }));
    const read = await world.send('keyword', { action: 'getKeywords', dataPath: list, ...as() });
    expect(read).toMatchObject({ code: 0 });
    const data = JSON.stringify({ name: '大类', idemKey: 'once-only-1' });
    const [one, two] = [await put(data), await put(data)];
    const createBy = (dataPath: string) =>
      world.send('adminCategory', { action: 'createCategory', dataPath, ...as() });
    const made = await Promise.all([one, two].map(createBy));
    expect(made.map(({ code }) => code)).toEqual([0, 0]);
    expect(new Set(made.map(({ data: record }) => (record as { _id: string })._id)).size).toBe(1);
  });

  it('is nobody else’s: no administrator names what another has put there', async () => {
    const dataPath = await put(JSON.stringify({ keywords: [{ word: '别人的' }] }));
    const { token: other } = await world.someAdmin();
    const before = await world.dump(['adminSessions']);
    expect(await create(dataPath, { token: other })).toMatchObject({ code: 40001 });
    expect(await world.dump(['adminSessions'])).toBe(before);
    expect((await create(dataPath)).code).toBe(0);
  });

  it('is not read for callers without a session, with one that has ended, or before a one-time password is changed', async () => {
    const dataPath = await put(JSON.stringify({ keywords: [{ word: '甲' }] }));
    const { token: once } = await world.someAdmin({ oneTimeUntil: Date.now() + 60_000 });
    const guessed = `adm.first_admin.${'x'.repeat(43)}`;
    const calls = async () => {
      for (const more of [{}, { token: 'garbage' }, { token: guessed }])
        expect((await create(dataPath, more)).code).toBe(-1);
      expect((await create(dataPath, { token: once })).code).toBe(40302);
    };
    expect(await isRead(calls)).toBe(false);
  });

  const elsewhere: unknown[] = [
    'upload/202611/a.json',
    'request/first_admin/../other/a.json',
    'request/first_admin/%2e%2e/a.json',
    'request/first_admin/sub/0a.json',
    'request/first_admin/.json',
    'request/first_admin/0a.json!thumbnail',
    'request/first_admin/0a.JSON',
    'request//0a.json',
    '/request/first_admin/0a.json',
    'cloud://local.files/request/first_admin/0a.json',
    'https://evil.example/request/first_admin/0a.json',
    '',
    7,
    null,
    {},
    [],
    'a'.repeat(201),
  ];
  it('is looked for in no other place', async () => {
    const before = await world.dump(['adminSessions']);
    const calls = async () => {
      for (const dataPath of elsewhere)
        expect((await create(dataPath)).code, JSON.stringify(dataPath)).toBe(40001);
    };
    expect(await isRead(calls)).toBe(false);
    expect(await world.dump(['adminSessions'])).toBe(before);
    for (const folder of ['upload', 'export', 'template']) {
      const content = Buffer.from(JSON.stringify({ keywords: [{ word: '甲' }] }));
      const key = `${folder}/first_admin/0a.json`;
      const options = { owner: null, limit: content.length };
      await world.emulator.files.put(key, Readable.from([content]), options);
      expect((await create(key)).code, folder).toBe(40001);
      expect(world.emulator.files.find(key), folder).not.toBeNull();
    }
  });

  it('stands in place of data, not beside it', async () => {
    const dataPath = await put(JSON.stringify({ keywords: [{ word: '甲' }] }));
    const both = await create(dataPath, { ...as(), data: { keywords: [{ word: '乙' }] } });
    expect(both.code).toBe(40001);
  });

  it('is refused with a reason where it never arrived, or is no JSON', async () => {
    const ticket = await ok('adminStorage', 'getRequestTicket', { size: 9 });
    expect(await create(ticket.filePath)).toMatchObject({ message: gone });
    for (const content of ['{', ' ', Buffer.from([0x22, 0xff, 0x22])]) {
      const files = world.storedFiles().length;
      expect(await create(await put(content))).toMatchObject({
        code: 40001,
        message: '提交的内容无法读取，请重试',
      });
      expect(world.storedFiles()).toHaveLength(files);
    }
  });

  it('is refused above 6 MB, and not read to its end', async () => {
    const size = MAX_LARGE_DATA_BYTES + 1;
    const refused = { code: 41301, message: '一次提交的内容不能超过 6 MB，请分批提交' };
    expect(await call('adminStorage', 'getRequestTicket', { size })).toMatchObject(refused);
    const files = world.storedFiles().length;
    const filePath = await put(Buffer.alloc(4 * size, ' '), 10);
    let read = 0;
    const get = globalThis.fetch;
    const fetching = vi.spyOn(globalThis, 'fetch').mockImplementation(async (...asked) => {
      const answer = await get(...asked);
      const counting = new TransformStream<Uint8Array, Uint8Array>({
        transform(chunk, controller) {
          read += chunk.length;
          controller.enqueue(chunk);
        },
      });
      const counted = answer.body?.pipeThrough(counting);
      // Without a length, which would show it before.
      return new Response(counted ?? null, { status: answer.status });
    });
    const answer = await create(filePath);
    fetching.mockRestore();
    expect(answer).toMatchObject(refused);
    expect(read).toBeLessThan(1.5 * size);
    expect(world.storedFiles()).toHaveLength(files);
  });

  it('is no picture, and goes two hours after it was announced', async () => {
    const files = world.storedFiles().length;
    const filePath = await put('{}');
    for (const action of ['confirmUpload', 'cancelUpload', 'restoreImage'] as const) {
      const { code } = await call('adminStorage', action, { filePath });
      expect([40400, 40902], action).toContain(code);
    }
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 3 * 3_600_000 });
    expect(await runJob('sweepFiles')).toMatchObject({ ok: true });
    vi.useRealTimers();
    expect(world.storedFiles()).toHaveLength(files);
    const left = (await rows('files')).filter(row => row['filePath'] === filePath);
    expect(left).toEqual([]);
  });

  it('is taken by functions of administrators, and checked by the rules of the action', async () => {
    const first = new Map(adminActions.map(one => [one.name, one]));
    // All go through one dispatcher; `refusals.test.ts` asks each what it takes.
    for (const { name, action, title } of [...first.values()].slice(0, 3)) {
      const data = { notOne: 1 };
      const dataPath = await put(JSON.stringify(data));
      const sent = await world.send(name, { action, data, ...as() });
      const stored = await world.send(name, { action, dataPath, ...as() });
      expect(stored, title).toMatchObject({ code: 40001, data: { fields: {} } });
      expect({ ...stored, requestId: '' }, title).toEqual({ ...sent, requestId: '' });
      expect(stored.data, title).not.toHaveProperty(['fields', 'dataPath']);
    }
  });

  it('is never taken from visitors, with or without a token', async () => {
    const dataPath = await put('{}');
    const open = everyAction.filter(({ definition }) => definition.access !== 'admin');
    expect(open.length).toBeGreaterThan(20);
    const calls = async () => {
      for (const { name, action, title } of open)
        for (const more of [{}, as()]) {
          const answer = await world.send(name, { action, dataPath, ...more });
          expect([40001, 40902], title).toContain(answer.code);
          expect(answer.data, title).not.toMatchObject({ list: expect.anything() as unknown });
        }
    };
    expect(await isRead(calls)).toBe(false);
  });
});
