import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { Template } from '#contract/template.ts';
import { photoInput } from '../../photoInput.ts';
import { fileRow } from '../world/fixtures/files.ts';
import { startWorld } from '../world/harness.ts';

const world = await startWorld();
const { call, ok, rows } = world;
beforeEach(() => world.reset());

const get = (id = 'tpl_0001') => ok('adminTemplate', 'getTemplateById', { id });
const update = (data: object) =>
  ok('adminTemplate', 'updateTemplate', { _id: 'tpl_0001', ...data } as never);
/** Newest first. */
const revisions = async (id = 'tpl_0001') =>
  (await ok('adminTemplate', 'getRevisions', { id, pageSize: 100 })).list.map(({ _id }) => _id);
const changes = (logId: string) =>
  ok('adminTemplate', 'getRevisionChanges', { id: 'tpl_0001', logId });
const restore = (logId: string, more: object = {}, id = 'tpl_0001') =>
  call('adminTemplate', 'restoreRevision', { id, logId, ...more });
const changeEach = async (sequence: object[]) => {
  let { rev } = await get();
  for (const fields of sequence) {
    ({ rev } = await update({ rev, ...fields }));
    // Versions of the history differ by milliseconds.
    const now = Date.now();
    await vi.waitUntil(() => Date.now() > now, { interval: 1 });
  }
};
const content = ({ rev: _rev, updateTime: _time, updateBy: _by, ...rest }: Template) => rest;

const inputs = [
  {
    key: 'photo',
    label: '照片',
    type: 'image',
    required: true,
    nodeId: '1',
    fieldName: 'image',
  },
] as const;

