import { beforeEach, describe, expect, it } from 'vitest';
import { photoInput } from '../../photoInput.ts';
import { startWorld } from '../world/harness.ts';

const world = await startWorld();
const { call, ok, rows } = world;
let { admin } = await world.reset();
beforeEach(async () => ({ admin } = await world.reset()));
const complete = {
  name: '水彩头像',
  coverImage: 'template/202611/a.png',
  categoryIds: ['cat_0001'],
  keywordIds: ['kw_0002'],
};

describe('templates', () => {
  it('are listed in order, filtered, searched and counted, page by page', async () => {
    const { list, total } = await ok('adminTemplate', 'getTemplates', {});
    expect(list.map(({ _id }) => _id)).toEqual(
      [3, 2, 1, 60, 4].map(at => `tpl_${String(at).padStart(4, '0')}`),
    );
    expect(total).toBe(5);

    const page = { page: 2, pageSize: 2, sort: { field: 'name', order: 'asc' }, filter: {} };
    expect((await ok('adminTemplate', 'getTemplates', page)).list.map(({ name }) => name)).toEqual([
      '模板3',
      '模板4',
    ]);

    const some = {
      filter: { status: ['online'], categoryIds: ['cat_0001'], ids: ['tpl_0001', 'tpl_0004'] },
      withCounts: true,
    };
    expect(await ok('adminTemplate', 'getTemplates', some)).toMatchObject({
      total: 1,
      counts: { draft: 0, online: 1, offline: 0 },
    });
    expect((await ok('adminTemplate', 'getTemplates', { q: '板6' })).total).toBe(1);
    for (const q of ['.*', '板.', '(', '\\', '[板]', '模板6|模板1']) {
      expect((await ok('adminTemplate', 'getTemplates', { q })).total, q).toBe(0);
    }
    expect((await ok('adminTemplate', 'getTemplates', { filter: { status: [] } })).total).toBe(0);
  });

  it('contain neither search data nor unknown fields', async () => {
    await world.emulator.database.handle('database.modifyDocument', {
      collectionName: 'templates',
      queryType: 'WHERE',
      multi: true,
      merge: true,
      upsert: false,
      query: '{}',
      data: '{"$set":{"canary":"secret"}}',
    });
    const list = await call('adminTemplate', 'getTemplates', {});
    const one = await call('adminTemplate', 'getTemplateById', { id: 'tpl_0001' });
    const conflict = await call('adminTemplate', 'updateTemplate', {
      _id: 'tpl_0001',
      rev: 9,
      name: '新名称',
    });
    expect(conflict).toMatchObject({
      code: 40901,
      message: '数据已被他人修改，请刷新后再试',
      data: { current: { _id: 'tpl_0001', rev: 1, name: '模板1' } },
    });
    for (const answer of [list, one, conflict]) {
      expect(JSON.stringify(answer)).not.toMatch(/canary|secret|grams/);
    }
  });

  it('are created as drafts with every default, an author and an audit row', async () => {
    const created = await ok('adminTemplate', 'createTemplate', { name: ' 水彩 ', subtitle: null });
    expect(created).toMatchObject({
      name: '水彩',
      subtitle: '',
      status: 'draft',
      rev: 1,
      stats: { useCount: 0, successCount: 0, failCount: 0 },
      createBy: { adminId: admin._id, name: '测试管理员' },
    });
    expect(await ok('adminTemplate', 'getTemplateById', { id: created._id })).toEqual(created);
    expect(await rows('auditLogs')).toMatchObject([
      {
        action: 'createTemplate',
        resource: 'template',
        resourceId: created._id,
        adminId: admin._id,
      },
    ]);
  });

  it('are created together with a default preset: once, each with its audit row', async () => {
    const inputs = [{ key: 'style', label: '风格', type: 'text', required: true, maxLength: 4 }];
    const preset = { name: '清透', prompt: '柔和的光', params: { style: '清透' } };
    const data = { ...complete, inputs, preset, idemKey: 'both-0001' };
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => ok('adminTemplate', 'createTemplate', data)),
    );
    const templateId = answers[0]?._id;
    expect(new Set(answers.map(({ _id }) => _id)).size).toBe(1);
    const made = (await rows('templatePresets')).filter(row => row['templateId'] === templateId);
    expect(made).toMatchObject([{ ...preset, isDefault: true, needsReview: false, useCount: 0 }]);
    expect(await ok('adminTemplatePreset', 'getPresets', { q: '清透' })).toMatchObject({
      list: [{ _id: made[0]?._id, createBy: { adminId: admin._id } }],
    });
    const log = await rows('auditLogs');
    expect(log.map(({ resource, resourceId }) => [resource, resourceId]).sort()).toEqual([
      ['preset', made[0]?._id],
      ['template', templateId],
    ]);
  });

  it('are not created if their first preset is invalid, with sentences beside its fields', async () => {
    const create = (preset: object, more: object = {}) =>
      call('adminTemplate', 'createTemplate', { ...complete, preset, ...more });
    const before = await world.dump();
    expect(await create({ name: '清透', params: { gone: '有' } })).toMatchObject({
      code: 40001,
      data: { fields: { 'preset.params.gone': '模板没有这个输入项' } },
    });
    expect(await create({ name: '', prompt: '柔和的光' })).toMatchObject({
      code: 40001,
      data: { fields: { 'preset.name': expect.any(String) as string } },
    });
    expect(await create({ name: '清透', templateId: 'tpl_0001' })).toMatchObject({ code: 40001 });
    expect(await world.dump()).toBe(before);

    // The preset's place is taken, so that its insert fails after the template's.
    const key = { idemKey: 'both-0002' };
    const { _id } = (await create({ name: '清透' }, key)).data as { _id: string };
    await ok('adminTemplate', 'getTemplateById', { id: _id });
    await world.remove('templates', { _id });
    const left = await world.dump();
    expect((await create({ name: '清透' }, key)).code).toBe(50001);
    expect(await world.dump()).toBe(left);
  });

  it('do not accept fields that only the server writes', async () => {
    const before = await world.dump();
    for (const key of [
      'status',
      'stats',
      'publishTime',
      'createBy',
      'createTime',
      'grams',
      '_id',
    ]) {
      const answer = await call('adminTemplate', 'createTemplate', { ...complete, [key]: 1 });
      expect(answer).toMatchObject({
        code: 40001,
        data: { fields: { [key]: '页面已更新，请刷新后再试' } },
      });
    }
    expect(await world.dump()).toBe(before);
  });

  it('have a sentence for each invalid field', async () => {
    const answer = await call('adminTemplate', 'createTemplate', {
      name: '一',
      subtitle: '长'.repeat(61),
      coverImage: 'http://evil.example/a.png',
      categoryIds: ['no such'],
      sort: 1.5,
      priceFen: -1,
      inputs: [{ key: '1', label: '', type: 'image', required: true }],
    });
    expect(answer).toMatchObject({
      code: 40001,
      message: '提交的内容有误，请检查后重试',
      data: {
        fields: {
          name: '至少 2 个字符',
          subtitle: '最多 60 个字符',
          coverImage: '不是有效的图片',
          'categoryIds.0': '应为编号，如 tpl_0001',
          sort: '请填写整数',
          priceFen: '不能小于 0',
          'inputs.0.key': '应为以字母开头的字母、数字和下划线，最多 32 位，如 style_1',
          'inputs.0.label': '请填写',
        },
      },
    });
    const missing = { ...complete, categoryIds: ['gone'], keywordIds: ['gone'] };
    expect(await call('adminTemplate', 'createTemplate', missing)).toMatchObject({
      code: 40001,
      data: {
        fields: {
          categoryIds: '所选分类已不存在，请重新选择',
          keywordIds: '所选关键词已不存在，请重新选择',
        },
      },
    });
  });

  it('change only if the version read is the stored one', async () => {
    const changes = Array.from({ length: 20 }, (_, at) => ({ _id: 'tpl_0001', rev: 1, sort: at }));
    const answers = await Promise.all(
      changes.map(data => call('adminTemplate', 'updateTemplate', data)),
    );
    expect(answers.filter(({ code }) => code === 0)).toHaveLength(1);
    expect(answers.filter(({ code }) => code === 40901)).toHaveLength(19);
    const won = answers.find(({ code }) => code === 0)?.data;
    expect(await ok('adminTemplate', 'getTemplateById', { id: 'tpl_0001' })).toEqual(won);
    expect(won?.rev).toBe(2);
  });

  it('keep every field that an update does not name, and replace lists whole', async () => {
    const before = await ok('adminTemplate', 'getTemplateById', { id: 'tpl_0001' });
    const inputs = [
      {
        key: 'text',
        label: '文字',
        type: 'text' as const,
        required: false,
        nodeId: '44',
        fieldName: 'text',
        maxLength: 20,
      },
    ];
    const after = await ok('adminTemplate', 'updateTemplate', { _id: 'tpl_0001', rev: 1, inputs });
    expect(after).toEqual({
      ...before,
      inputs,
      rev: 2,
      updateTime: after.updateTime,
      updateBy: { adminId: admin._id, name: '测试管理员' },
    });
    expect(after.updateTime).toBeGreaterThan(before.updateTime);
  });

  it('have unique input keys, and choices have options; the node may be set later', async () => {
    const input = { key: 'tone', label: '色调', type: 'select' as const, required: false };
    const update = (inputs: object[]) =>
      call('adminTemplate', 'updateTemplate', { _id: 'tpl_0001', rev: 1, inputs });
    expect((await update([input, { ...input, type: 'slider', min: 2, max: 1 }])).data).toEqual({
      fields: {
        'inputs.0.options': '请至少添加一个选项',
        'inputs.1.key': '与另一个输入项的标识重复',
        'inputs.1.max': '不能小于最小值',
      },
    });
    const options = [{ label: '暖色', value: 'warm' }];
    expect((await update([{ ...input, options }])).data).toMatchObject({
      inputs: [{ ...input, options, nodeId: '', fieldName: '' }],
      status: 'offline',
    });
  });

  it('are found under their new name after a rename, and no longer under the old one', async () => {
    await ok('adminTemplate', 'updateTemplate', { _id: 'tpl_0001', rev: 1, name: '水墨' });
    expect((await ok('adminTemplate', 'getTemplates', { q: '水墨' })).total).toBe(1);
    expect((await ok('adminTemplate', 'getTemplates', { q: '模板1' })).total).toBe(0);
  });

  it('that are missing answer 40400 to every call', async () => {
    const before = await world.dump();
    const calls = [
      call('adminTemplate', 'getTemplateById', { id: 'gone' }),
      call('adminTemplate', 'updateTemplate', { _id: 'gone', rev: 1, name: '名称' }),
      call('adminTemplate', 'deleteTemplate', { id: 'gone' }),
      call('adminTemplate', 'updateTemplateField', { templateId: 'gone', field: 'sort', value: 1 }),
      call('adminTemplate', 'setRecommendStatus', { templateId: 'gone', isRecommend: true }),
    ];
    for (const answer of await Promise.all(calls)) {
      expect(answer).toMatchObject({ code: 40400, message: '记录不存在或已被删除', data: null });
    }
    expect(await world.dump()).toBe(before);
  });
});

