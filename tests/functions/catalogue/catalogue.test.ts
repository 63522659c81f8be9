import { beforeEach, describe, expect, it } from 'vitest';
import { presetProblems } from '#contract/preset.ts';
import type { TemplateInput } from '#contract/templateInput.ts';
import { startWorld } from '../world/harness.ts';

const world = await startWorld();
const { call, ok, rows } = world;
await world.reset();
beforeEach(() => world.reset());

const input = (key: string, type: TemplateInput['type'], more: object = {}): TemplateInput => ({
  key,
  label: key,
  type,
  required: false,
  nodeId: '1',
  fieldName: 'x',
  ...more,
});
const inputs = [
  input('strength', 'slider', { min: 0, max: 1 }),
  input('style', 'select', { options: [{ label: '水彩', value: 'water' }] }),
  input('words', 'text', { maxLength: 5 }),
  input('hd', 'switch'),
  input('seed', 'seed'),
];
const withInputs = async () => {
  const { rev } = await ok('adminTemplate', 'getTemplateById', { id: 'tpl_0002' });
  await ok('adminTemplate', 'updateTemplate', { _id: 'tpl_0002', rev, inputs });
};
const preset = (params: object, name = '一') =>
  call('adminTemplatePreset', 'createPreset', { name, templateId: 'tpl_0002', params });
const row = async (
  collection: 'templatePresets' | 'templates' | 'quickFunctions' | 'keywords',
  _id: string,
) => (await rows(collection)).find(record => record._id === _id);

describe('a preset', () => {
  it('fits the inputs of its template, with a sentence beside each value that does not', async () => {
    await withInputs();
    expect(
      (await preset({ strength: 0.5, style: 'water', words: '五个字以内', hd: true, seed: 7 }))
        .code,
    ).toBe(0);
    const wrong = {
      strength: 2,
      style: 'oil',
      words: '超过五个字了',
      hd: 'yes',
      seed: 1.5,
      gone: 1,
    };
    for (const [key, value] of Object.entries(wrong)) {
      const answer = await preset({ [key]: value }, `错${key}`);
      expect(answer).toMatchObject({ code: 40001 });
      expect((answer.data as unknown as { fields: object }).fields).toHaveProperty([
        `params.${key}`,
      ]);
    }
    expect(presetProblems(inputs, { strength: 0 })).toEqual({});
    const none = await call('adminTemplatePreset', 'createPreset', {
      name: '无',
      templateId: 'gone',
    });
    expect(none).toMatchObject({
      code: 40001,
      data: { fields: { templateId: expect.any(String) as string } },
    });
  });

  it('has the values of its last save and no others', async () => {
    await withInputs();
    const { _id: id, rev } = (await preset({ strength: 0.5, style: 'water' })).data;
    const updates = { rev, params: { style: 'water' } };
    const saved = await ok('adminTemplatePreset', 'updatePreset', { id, updates });
    expect(saved.params).toEqual({ style: 'water' });
    expect(await ok('adminTemplatePreset', 'getPresetById', { id })).toEqual(saved);
  });

  it('that no longer fits is flagged when the template changes, and unflagged when either fits again', async () => {
    await withInputs();
    const made = (await preset({ style: 'water' })).data;
    const change = async (next: TemplateInput[]) => {
      const { rev } = await ok('adminTemplate', 'getTemplateById', { id: 'tpl_0002' });
      await ok('adminTemplate', 'updateTemplate', { _id: 'tpl_0002', rev, inputs: next });
      return (await row('templatePresets', made._id))?.needsReview;
    };
    expect(await change([])).toBe(true);
    expect(
      (await ok('adminTemplatePreset', 'getPresets', { filter: { needsReview: true } })).total,
    ).toBe(1);
    expect((await call('adminTemplatePreset', 'setDefaultPreset', { id: made._id })).code).toBe(
      40902,
    );
    expect(await change(inputs)).toBe(false);
    expect(await change([])).toBe(true);
    const mended = await ok('adminTemplatePreset', 'updatePreset', {
      id: made._id,
      updates: { rev: made.rev, params: {} },
    });
    expect(mended.needsReview).toBe(false);
  });

  it('is the only default of its template, also with concurrent changes', async () => {
    await Promise.all(
      Array.from({ length: 12 }, (_, at) =>
        call('adminTemplatePreset', 'setDefaultPreset', { id: `pre_000${(at % 3) + 1}` }),
      ),
    );
    const defaults = (await rows('templatePresets')).filter(
      ({ isDefault, templateId }) => isDefault && templateId === 'tpl_0003',
    );
    expect(defaults).toHaveLength(1);
    const id = defaults[0]?._id;
    const { rev } = await ok('adminTemplatePreset', 'getPresetById', { id });
    expect(
      (
        await call('adminTemplatePreset', 'updatePreset', {
          id,
          updates: { rev, status: 'disabled' },
        })
      ).code,
    ).toBe(40902);
  });

  it('is copied under its own name and prevents deleting its template', async () => {
    const copy = () => ok('adminTemplatePreset', 'copyPreset', { id: 'pre_0001' });
    expect([(await copy()).name, (await copy()).name]).toEqual(['预设1 副本', '预设1 副本2']);
    await ok('adminTemplate', 'updateTemplateField', {
      templateId: 'tpl_0003',
      field: 'status',
      value: 'offline',
    });
    expect(await call('adminTemplate', 'deleteTemplate', { id: 'tpl_0003' })).toMatchObject({
      code: 40904,
      data: { resource: 'presets', count: 5 },
    });
  });
});

