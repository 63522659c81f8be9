import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { functions } from '#contract/index.ts';
import type { Preset } from '#contract/preset.ts';
import { dayOf } from '#contract/shanghai.ts';
import type { Task } from '#contract/task.ts';
import type { Template } from '#contract/template.ts';
import { photoInput } from '../../photoInput.ts';
import { engineOf } from '../tasks/engineRun.ts';
import { startWorld } from '../world/harness.ts';

const world = await startWorld();
const { call, ok, rows, set } = world;
const { sandbox, one, run, later } = engineOf(world);
const { environment } = await import('#cloudfunctions/_shared/base/environment.ts');
const { fileIdOf } = await import('#cloudfunctions/_shared/base/fileUse.ts');
const { rebuildDay } = await import('#cloudfunctions/_shared/counting/rebuild.ts');
const HOUR = 3_600_000;

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() });
  await world.reset();
  await sandbox('runninghub', { queueMs: 0, runMs: 0 });
});
afterEach(() => vi.useRealTimers());

const photo = 'template/demo/tpl_0002.png';
const text = {
  key: 'text',
  label: '文字',
  type: 'text' as const,
  required: false,
  nodeId: '6',
  fieldName: 'text',
};
const draft = {
  name: '水彩头像',
  coverImage: 'template/demo/tpl_0001.png',
  categoryIds: ['cat_0001'],
  workflowId: '1985000000000000001',
  inputs: [photoInput, text],
};
const create = (fields: object = {}) =>
  ok('adminTemplate', 'createTemplate', { ...draft, ...fields });
const get = (id: string) => ok('adminTemplate', 'getTemplateById', { id });
/** Going online needs the moderation, for which trials here have no keys. */
const setStatus = async (templateId: string, value: string) => {
  environment.MODERATION_SECRET_ID = 'key';
  const wish = { templateId, field: 'status', value };
  const answer = await call('adminTemplate', 'updateTemplateField', wish);
  environment.MODERATION_SECRET_ID = '';
  return answer;
};
const publish = (templateId: string) => setStatus(templateId, 'online');
const wish = (templateId: string, more: object = {}) => ({
  templateId,
  inputs: { photo },
  ...more,
});
const start = (templateId: string, more: object = {}) =>
  ok('adminTemplate', 'runTrial', wish(templateId, more));
const refused = (templateId: string, more: object = {}) =>
  call('adminTemplate', 'runTrial', wish(templateId, more));
const trial = async (templateId: string, more: object = {}): Promise<Task> => {
  const { _id: id } = await start(templateId, more);
  await run(9);
  return ok('adminTask', 'getTaskById', { id });
};
const change = ({ _id, rev }: Template, fields: object) =>
  ok('adminTemplate', 'updateTemplate', { _id, rev, ...fields });

