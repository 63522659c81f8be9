import { Readable } from 'node:stream';
import sharp from 'sharp';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { photoInput } from '../../photoInput.ts';
import { fileRow } from '../world/fixtures/files.ts';
import { forOneTest } from '../world/forOneTest.ts';
import { startTaskWorld } from './taskWorld.ts';

const { world, sandbox, run, later, creditsOf, template, photo, order, seen, task } =
  await startTaskWorld({ moderates: true });
const { call, ok, rows, set } = world;
const { tasks } = await import('#cloudfunctions/_shared/tasks/tasks.ts');
const { fileAt } = await import('#cloudfunctions/_shared/base/files.ts');

const HOUR = 3_600_000;
const USER = 'usr_0001';

/** As large as the moderation wants pictures to be, and those that are made of it. */
const largePhoto = 'user_upload/demo/large.png';
const create = { width: 64, height: 80, channels: 3, background: '#a52' } as const;
const large = await sharp({ create }).png().toBuffer();
beforeEach(async () => {
  const options = { owner: null, limit: large.length };
  await world.emulator.files.put(largePhoto, Readable.from([large]), options);
  const its = { userId: USER, scene: 'user_upload', width: 64, height: 80 };
  await world.insert('files', [fileRow(largePhoto, its)]);
});

const moderation = (more: object = {}) =>
  set('settings', 'system', { data: { moderation: { images: false, texts: false, ...more } } });
const looks = async () => (await sandbox('moderation'))['counts'] as { image: number };

/** An order whose pictures are made and looked at; its prompt steers the stand-in of the image service. */
const made = async (text: string, more: object = {}) => {
  const words = { key: 'text', label: '文字', type: 'text', nodeId: '6', fieldName: 'text' };
  await template({
    costCredits: 7,
    inputs: [
      { ...photoInput, required: false },
      { ...words, required: false },
    ],
  });
  const { _id: id } = await order({ inputs: { photo: largePhoto, text, ...more } });
  await run(6);
  return String(id);
};
const pathOf = async (id: string) => {
  const [output] = (await task(id))['outputs'] as { filePath: string }[];
  return String(output?.filePath);
};
const mayOpen = async (filePath: string) =>
  (await call('imageService', 'getSignedUrl', { url: `${filePath}!thumbnail` })).code === 0;
const audits = async (action: string) =>
  (await rows('auditLogs')).filter(row => row['action'] === action);
const returned = async (id: string) =>
  (await rows('creditLedger')).filter(({ _id }) => String(_id).startsWith(`${id}_refund`)).length;
const pass = (id: string) => call('adminTask', 'passTask', { id, reason: '正常' });
const reject = (id: string) =>
  call('adminTask', 'rejectTask', { id, reason: '裸露', userNote: '请换一张照片' });

describe('a picture made', () => {
  it('is shown when it has passed, and unchecked where the settings say so', async () => {
    await moderation();
    const first = await made('一只猫');
    expect(await seen(first)).toMatchObject({ status: 'succeeded', inReview: false });
    expect(await looks()).toMatchObject({ image: 1 });
    await moderation({ results: false });
    const second = await made('sandbox-magenta');
    expect(await seen(second)).toMatchObject({ status: 'succeeded' });
    expect(await looks()).toMatchObject({ image: 1 });
  });

  it('that is refused ends its task with the credits back, and is swept away', async () => {
    await moderation();
    const before = await creditsOf(USER);
    const id = await made('sandbox-magenta');
    expect(await seen(id)).toMatchObject({
      status: 'failed',
      errorCode: 'RESULT_REJECTED',
      errorText: '作品未通过审核，请更换照片或描述后再试',
      outputs: [],
    });
    expect(await creditsOf(USER)).toEqual(before);
    const file = await fileAt(`results/${USER}/${id}/1.png`);
    expect(file).toMatchObject({ status: 'pending' });
    expect(Number(file?.purgeTime)).toBeLessThanOrEqual(Date.now());
  });

  it('of an administrator who tries a template out is not looked at', async () => {
    await moderation();
    const wish = { templateId: 'tpl_0001', inputs: { photo } };
    const { _id: id } = await ok('adminTemplate', 'runTrial', wish);
    await run(9);
    expect(await task(id)).toMatchObject({ status: 'succeeded' });
    expect(await looks()).toMatchObject({ image: 0 });
  });
});