describe('a quick function', () => {
  const create = (data: object) =>
    call('adminQuickFunction', 'createQuickFunction', { title: '入口', ...data });

  it('refers to an existing target', async () => {
    const right = [
      { targetType: 'template', targetId: 'tpl_0001' },
      { targetType: 'local_app', targetId: 'app_0001' },
      { targetType: 'page', path: '/pages/a?b=1' },
      { targetType: 'url', path: 'https://example.com/a' },
      { targetType: 'mini_program', appid: 'wx0123456789abcdef' },
    ];
    for (const data of right) expect([data, (await create(data)).code]).toEqual([data, 0]);
    const wrong = [
      { targetType: 'template', targetId: 'gone' },
      { targetType: 'category' },
      { targetType: 'page', path: 'pages/a' },
      { targetType: 'url', path: 'javascript:alert(1)' },
      { targetType: 'url', path: 'http://example.com' },
      { targetType: 'mini_program', appid: 'x' },
      { targetType: 'page', path: '/a', startTime: 2, endTime: 1 },
    ];
    for (const data of wrong) expect([data, (await create(data)).code]).toEqual([data, 40001]);
  });

  it('whose target visitors cannot see is flagged', async () => {
    const dead = async () => {
      const { list } = await ok('adminQuickFunction', 'getQuickFunctions', {});
      return list.filter(({ targetDead }) => targetDead).map(({ _id }) => _id);
    };
    expect(await dead()).toEqual([]);
    await ok('adminTemplate', 'updateTemplateField', {
      templateId: 'tpl_0001',
      field: 'status',
      value: 'offline',
    });
    expect(await dead()).toEqual(['qf_0001']);
    expect(
      (
        await call('adminQuickFunction', 'updateQuickFunction', {
          _id: 'qf_0001',
          rev: 1,
          badge: '新',
        })
      ).code,
    ).toBe(0);
  });

  it('prevents deleting its category and its app', async () => {
    await create({ targetType: 'category', targetId: 'cat_0012' });
    await create({ targetType: 'local_app', targetId: 'app_0004' });
    expect((await call('adminCategory', 'deleteCategory', { _id: 'cat_0012' })).code).toBe(40904);
    expect((await call('adminLocalApp', 'deleteApp', { id: 'app_0004' })).code).toBe(40904);
  });
});

describe('merging', () => {
  it('moves the templates, children and quick functions of a category and leaves nothing behind', async () => {
    await ok('adminCategory', 'createCategory', { name: '下级', parentId: 'cat_0002' });
    await ok('adminQuickFunction', 'createQuickFunction', {
      title: '入',
      targetType: 'category',
      targetId: 'cat_0002',
    });
    await ok('adminTemplate', 'batchUpdate', {
      ids: ['tpl_0004'],
      field: 'categoryIds',
      value: ['cat_0002', 'cat_0001'],
    });
    const merged = await ok('adminCategory', 'mergeCategory', {
      fromId: 'cat_0002',
      toId: 'cat_0001',
    });
    expect(merged).toEqual({ _id: 'cat_0001', templates: 2 });
    const stored = await Promise.all(
      (['templates', 'categories', 'quickFunctions'] as const).map(name => rows(name)),
    );
    const left = stored.flat().map(({ unaudited: _unaudited, ...record }) => record);
    expect(JSON.stringify(left)).not.toContain('cat_0002');
    expect((await row('templates', 'tpl_0004'))?.categoryIds).toEqual(['cat_0001']);
    expect(await ok('adminCategory', 'getUsage', { _id: 'cat_0001' })).toMatchObject({
      templates: 5,
      children: 1,
    });
    const history = await ok('adminTemplate', 'getRevisions', { id: 'tpl_0060' });
    expect(history.list[0]).toMatchObject({
      action: 'mergeCategory',
      diff: [{ path: 'categoryIds' }],
    });
    for (const toId of ['cat_0001', 'gone']) {
      expect(
        (await call('adminCategory', 'mergeCategory', { fromId: 'cat_0001', toId })).code,
      ).toBe(40001);
    }
  });

  it('makes keywords aliases of one', async () => {
    const data = { fromIds: ['kw_0001', 'kw_0002'], toId: 'kw_0003' };
    expect(await ok('keyword', 'mergeKeywords', data)).toEqual({
      _id: 'kw_0003',
      templates: 5,
    });
    expect((await row('keywords', 'kw_0003'))?.aliases).toEqual(['关键词1', '关键词2']);
    expect(await row('keywords', 'kw_0001')).toBeUndefined();
    expect(await ok('keyword', 'getUsage', { _id: 'kw_0003' })).toEqual({ templates: 5 });
    expect(
      (await call('keyword', 'mergeKeywords', { fromIds: ['kw_0003'], toId: 'kw_0003' })).code,
    ).toBe(40001);
  });
});