describe('a trial', () => {
  it('makes a picture of a draft without cover and category, for nobody and free of charge', async () => {
    const { _id, rev } = await create({ coverImage: '', categoryIds: [] });
    const users = await rows('users');
    const begun = await start(_id);
    expect(begun).toMatchObject({ isTrial: true, userId: '', costCredits: 0, status: 'created' });
    await run(9);
    const done = await one('tasks', begun._id);
    expect(done).toMatchObject({
      status: 'succeeded',
      openid: '',
      visibleTo: '',
      held: { paid: 0, gift: 0 },
      coins: 14,
      costSec: 21,
      outputs: [{ filePath: `results/trial/${begun._id}/1.png` }],
    });
    expect(await get(_id)).toMatchObject({
      rev,
      trialPassed: true,
      averageSec: 21,
      lastTrial: { taskId: begun._id, succeeded: true, costSec: 21, coins: 14 },
    });
    expect(await rows('users')).toEqual(users);
    const page = await ok('adminTask', 'getTasks', { filter: { templateId: _id, isTrial: true } });
    expect(page.list.map(task => task._id)).toEqual([begun._id]);
    const auditRows = (await rows('auditLogs')).filter(row => row['action'] === 'runTrial');
    expect(auditRows).toMatchObject([{ resource: 'task', resourceId: begun._id }]);
  });

  it('costs coins of its key, its template and the day, and is neither a task nor earnings', async () => {
    const { _id: templateId } = await create();
    await trial(templateId);
    expect(await rows('userUsageDaily')).toEqual([]);
    expect(await rows('apiKeyUsageDaily')).toMatchObject([{ tasks: 1, coins: 14 }]);
    const nothing = { succeeded: 0, failed: 0, credits: 0, earnedFen: 0 };
    const stats = await ok('adminDashboard', 'getTemplateStats', { days: 1 });
    expect(stats.current).toEqual({
      tasks: 0,
      succeededTasks: 0,
      failedTasks: 0,
      spentCredits: 0,
      coins: 14,
      earnedFen: 0,
    });
    expect(stats.ranking).toMatchObject([{ templateId, succeeded: 0, failed: 0, earnedFen: 0 }]);
    const runs = await ok('adminDashboard', 'getTemplateRuns', { templateId, days: 1 });
    expect(runs.current).toEqual({ ...nothing, coins: 14 });
  });

  it('that is stopped before it has cost anything is counted nowhere', async () => {
    const { _id } = await create();
    const { _id: id } = await start(_id);
    await ok('adminTask', 'cancelTask', { id, reason: '填错了' });
    expect(await rows('counters')).toEqual([]);
  });

  it('can be cancelled by an operator, and nothing else can', async () => {
    const { token: operator } = await world.someAdmin({ role: 'operator' });
    const { _id: templateId } = await create();
    const { _id: id } = await start(templateId);
    const cancel = (taskId: string) =>
      call('adminTemplate', 'cancelTrial', { id: taskId }, { token: operator });
    expect(await cancel(id)).toMatchObject({
      code: 0,
      data: { status: 'cancelled', cancelReason: '取消试跑' },
    });
    await run(9);
    expect(await one('tasks', id)).toMatchObject({ status: 'cancelled', outputs: [], coins: 0 });
    for (const other of [id, 'task_0003', 'task_trial_0001'])
      expect(await cancel(other)).toMatchObject({
        code: 40902,
        message: '这不是试跑，或已经结束，不能取消',
      });
  });

  it('is counted from its record as when it ended', async () => {
    later(HOUR);
    const day = dayOf(Date.now());
    await rebuildDay(day);
    const { _id } = await create();
    await trial(_id);
    later(HOUR);
    expect(await rebuildDay(day)).toEqual({});
  });

  it('that fails is remembered with its coins and allows no publishing', async () => {
    const { _id } = await create();
    const failed = await trial(_id, { inputs: { photo, text: 'sandbox-fail' } });
    expect(failed).toMatchObject({
      status: 'failed',
      errorCode: 'GENERATION_FAILED',
      isRefunded: false,
    });
    expect(await get(_id)).toMatchObject({
      trialPassed: false,
      lastTrial: { taskId: failed._id, succeeded: false },
    });
    expect((await publish(_id)).code).toBe(40001);
  });

  it('is one task however often a click is repeated, and three at once at most', async () => {
    const { _id } = await create();
    const same = await Promise.all([1, 2, 3].map(() => start(_id, { idemKey: 'click-0001' })));
    expect(new Set(same.map(task => task._id)).size).toBe(1);
    const more = await Promise.all([1, 2, 3, 4].map(() => refused(_id)));
    expect(more.map(({ code }) => code).sort()).toEqual([0, 0, 42901, 42901]);
    expect(more.find(({ code }) => code !== 0)?.message).toBe(
      '该模板已有 3 个试跑未结束，请等待完成后再试',
    );
    await run(9);
    expect((await refused(_id)).code).toBe(0);
  });

  it.each([
    ['its number', { workflowId: '' }, { workflowId: '上线前请填写工作流编号' }],
    ['its inputs', { inputs: [] }, { inputs: '上线前请至少添加一个输入项' }],
    [
      'a node',
      { inputs: [{ ...photoInput, nodeId: '' }] },
      { 'inputs.0.nodeId': '上线前请填写节点编号' },
    ],
    [
      'a key',
      { apiKeyPool: 'video' },
      { apiKeyPool: '该密钥分组没有可用的密钥，请先在「API Key管理」中添加或恢复' },
    ],
  ])('of a template without %s is refused as publishing is', async (_what, fields, fieldErrors) => {
    const { _id } = await create(fields);
    expect(await refused(_id)).toMatchObject({ code: 40001, data: { fields: fieldErrors } });
  });

  it('is refused for a local template, an older version, and what is wrong with its inputs', async () => {
    const before = (await rows('tasks')).length;
    const local = await create({ engine: 'local' });
    expect(await refused(local._id)).toMatchObject({
      code: 40902,
      message: '本地处理的模板不需要试跑',
    });
    const { _id, rev } = await create();
    expect((await refused(_id, { rev: rev + 1 })).code).toBe(40901);
    for (const [inputs, fieldErrors] of [
      [{}, { 'inputs.photo': '请选择照片' }],
      [
        { photo: 'template/demo/trash_0001.jpg' },
        { 'inputs.photo': '照片不存在或已过期，请重新上传' },
      ],
      [{ photo: 'template/none.png' }, { 'inputs.photo': '照片不存在或已过期，请重新上传' }],
      [{ photo, other: 1 }, { 'inputs.other': '模板没有这个输入项' }],
    ] as const)
      expect(await refused(_id, { inputs })).toMatchObject({
        code: 40001,
        data: { fields: fieldErrors },
      });
    expect(await rows('tasks')).toHaveLength(before);
  });

  it('takes the values of a preset of the template, also of a disabled one', async () => {
    const { _id } = await create();
    const preset: Preset = await ok('adminTemplatePreset', 'createPreset', {
      name: '试用',
      templateId: _id,
      params: { text: '暖色' },
      status: 'disabled',
    });
    const done = await trial(_id, { presetId: preset._id });
    expect(done).toMatchObject({ status: 'succeeded', presetId: preset._id });
    expect(done.inputs).toContainEqual(expect.objectContaining({ key: 'text', value: '暖色' }));
    expect(await refused(_id, { presetId: 'pre_0001' })).toMatchObject({
      code: 40001,
      data: { fields: { presetId: '所选预设已不存在，请重新选择' } },
    });
    await set('templatePresets', preset._id, { needsReview: true });
    expect((await refused(_id, { presetId: preset._id })).code).toBe(40001);
  });
});