describe('a doubtful picture', () => {
  it('waits hidden, and says so to its user and to administrators', async () => {
    await moderation({ reviewHours: 30 });
    const now = Date.now();
    const id = await made('sandbox-cyan');
    expect(await seen(id)).toMatchObject({ status: 'saving', inReview: true, outputs: [] });
    const stored = await task(id);
    expect(stored).toMatchObject({ review: { reason: 'doubtful', label: 'Porn' } });
    const { until } = stored['review'] as { until: number };
    expect(until - now).toBeGreaterThanOrEqual(30 * HOUR);
    // Kept until it must have ended.
    const filePath = await pathOf(id);
    expect(Number((await fileAt(filePath))?.purgeTime)).toBeGreaterThan(until);
    expect(await mayOpen(filePath)).toBe(false);
    expect(await ok('imageCopy', 'makeAnyCopy', { url: `${filePath}!thumbnail` })).toMatchObject({
      url: expect.stringContaining('http') as string,
    });
    const asked = { page: 1, pageSize: 20, filter: { inReview: true } } as const;
    const { list } = await ok('adminTask', 'getTasks', asked);
    expect(list.map(({ _id }) => _id)).toContain(id);
    const waiting = await ok('adminDashboard', 'getTodo', { kinds: ['tasksInReview'] });
    expect(waiting.list).toHaveLength(list.length);
    expect((await ok('adminTask', 'getTaskStats', {})).inReview).toBe(list.length);
    // Neither the engine nor a question about it changes anything.
    await ok('adminTask', 'syncTask', { id });
    later(20 * HOUR);
    await run(3);
    expect(await seen(id)).toMatchObject({ status: 'saving' });
    expect(await looks()).toMatchObject({ image: 1 });
  });

  it('that an administrator passes is shown, once', async () => {
    await moderation();
    const id = await made('sandbox-cyan');
    const filePath = await pathOf(id);
    const answers = await Promise.all([pass(id), pass(id)]);
    expect(answers.map(({ code }) => code).sort()).toEqual([0, 40902]);
    expect(await seen(id)).toMatchObject({ status: 'succeeded', inReview: false });
    expect((await fileAt(filePath))?.status).toBe('active');
    expect(await mayOpen(`${filePath}`)).toBe(true);
    expect(await audits('passTask')).toMatchObject([
      { resource: 'task', resourceId: id, reason: '正常' },
    ]);
    expect((await reject(id)).message).toBe('该任务的结果图不在待审核中，可能已由其他管理员处理');
    later(48 * HOUR);
    await run(6);
    expect(await seen(id)).toMatchObject({ status: 'succeeded' });
    expect(await returned(id)).toBe(0);
  });

  it('is passed or rejected where two administrators decide at once, and recorded by one audit row', async () => {
    await moderation();
    const id = await made('sandbox-cyan');
    const answers = await Promise.all([pass(id), reject(id)]);
    expect(answers.map(({ code }) => code).sort()).toEqual([0, 40902]);
    const isPassed = answers[0].code === 0;
    expect(await seen(id)).toMatchObject({ status: isPassed ? 'succeeded' : 'failed' });
    expect(await returned(id)).toBe(isPassed ? 0 : 1);
    expect([...(await audits('passTask')), ...(await audits('rejectTask'))]).toHaveLength(1);
  });

  it('that is rejected ends the task with the credits back and a word to its user', async () => {
    await moderation();
    const before = await creditsOf(USER);
    const id = await made('sandbox-cyan');
    const filePath = await pathOf(id);
    expect((await reject(id)).code).toBe(0);
    expect(await seen(id)).toMatchObject({
      status: 'failed',
      inReview: false,
      errorText: '请换一张照片',
      isRefunded: true,
    });
    expect(await creditsOf(USER)).toEqual(before);
    expect(Number((await fileAt(filePath))?.purgeTime)).toBeLessThanOrEqual(Date.now());
    expect(await audits('rejectTask')).toMatchObject([{ resourceId: id, reason: '裸露' }]);
    expect((await pass(id)).code).toBe(40902);
    await run(6);
    expect(await returned(id)).toBe(1);
  });

  it('ends with the credits back, once, when nobody has decided in time', async () => {
    await moderation({ reviewHours: 5 });
    const before = await creditsOf(USER);
    const id = await made('sandbox-cyan');
    later(5 * HOUR - 60_000);
    await run();
    expect(await seen(id)).toMatchObject({ status: 'saving' });
    later(60_000);
    await run(3);
    expect(await seen(id)).toMatchObject({
      status: 'timeout',
      errorText: '作品未能及时完成审核，请重新制作',
      inReview: false,
      outputs: [],
    });
    expect(await creditsOf(USER)).toEqual(before);
    expect(await returned(id)).toBe(1);
    expect((await pass(id)).code).toBe(40902);
  });

  it('gives the credits back once where it is rejected at the moment its time is over', async () => {
    await moderation({ reviewHours: 5 });
    const before = await creditsOf(USER);
    const id = await made('sandbox-cyan');
    later(5 * HOUR);
    await Promise.all([run(), reject(id)]);
    await run(6);
    expect(await seen(id)).toMatchObject({ inReview: false, isRefunded: true, outputs: [] });
    expect(await creditsOf(USER)).toEqual(before);
    expect(await returned(id)).toBe(1);
  });

  it('is also one that the moderation cannot look at', async () => {
    await moderation();
    // As small as its photo.
    const id = await made('一只猫', { photo });
    expect(await task(id)).toMatchObject({ inReview: true, review: { reason: 'doubtful' } });
  });

  it('among several keeps back all of them', async () => {
    await moderation();
    await sandbox('moderation', { suggestion: 'Review', label: 'Ad', of: 'image', times: 1 });
    const id = await made('sandbox-four');
    expect(await seen(id)).toMatchObject({ status: 'saving', inReview: true });
    expect(await looks()).toMatchObject({ image: 4 });
    const { looks: given } = (await task(id)) as { looks: { verdict: string }[] };
    expect(given.map(({ verdict }) => verdict)).toEqual(['doubtful', 'pass', 'pass', 'pass']);
    await pass(id);
    expect((await seen(id))['outputs']).toHaveLength(4);
  });
});