describe('many templates at once', () => {
  const batch = (data: object) => call('adminTemplate', 'batchUpdate', data);

  it('each follow their own rules, with a reason for a refusal', async () => {
    const { data } = await batch({
      ids: ['tpl_0001', 'tpl_0004', 'gone'],
      field: 'status',
      value: 'online',
    });
    expect(data).toMatchObject({ updated: 1, failed: 1 });
    expect(Object.fromEntries(data.results.map(({ _id, result }) => [_id, result]))).toEqual({
      tpl_0001: 'unchanged',
      tpl_0004: 'updated',
      gone: 'failed',
    });
  });

  it('get further categories and keywords beside those they have, up to as many as one may have', async () => {
    const add = (ids: string[], field: string, value: string[]) =>
      batch({ ids, field, value, add: true });
    await world.set('templates', 'tpl_0001', { categoryIds: ['cat_0001'] });
    expect((await add(['tpl_0001'], 'categoryIds', ['cat_0002', 'cat_0001'])).data).toMatchObject({
      updated: 1,
    });
    expect((await row('templates', 'tpl_0001'))?.categoryIds).toEqual(['cat_0001', 'cat_0002']);
    const many = Array.from({ length: 20 }, (_, at) => `kw_earlier_${at}`);
    await world.set('templates', 'tpl_0001', { keywordIds: many });
    expect((await add(['tpl_0001'], 'keywordIds', ['kw_0001'])).data?.results).toEqual([
      { _id: 'tpl_0001', result: 'failed', message: expect.stringContaining('20') as string },
    ]);
    expect((await add(['tpl_0001'], 'isNew', ['kw_0001'])).code).toBe(40001);
    expect((await batch({ ids: ['tpl_0001'], field: 'categoryIds', value: ['gone'] })).code).toBe(
      40001,
    );
  });

  it('are copied as drafts', async () => {
    const copy = await ok('adminTemplate', 'copyTemplate', {
      id: 'tpl_0001',
      idemKey: 'copy_0001',
    });
    expect(copy).toMatchObject({
      name: '模板1 副本',
      status: 'draft',
      stats: { useCount: 0 },
      coverImage: 'template/demo/tpl_0001.png',
    });
    const again = await ok('adminTemplate', 'copyTemplate', {
      id: 'tpl_0001',
      idemKey: 'copy_0001',
    });
    expect(again._id).toBe(copy._id);
    expect((await row('templates', copy._id))?.files).toEqual(['template/demo/tpl_0001.png']);
  });
});

describe('a local app', () => {
  it('has a unique code, a valid configuration, and an existing category', async () => {
    const create = (data: object) =>
      call('adminLocalApp', 'createApp', { appCode: 'one_code', name: '应用', ...data });
    const answers = await Promise.all(Array.from({ length: 10 }, () => create({})));
    expect(answers.filter(({ code }) => code === 0)).toHaveLength(1);
    expect(answers.find(({ code }) => code !== 0)).toMatchObject({
      data: { fields: { appCode: '应用标识已被使用' } },
    });
    for (const config of [
      { $where: 1 },
      { 'a.b': 1 },
      { a: { b: { c: 1 } } },
      { a: 'x'.repeat(9_000) },
    ]) {
      expect((await create({ appCode: 'two_code', config })).code).toBe(40001);
    }
    expect((await create({ appCode: 'two_code', categoryId: 'gone' })).code).toBe(40001);
    const set = (data: object) =>
      call('adminLocalApp', 'updateAppField', { appId: 'app_0001', ...data });
    expect((await set({ field: 'sort', value: 7 })).data).toMatchObject({
      _id: 'app_0001',
      sort: 7,
      rev: 2,
    });
    expect((await set({ field: 'categoryId', value: 'gone' })).code).toBe(40001);
    expect((await set({ field: 'appCode', value: 'other' })).code).toBe(40001);
    expect((await call('adminLocalApp', 'deleteCategory', { id: 'lcat_0001' })).code).toBe(40904);
  });
});

describe('the audit log', () => {
  it('is found by who, what, which record and when', async () => {
    await ok('adminLocalApp', 'setRecommendStatus', { appId: 'app_0001', isRecommend: true });
    const total = async (filter: object) =>
      (await ok('adminAuditLog', 'getLogs', { filter })).total;
    expect(await total({ action: 'setRecommendStatus' })).toBe(2);
    expect(await total({ adminId: 'first_admin', function: 'adminLocalApp', result: 'ok' })).toBe(
      1,
    );
    expect(await total({ createTime: { from: Date.now() - 60_000 } })).toBe(1);
    const { list } = await ok('adminAuditLog', 'getResourceHistory', {
      resource: 'localApp',
      resourceId: 'app_0001',
    });
    expect(list[0]?.diff).toEqual([{ path: 'isRecommend', from: false, to: true }]);
  });
});
