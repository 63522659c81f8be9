import sharp from 'sharp';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import type { ActionName, FunctionName } from '#contract/index.ts';
import { startWorld } from '../world/harness.ts';
import { engineOf, visitorNo } from './engineRun.ts';

const world = await startWorld();
const { call, ok, set } = world;
const { sandbox, run, upload } = engineOf(world);

const [victim, attacker] = [visitorNo(1), visitorNo(2)];
const stranger: Record<string, string> = {};
let victimPhoto: string;
let victimTask: string;
let victimResult: string;
let ownPhoto: string;

beforeAll(async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() });
  await world.reset();
  await sandbox('runninghub', { queueMs: 0, runMs: 0 });
  await set('settings', 'general', { registerGiftCredits: 20 });
  const photo = await sharp({
    create: { width: 96, height: 128, channels: 3, background: '#a52' },
  })
    .jpeg()
    .toBuffer();
  [victimPhoto, ownPhoto] = await Promise.all([upload(victim, photo), upload(attacker, photo)]);
  const wish = { templateId: 'tpl_0001', inputs: { photo: victimPhoto } };
  victimTask = (await ok('appTask', 'createTask', wish, { caller: victim }))._id;
  await run(6);
  const [output] = (await ok('appTask', 'getTask', { id: victimTask }, { caller: victim })).outputs;
  victimResult = output!.filePath;
  return () => void vi.useRealTimers();
});

type Hostile<F extends FunctionName = FunctionName> = [
  what: string,
  name: F,
  action: string,
  data: () => object,
];

const order = (photo: unknown, more: object = {}) => ({
  templateId: 'tpl_0001',
  inputs: { photo },
  ...more,
});
const print = (filePath: string) => ({
  items: [{ filePath, sizeId: 'size_0002', paper: 'glossy', qty: 1 }],
  address: {
    name: '陈晓雨',
    phone: '13800138000',
    province: '浙江省',
    city: '杭州市',
    district: '西湖区',
    detail: '文三路 90 号',
  },
});

const orders: [what: string, data: () => object][] = [
  ["orders with another's photo", () => order(victimPhoto)],
  ["orders with another's result", () => order(victimResult)],
  ['orders with a picture of the shop', () => order('template/demo/tpl_0001.jpg')],
  ['orders with an unconfirmed upload', () => order('upload/demo/visitor_0001.png')],
  ['orders with an export', () => order('export/exp_0001.csv')],
  ...[
    'https://evil.example/a.jpg',
    'http://169.254.169.254/latest/meta-data',
    'http://127.0.0.1:80/a.png',
    'file:///etc/passwd',
    'cloud://other.bucket/user_upload/a.png',
    '../../etc/passwd',
    'user_upload/../settings/a.png',
    'data:image/png;base64,AAAA',
  ].map((address): [string, () => object] => [`orders with ${address}`, () => order(address)]),
  ['orders with a list where one photo belongs', () => order([ownPhoto, ownPhoto])],
  ['expects another price', () => order(ownPhoto, { expectCredits: 9_999 })],
  [
    'fills an input that the template does not have',
    () => order(ownPhoto, { inputs: { photo: ownPhoto, __proto: 'x' } }),
  ],
];

/** Each is refused, and nothing is stored. */
const refused: Hostile[] = [
  ["reads another's task", 'appTask', 'getTask', () => ({ id: victimTask })],
  ["cancels another's task", 'appTask', 'cancelTask', () => ({ id: victimTask })],
  ["rates another's task", 'appTask', 'rateTask', () => ({ id: victimTask, rating: 1 })],
  ['reads a trial', 'appTask', 'getTask', () => ({ id: 'task_0003' })],
  ['rates without a number', 'appTask', 'rateTask', () => ({ id: victimTask, rating: 6 })],
  ...orders.map(([what, data]): Hostile => [what, 'appTask', 'createTask', data]),
  [
    "confirms another's upload",
    'appUpload',
    'confirmUpload',
    () => ({ filePath: 'upload/demo/visitor_0001.png' }),
  ],
  [
    "confirms an administrator's upload",
    'appUpload',
    'confirmUpload',
    () => ({ filePath: 'upload/demo/ticket_0001.png' }),
  ],
  ["confirms another's photo", 'appUpload', 'confirmUpload', () => ({ filePath: victimPhoto })],
  [
    'uploads five megabytes',
    'appUpload',
    'getUploadTicket',
    () => ({ fileName: 'a.jpg', size: 5_000_000 }),
  ],
  ['uploads a program', 'appUpload', 'getUploadTicket', () => ({ fileName: 'a.exe', size: 10 })],
  ["prints another's photo", 'appPrint', 'createPrintOrder', () => print(victimPhoto)],
  ["prints another's result", 'appPrint', 'createPrintOrder', () => print(victimResult)],
  [
    "complains about another's task",
    'appUser',
    'sendFeedback',
    () => ({ topic: 'other', text: '五个字以上', taskId: victimTask }),
  ],
  ['calls the engine of administrators', 'adminTask', 'getTasks', () => ({})],
  ['retries as an administrator', 'adminTask', 'retryTask', () => ({ id: victimTask })],
];