describe('a single field of a template', () => {
  const set = (field: string, value: unknown, more: object = {}) =>
    call('adminTemplate', 'updateTemplateField', { templateId: 'tpl_0002', field, value, ...more });

  it('is set by its own rules, with or without a version', async () => {
    expect((await set('sort', 42)).data).toMatchObject({ sort: 42, rev: 2 });
    expect((await set('name', ' 新名 ', { rev: 2 })).data).toMatchObject({ name: '新名', rev: 3 });
    expect((await set('sort', 1, { rev: 2 })).code).toBe(40901);
    expect(await set('sort', '42')).toMatchObject({
      code: 40001,
      data: { fields: { value: '应为数字，如 12' } },
    });
    for (const field of [
      'stats',
      'grams',
      '_id',
      'rev',
      'createBy',
      '$set',
      'inputs.0.key',
      '__proto__',
    ]) {
      expect(await set(field, 1), field).toMatchObject({
        code: 40001,
        data: { fields: { field: '请选择有效的选项' } },
      });
    }
  });

  it('is not lost among a hundred simultaneous writes', async () => {
    const answers = await Promise.all(Array.from({ length: 100 }, (_, at) => set('sort', at)));
    expect(answers.every(({ code }) => code === 0)).toBe(true);
    expect((await ok('adminTemplate', 'getTemplateById', { id: 'tpl_0002' })).rev).toBe(101);
  });

  it('recommends and stops recommending', async () => {
    for (const isRecommend of [true, false]) {
      expect(
        await ok('adminTemplate', 'setRecommendStatus', { templateId: 'tpl_0002', isRecommend }),
      ).toMatchObject({ isRecommend });
    }
  });
});