describe('an earlier version of a template', () => {
  it('is what each action left, for any chosen action', async () => {
    const sequence = [
      { name: '第一版', costCredits: 3 },
      { subtitle: '副标题', inputs: [...inputs] },
      { name: '第三版', priceFen: 990, sampleImages: ['template/demo/tpl_0001.png'] },
      { subtitle: '', inputs: [{ ...inputs[0], nodeId: '7' }], costCredits: 8 },
      { name: '第五版', priceFen: null, isNew: true },
    ];
    const versions: Template[] = [];
    for (const fields of sequence) {
      await changeEach([fields]);
      versions.push(await get());
    }
    const logs = (await revisions()).slice(0, sequence.length).reverse();
    for (const [at, logId] of [...logs.entries()].reverse()) {
      const before = await get();
      const preview = await changes(logId);
      expect(preview.rev).toBe(before.rev);
      const restored = await restore(logId, { rev: before.rev });
      expect(restored.code, restored.message).toBe(0);
      expect(content(await get()), logId).toEqual(content(versions[at]!));
      const touched = Object.keys(content(before)).filter(
        key =>
          JSON.stringify(before[key as keyof Template]) !==
          JSON.stringify(versions[at]![key as keyof Template]),
      );
      expect(preview.changes.map(({ path }) => path).sort()).toEqual(touched.sort());
    }
    // And forward again, from the first to the last.
    expect((await restore(logs.at(-1)!)).code).toBe(0);
    expect(content(await get())).toEqual(content(versions.at(-1)!));
  });

  it('is restored as a new version with an author and an audit row, and leaves the state unchanged', async () => {
    await changeEach([{ name: '从前' }, { name: '现在' }]);
    const [, earlier] = await revisions();
    await ok('adminTemplate', 'updateTemplateField', {
      templateId: 'tpl_0001',
      field: 'status',
      value: 'offline',
    });
    const before = await get();
    const { data } = await restore(earlier!, { rev: before.rev });
    expect(data).toMatchObject({ name: '从前', status: 'offline', rev: before.rev + 1 });
    const row = (await rows('auditLogs')).find(({ action }) => action === 'restoreRevision');
    expect(row).toMatchObject({
      resource: 'template',
      resourceId: 'tpl_0001',
      adminName: '测试管理员',
      diff: [{ path: 'name', from: '现在', to: '从前' }],
    });
  });

  it('without differences is not written', async () => {
    await changeEach([{ name: '现在' }]);
    const before = await world.dump();
    const [latest] = await revisions();
    expect(await changes(latest!)).toMatchObject({ changes: [], gone: [] });
    expect((await restore(latest!)).code).toBe(0);
    expect(await world.dump()).toBe(before);
  });

  it('is refused if the template was changed meanwhile', async () => {
    await changeEach([{ name: '从前' }, { name: '现在' }]);
    const [, earlier] = await revisions();
    const { rev } = await changes(earlier!);
    await changeEach([{ subtitle: '别人' }]);
    const before = await world.dump();
    expect(await restore(earlier!, { rev })).toMatchObject({
      code: 40901,
      data: { current: { subtitle: '别人' } },
    });
    expect(await world.dump()).toBe(before);
    const racing = (await get()).rev;
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => restore(earlier!, { rev: racing })),
    );
    expect(answers.filter(({ code }) => code === 0)).toHaveLength(1);
    expect(answers.filter(({ code }) => code === 40901)).toHaveLength(9);
  });

  it('leaves out records deleted since, and names the fields', async () => {
    const lost = 'template/202611/lost.png';
    await world.insert('files', [fileRow(lost)]);
    const kept = (await get()).coverImage;
    await changeEach([
      {
        coverImage: lost,
        sampleImages: [lost, 'template/demo/tpl_0002.png'],
        categoryIds: ['cat_0001', 'cat_0002'],
        keywordIds: [],
      },
      { coverImage: kept, sampleImages: [], categoryIds: ['cat_0001'], keywordIds: ['kw_0002'] },
    ]);
    const [, earlier] = await revisions();
    expect(await changes(earlier!)).toMatchObject({ gone: [] });
    await world.remove('files', { _id: fileRow(lost)._id });
    await world.remove('categories', { _id: 'cat_0002' });
    const preview = await changes(earlier!);
    expect(preview.gone).toEqual(['coverImage', 'sampleImages', 'categoryIds']);
    expect(preview.changes.map(({ path }) => path)).toEqual(['sampleImages', 'keywordIds']);
    expect(await restore(earlier!)).toMatchObject({
      code: 0,
      data: {
        coverImage: kept,
        sampleImages: ['template/demo/tpl_0002.png'],
        categoryIds: ['cat_0001'],
        keywordIds: [],
      },
    });
  });

  it('without a cover takes the template offline, which the preview says', async () => {
    const bare = { name: '没有封面', workflowId: '1234567890123456789', inputs: [photoInput] };
    const { _id, rev } = await ok('adminTemplate', 'createTemplate', bare);
    await world.set('templates', _id, { trialPassed: true });
    const complete = { _id, rev, coverImage: 'template/202611/a.png', categoryIds: ['cat_0001'] };
    await ok('adminTemplate', 'updateTemplate', complete);
    const [latest, born] = await revisions(_id);
    const online = { templateId: _id, field: 'status' as const, value: 'online' as const };
    await ok('adminTemplate', 'updateTemplateField', online);
    const preview = (logId: string) =>
      ok('adminTemplate', 'getRevisionChanges', { id: _id, logId });
    expect((await preview(latest!)).warning).toBe('');
    expect((await preview(born!)).warning).toContain('同时下线');
    expect(await restore(born!, {}, _id)).toMatchObject({
      code: 0,
      data: { coverImage: '', status: 'offline' },
    });
    expect((await preview(born!)).warning).toBe('');
  });

  it('is found however long ago it was', async () => {
    await changeEach([{ name: '很久以前' }, { name: '现在' }]);
    const [latest, first] = await revisions();
    const row = (await rows('auditLogs')).find(({ _id }) => _id === latest);
    const later = Array.from({ length: 130 }, (_, at) => ({
      ...row,
      _id: `log_later_${at}`,
      createTime: Number(row?.['createTime']) + at + 1,
      diff: [{ path: 'name', from: '现在', to: '现在' }],
    }));
    await world.insert('auditLogs', later);
    expect((await restore(first!)).data).toMatchObject({ name: '很久以前' });
  });

  it('of another template, or none, is not found', async () => {
    await changeEach([{ name: '现在' }]);
    const [latest] = await revisions();
    const before = await world.dump();
    for (const [logId, id] of [
      [latest!, 'tpl_0002'],
      ['log_none', 'tpl_0001'],
      [latest!, 'tpl_none'],
    ] as const)
      expect((await restore(logId, {}, id)).code).toBe(40400);
    expect(await world.dump()).toBe(before);
  });

  it('reviews its presets again', async () => {
    const template = 'tpl_0003';
    const needReview = async () =>
      (await rows('templatePresets')).find(({ _id }) => _id === 'pre_0001')?.['needsReview'];
    const ask = async (asked: object[]) =>
      ok('adminTemplate', 'updateTemplate', {
        _id: template,
        rev: (await get(template)).rev,
        inputs: asked,
      } as never);
    await ask([{ ...inputs[0], key: 'words', type: 'text' }]);
    const [asking] = await revisions(template);
    const params = { words: '生日快乐' };
    await ok('adminTemplatePreset', 'updatePreset', {
      id: 'pre_0001',
      updates: { rev: 1, params },
    });
    await ask([]);
    expect(await needReview()).toBe(true);
    expect((await restore(asking!, {}, template)).data).toMatchObject({
      inputs: [{ key: 'words' }],
    });
    expect(await needReview()).toBe(false);
  });
});