const attempt = ([, name, action, data]: Hostile, caller: Record<string, string>) =>
  call(name, action as ActionName<FunctionName>, data(), { caller });

describe('a caller who', () => {
  it.each(refused)('%s is refused, and nothing is stored', async (...hostile) => {
    const before = await world.dump();
    const { code, data } = await attempt(hostile, attacker);
    expect(code).not.toBe(0);
    expect(JSON.stringify(data ?? {})).not.toContain(victimTask);
    expect(await world.dump()).toBe(before);
  });

  it('is not signed in gets nothing of all that', async () => {
    const before = await world.dump();
    for (const hostile of refused) expect((await attempt(hostile, stranger)).code).not.toBe(0);
    expect(await world.dump()).toBe(before);
  });

  it('has not agreed to the terms uploads no photo', async () => {
    const before = await world.dump(['users', 'counters', 'creditLedger']);
    const wish = { fileName: 'a.jpg', size: 10 };
    const who = { caller: visitorNo(3), agrees: false };
    const refusal = await call('appUpload', 'getUploadTicket', wish, who);
    expect(refusal).toMatchObject({ code: 40902, data: { needsAgreement: true } });
    expect(await world.dump(['users', 'counters', 'creditLedger'])).toBe(before);
  });

  it("deletes or lists another's tasks, finds none", async () => {
    const as = { caller: attacker };
    expect(await ok('appTask', 'deleteTasks', { ids: [victimTask] }, as)).toEqual({ deleted: [] });
    expect((await ok('appTask', 'getTasks', {}, as)).list).toEqual([]);
    const kept = await ok('appTask', 'getTask', { id: victimTask }, { caller: victim });
    expect(kept.outputs).toHaveLength(1);
  });
});

describe('a picture of a visitor', () => {
  const signed = async (url: string, caller: Record<string, string>) => {
    const { list } = await ok('imageService', 'getSignedUrls', { urls: [url] }, { caller });
    const isUnmade = list[0]?.unmade === true;
    const made = isUnmade ? await ok('imageCopy', 'makeCopy', { url }, { caller }) : list[0];
    return made?.url ?? '';
  };

  it('is signed for its owner, a generated one only with its visible mark', async () => {
    expect(await signed(`${victimPhoto}!userupload`, victim)).toMatch(/^http/);
    for (const style of ['!runninghubreturnsimages', '!thumbnail', '!uploadimage', '!download'])
      expect(await signed(`${victimResult}${style}`, victim)).toMatch(/^http/);
    for (const style of ['', '!original', '!nothing'])
      expect([style, await signed(`${victimResult}${style}`, victim)]).toEqual([style, '']);
  });

  it('is signed for nobody else', async () => {
    for (const caller of [attacker, stranger])
      for (const url of [`${victimPhoto}!userupload`, `${victimResult}!download`])
        expect(await signed(url, caller)).toBe('');
  });

  it('cannot be had without its mark by changing the address', async () => {
    const marked = await signed(`${victimResult}!download`, victim);
    expect((await fetch(marked)).status).toBe(200);
    const { pathname } = new URL(marked);
    const bare = marked.replace(pathname, `/cos/${victimResult}`);
    expect(bare).not.toBe(marked);
    expect((await fetch(bare)).status).toBe(403);
    expect((await fetch(`${marked}/original`)).status).toBe(403);
  });

  it('keeps its mark in the file, in full size', async () => {
    const content = Buffer.from(
      await (await fetch(await signed(`${victimResult}!download`, victim))).arrayBuffer(),
    );
    const { width, height, xmp } = await sharp(content).metadata();
    expect(String(xmp)).toContain('http://www.tc260.org.cn/ns/AIGC/1.0/');
    expect([width, height]).toEqual([96, 128]);
  });

  it('is gone with all other data when the visitor says so, and the payments stay', async () => {
    const as = { caller: victim };
    const preview = await ok('appUser', 'deleteMyData', { preview: true }, as);
    expect(preview).toEqual({
      photos: 1,
      works: 1,
      prints: 0,
      kept: 0,
      open: [],
      isErased: false,
    });
    await ok('appUser', 'deleteMyData', { preview: false }, as);
    const files = (await world.rows('files')).map(({ filePath }) => filePath);
    expect(files).not.toContain(victimPhoto);
    expect(files).not.toContain(victimResult);
    const [task] = (await world.rows('tasks')).filter(({ _id }) => _id === victimTask);
    expect(task).toMatchObject({ outputs: [], inputs: [], visibleTo: '', status: 'succeeded' });
    const lines = (await world.rows('creditLedger')).filter(
      ({ userId }) => userId === task!['userId'],
    );
    expect(lines.length).toBeGreaterThan(0);
    const [user] = (await world.rows('users')).filter(({ _id }) => _id === task!['userId']);
    expect(user).toMatchObject({ status: 'deleted', openid: `deleted:${String(user!['_id'])}` });
  });
});