describe('publishing', () => {
  const status = (templateId: string, value: string) =>
    call('adminTemplate', 'updateTemplateField', { templateId, field: 'status', value });

  it('requires a cover and a category, with a sentence beside each', async () => {
    const bare = { name: '没有封面' };
    const { _id } = await ok('adminTemplate', 'createTemplate', bare);
    const runnable = { workflowId: '1234567890123456789', inputs: [photoInput], trialPassed: true };
    await world.set('templates', _id, runnable);
    expect(await status(_id, 'online')).toMatchObject({
      code: 40001,
      message: '上线前请上传封面图；上线前请选择分类',
      data: { fields: { coverImage: '上线前请上传封面图', categoryIds: '上线前请选择分类' } },
    });
    const changes = { _id, rev: 1, coverImage: complete.coverImage, categoryIds: ['cat_0001'] };
    await ok('adminTemplate', 'updateTemplate', changes);
    const published = await status(_id, 'online');
    expect(published.data).toMatchObject({ status: 'online', rev: 3 });
    expect(published.data.publishTime).toBeGreaterThan(Date.now() - 10_000);
  });

  it('follows the table of states', async () => {
    for (const [id, to] of [
      ['tpl_0004', 'offline'],
      ['tpl_0004', 'draft'],
      ['tpl_0001', 'online'],
      ['tpl_0001', 'draft'],
    ] as const) {
      const before = await world.dump();
      expect((await status(id, to)).code).toBe(40902);
      expect(await world.dump()).toBe(before);
    }
    expect((await status('tpl_0004', 'published')).code).toBe(40001);
    for (const to of ['offline', 'online']) expect((await status('tpl_0001', to)).code).toBe(0);
  });

  it('prevents deleting an online template, and says what to do', async () => {
    const remove = () => call('adminTemplate', 'deleteTemplate', { id: 'tpl_0001' });
    expect(await remove()).toMatchObject({ code: 40902, message: '模板已上线，请先下线再删除' });
    await status('tpl_0001', 'offline');
    expect(await remove()).toMatchObject({ code: 0, data: { _id: 'tpl_0001' } });
    expect((await remove()).code).toBe(40400);
  });

  it('and deleting at the same moment leave no deleted template online', async () => {
    const results = await Promise.all([
      status('tpl_0004', 'online'),
      call('adminTemplate', 'deleteTemplate', { id: 'tpl_0004' }),
    ]);
    expect(results.filter(({ code }) => code === 0).length).toBe(1);
  });
});