describe('an earlier version of a preset', () => {
  const id = 'pre_0001';
  const preset = () => ok('adminTemplatePreset', 'getPresetById', { id });
  const save = async (updates: object) => {
    const { rev } = await preset();
    await ok('adminTemplatePreset', 'updatePreset', { id, updates: { rev, ...updates } });
    const now = Date.now();
    await vi.waitUntil(() => Date.now() > now, { interval: 1 });
  };
  const history = async () =>
    (await ok('adminTemplatePreset', 'getRevisions', { id, pageSize: 100 })).list;
  const changesOf = (logId: string) =>
    ok('adminTemplatePreset', 'getRevisionChanges', { id, logId });
  const back = (logId: string, rev?: number) =>
    call('adminTemplatePreset', 'restoreRevision', { id, logId, rev });

  it('is listed with its author and restored as a new version; the default stays in use', async () => {
    const given = { name: '从前', prompt: '柔光', tags: ['一'], sort: 3 };
    await ok('adminTemplatePreset', 'setDefaultPreset', { id: 'pre_0002' });
    await save({ ...given, status: 'disabled' });
    await save({ name: '现在', prompt: '硬光', tags: [], sort: 4, status: 'enabled' });
    await ok('adminTemplatePreset', 'setDefaultPreset', { id });
    const rows = await history();
    const earlier = rows.find(({ diff }) => diff.some(({ to }) => to === '从前'))!;
    expect(earlier).toMatchObject({ adminName: '测试管理员', action: 'updatePreset' });
    const preview = await changesOf(earlier._id);
    expect(preview.changes.map(({ path }) => path)).toEqual(['name', 'prompt', 'tags', 'sort']);
    expect(preview).toMatchObject({ gone: [], warning: '', refusal: '' });
    const { rev } = await preset();
    expect((await back(earlier._id, rev)).code).toBe(0);
    expect(await preset()).toMatchObject({
      ...given,
      status: 'enabled',
      isDefault: true,
      rev: rev + 1,
    });
    expect((await history())[0]).toMatchObject({ action: 'restoreRevision' });
    // The version on which the decision was made is no longer the stored one.
    expect((await back(rows[0]!._id, rev)).code).toBe(40901);
  });

  it('whose values no longer fit the inputs of the template is named as such and refused', async () => {
    const template = { _id: 'tpl_0003', rev: (await get('tpl_0003')).rev };
    const style = { key: 'style', label: '风格', type: 'text' as const };
    const input = { ...style, required: false, nodeId: '2', fieldName: 'text' };
    await ok('adminTemplate', 'updateTemplate', { ...template, inputs: [input] });
    await save({ params: { style: '水彩' } });
    await save({ params: {} });
    const [, earlier] = await history();
    const { rev } = await get('tpl_0003');
    await ok('adminTemplate', 'updateTemplate', { ...template, rev, inputs: [] });
    expect((await changesOf(earlier!._id)).refusal).toContain('不再符合模板的输入项');
    const before = await world.dump();
    expect(await back(earlier!._id)).toMatchObject({ code: 40902 });
    expect(await world.dump()).toBe(before);
  });

  it('is not read through the history of another record', async () => {
    expect((await back('log_0001')).code).toBe(40400);
  });
});