describe('an unchecked picture', () => {
  it('is shown as soon as the moderation answers', async () => {
    await moderation();
    await sandbox('moderation', { mode: 'fail' });
    const id = await made('一只猫');
    expect(await seen(id)).toMatchObject({ status: 'saving', inReview: true, outputs: [] });
    expect(await task(id)).toMatchObject({ review: { reason: 'unchecked' } });
    expect(await mayOpen(await pathOf(id))).toBe(false);
    await sandbox('moderation', { mode: 'ok' });
    later(60_000);
    await run();
    expect(await seen(id)).toMatchObject({ status: 'succeeded', inReview: false });
  });

  it('stays hidden and is asked about again, until its time is over', async () => {
    await moderation({ silentHours: 3 });
    const before = await creditsOf(USER);
    await sandbox('moderation', { mode: 'fail' });
    const id = await made('一只猫');
    later(3 * HOUR - 60_000);
    await run();
    expect(await seen(id)).toMatchObject({ status: 'saving' });
    later(60_000);
    await run(3);
    expect(await task(id)).toMatchObject({ status: 'timeout', errorCode: 'REVIEW_EXPIRED' });
    expect(await creditsOf(USER)).toEqual(before);
    expect(await returned(id)).toBe(1);
  });

  it('may be passed by an administrator meanwhile', async () => {
    await moderation();
    await sandbox('moderation', { mode: 'fail' });
    const id = await made('一只猫');
    expect((await pass(id)).code).toBe(0);
    later(60_000);
    await run();
    expect(await seen(id)).toMatchObject({ status: 'succeeded' });
  });

  it('is looked at by the next run after one that was killed', async () => {
    await moderation();
    const { compareAndSet } = tasks;
    const spy = forOneTest(vi.spyOn(tasks, 'compareAndSet')).mockImplementation(
      async (...given) => {
        if ('looks' in given[2] || 'inReview' in given[2]) throw new Error('killed');
        return compareAndSet(...given);
      },
    );
    const id = await made('sandbox-cyan').finally(() => spy.mockRestore());
    expect(await seen(id)).toMatchObject({ status: 'saving', inReview: false, outputs: [] });
    later(60_000);
    await run();
    expect(await seen(id)).toMatchObject({ status: 'saving', inReview: true });
  });
});