describe('publishing for the first time', () => {
  it('needs a successful trial, one by one and many at once', async () => {
    const { _id } = await create();
    expect(await publish(_id)).toMatchObject({
      code: 40001,
      message: '上线前请先试跑成功一次',
      data: { fields: { trial: '上线前请先试跑成功一次' } },
    });
    const batch = { ids: [_id], field: 'status' as const, value: 'online' as const };
    expect((await ok('adminTemplate', 'batchUpdate', batch)).results).toMatchObject([
      { _id, result: 'failed', message: '上线前请先试跑成功一次' },
    ]);
    await trial(_id);
    expect(await publish(_id)).toMatchObject({ code: 0, data: { status: 'online' } });
  });

  it.each([
    ['number', { workflowId: '1985000000000000009' }],
    ['inputs', { inputs: [photoInput] }],
    ['engine', { engine: 'ai_app', webappId: '1985000000000000002' }],
  ])('needs another one after a change of its %s', async (_what, fields) => {
    const made = await create();
    await trial(made._id);
    expect(await change(made, fields)).toMatchObject({ trialPassed: false });
    expect((await publish(made._id)).code).toBe(40001);
  });

  it('does not after other changes, nor where the same is saved again', async () => {
    const made = await create();
    await trial(made._id);
    const { inputs, workflowId } = draft;
    expect(await change(made, { name: '新名字', inputs, workflowId })).toMatchObject({
      trialPassed: true,
    });
    expect((await publish(made._id)).code).toBe(0);
  });

  it('is behind what was online before, whatever has changed since', async () => {
    const status = (value: string) => setStatus('tpl_0001', value);
    await status('offline');
    await change(await get('tpl_0001'), { workflowId: '1985000000000000009' });
    expect((await status('online')).code).toBe(0);
  });
});

describe('the result of a trial', () => {
  const use = (taskId: string, how: string, more: object = {}) =>
    call('adminTemplate', 'useTrialPicture', { taskId, output: 0, as: how, ...more });

  it('becomes the cover, as a copy of its own below the folder of generated pictures', async () => {
    const { _id, rev } = await create();
    const task = await trial(_id);
    const { code, data } = await use(task._id, 'coverImage', { rev });
    expect([code, data]).toMatchObject([0, { rev: rev + 1 }]);
    const { coverImage } = data as unknown as Template;
    expect(coverImage).toMatch(/^template\/ai\/\d{6}\/[\w-]+\.png$/);
    const address = { fileList: [coverImage] };
    expect((await ok('adminStorage', 'getFileList', address)).list).toHaveLength(1);
    const row = (await rows('files')).find(({ filePath }) => filePath === coverImage);
    expect(row).toMatchObject({ scene: 'template', status: 'active', unused: false, userId: '' });
    const result = (await rows('files')).find(
      ({ filePath }) => filePath === task.outputs[0]?.filePath,
    );
    // The same bytes: the mark in its metadata included.
    expect(row?.['sha256']).toBe(result?.['sha256']);
  });

  it('joins the samples, of which there are nine at most', async () => {
    const { _id } = await create();
    const task = await trial(_id);
    const sampleImages = Array.from({ length: 8 }, () => 'template/demo/tpl_0001.png');
    await set('templates', _id, { sampleImages });
    expect((await use(task._id, 'sampleImages')).data).toMatchObject({
      sampleImages: [...sampleImages, expect.stringMatching(/^template\/ai\//)],
    });
    const files = world.storedFiles();
    expect(await use(task._id, 'sampleImages')).toMatchObject({
      code: 40001,
      data: { fields: { sampleImages: '示例图最多 9 张，请先移除一张' } },
    });
    expect(world.storedFiles()).toEqual(files);
  });

  it('stands beside its photo, which is copied where visitors could not see it', async () => {
    const { _id } = await create();
    const public_ = await trial(_id);
    expect((await use(public_._id, 'beforeAfter')).data).toMatchObject({
      beforeImage: photo,
      afterImage: expect.stringMatching(/^template\/ai\//) as string,
    });
    const { example } = functions.adminStorage.uploadImage;
    const { filePath } = await ok('adminStorage', 'uploadImage', { ...example, scene: 'settings' });
    const other = await trial(_id, { inputs: { photo: filePath } });
    expect((await use(other._id, 'beforeAfter')).data).toMatchObject({
      beforeImage: expect.stringMatching(/^template\/\d{6}\//) as string,
    });
  });

  it.each(['coverImage', 'sampleImages', 'beforeAfter'] as const)(
    'is not shown as %s where it was made from a photo of a user, to whom it belongs',
    async shownAs => {
      const { _id } = await create();
      const task = await trial(_id, { inputs: { photo: 'user_upload/demo/photo_0001.jpg' } });
      expect(await use(task._id, shownAs)).toMatchObject({
        code: 40902,
        message: '试跑用的照片属于用户，不能公开展示，请换一张图片重新试跑',
      });
      const filePath = task.outputs[0]?.filePath;
      const about = { url: `${filePath}!thumbnail` };
      const { token } = await world.someAdmin({ role: 'operator' });
      expect((await call('imageCopy', 'makeAnyCopy', about, { token })).code).toBe(40305);
      const again = { templateId: _id, inputs: { photo: filePath } };
      expect(await call('adminTemplate', 'runTrial', again)).toMatchObject({
        data: { fields: { 'inputs.photo': '这张图片由用户的照片生成，不能再用来试跑' } },
      });
    },
  );

  it('is made from photos of one user at most', async () => {
    const second = { ...photoInput, key: 'second', nodeId: '7' };
    const { _id } = await create({ inputs: [photoInput, second] });
    const [mine, theirs] = ['user_upload/demo/photo_0001.jpg', 'user_upload/usr_0001/202611/a.png'];
    const file = (await rows('files')).find(({ filePath }) => filePath === mine)!;
    await world.insert('files', [{ ...file, _id: fileIdOf(theirs), filePath: theirs }]);
    const inputs = { photo: mine, second: theirs };
    expect(await call('adminTemplate', 'runTrial', { templateId: _id, inputs })).toMatchObject({
      data: { fields: { 'inputs.photo': '一次试跑只能使用同一位用户的照片' } },
    });
  });

  it('is refused for tasks of users, results that are gone, and an older version; nothing is copied', async () => {
    const { _id, rev } = await create();
    const task = await trial(_id);
    const files = world.storedFiles();
    expect((await use('task_0001', 'coverImage')).code).toBe(40902);
    expect((await use('task_none', 'coverImage')).code).toBe(40400);
    expect((await use(task._id, 'coverImage', { output: 1 })).code).toBe(40902);
    expect((await use(task._id, 'coverImage', { rev: rev + 1 })).code).toBe(40901);
    expect(world.storedFiles()).toEqual(files);
  });
});
