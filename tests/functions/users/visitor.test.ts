import { beforeEach, describe, expect, it } from 'vitest';
import { defaultSystemSettings } from '#contract/systemSettings.ts';
import { startWorld } from '../world/harness.ts';

const world = await startWorld();
const { as, call, ok } = world;
beforeEach(() => world.reset());

const online = ['tpl_0003', 'tpl_0002', 'tpl_0001'];

describe('what a visitor sees', () => {
  it('are published templates only, recommended ones first', async () => {
    const ids = async (data: object = {}) =>
      (await ok('appTemplate', 'getTemplates', data)).list.map(({ _id }) => _id);
    expect(await ids()).toEqual(online);
    await ok(
      'adminTemplate',
      'setRecommendStatus',
      { templateId: 'tpl_0001', isRecommend: true },
      as(),
    );
    expect(await ids()).toEqual(['tpl_0001', 'tpl_0003', 'tpl_0002']);
    expect(await ids({ filter: { isRecommend: true } })).toEqual(['tpl_0001']);
    expect(await ids({ filter: { categoryIds: 'cat_0002' } })).toEqual([]);
    expect(await ids({ q: '板3' })).toEqual(['tpl_0003']);
    expect(
      await ids({ sort: { field: 'createTime', order: 'asc' }, pageSize: 1, page: 2 }),
    ).toEqual(['tpl_0002']);
    for (const filter of [
      { status: 'draft' },
      { ids: ['tpl_0004'] },
      { categoryIds: ['cat_0001'] },
    ]) {
      expect((await call('appTemplate', 'getTemplates', { filter })).code).toBe(40001);
    }
  });

  it('disappear from the list and by id once they are taken offline', async () => {
    const one = () => call('appTemplate', 'getTemplateById', { id: 'tpl_0001' });
    expect((await one()).code).toBe(0);
    const offline = { templateId: 'tpl_0001', field: 'status', value: 'offline' };
    await ok('adminTemplate', 'updateTemplateField', offline, as());
    const hidden = await one();
    expect(hidden.code).toBe(40400);
    expect((await ok('appTemplate', 'getTemplates', {})).total).toBe(2);
    const { requestId: _request, ...answer } = await call('appTemplate', 'getTemplateById', {
      id: 'gone',
    });
    expect(hidden).toMatchObject(answer);
  });

  it('contains nothing of workflows, keys, authors and use', async () => {
    const answers = [
      await ok('appTemplate', 'getTemplates', {}),
      await ok('appTemplate', 'getTemplateById', { id: 'tpl_0001' }),
    ];
    expect(JSON.stringify(answers)).not.toMatch(
      /workflow|webapp|1234567890123456789|nodeId|fieldName|createBy|rev|stats|grams|keywordIds|status/,
    );
    expect(answers[1]).toMatchObject({
      inputs: [{ key: 'photo', label: '照片', type: 'image', required: true }],
    });
  });

  it('says how many photos an input takes, instead of the nodes that they go into', async () => {
    const photos = { key: 'photos', label: '合影', type: 'images', required: true } as const;
    const inputs = [{ ...photos, nodeId: '12, 13,14', fieldName: 'image' }];
    await ok('adminTemplate', 'updateTemplate', { _id: 'tpl_0001', rev: 1, inputs }, as());
    const { inputs: shown } = await ok('appTemplate', 'getTemplateById', { id: 'tpl_0001' });
    expect(shown).toEqual([{ ...photos, mostPhotos: 3 }]);
  });

  it('are enabled categories only, bigger sort first, with name, cover and what they are about', async () => {
    const set = (_id: string, fields: object) =>
      ok('adminCategory', 'updateCategory', { _id, rev: 1, ...fields }, as());
    await set('cat_0001', { status: 'disabled' });
    await set('cat_0012', { sort: 5 });
    expect(await ok('appTemplate', 'getCategories', {})).toEqual({
      list: [
        { _id: 'cat_0012', name: '分类12', description: '', coverImage: '', parentId: '' },
        { _id: 'cat_0002', name: '分类2', description: '', coverImage: '', parentId: '' },
      ],
    });
  });
});

describe('the system settings', () => {
  const get = () => ok('systemSettings', 'getSettings', { group: 'system' });

  it('are the defaults while nothing is stored, and stored styles override them one by one', async () => {
    world.emulator.database.reset();
    expect(await get()).toEqual(defaultSystemSettings);
    await world.insert('settings', [
      {
        _id: 'system',
        rev: 1,
        data: { imageStyles: { poster: '!poster' }, secret: 'x', upload: { key: 'y' } },
        secret: 'z',
      },
    ]);
    expect(await get()).toEqual({
      ...defaultSystemSettings,
      imageStyles: { ...defaultSystemSettings.imageStyles, poster: '!poster' },
    });
  });

  it('exist in one group only', async () => {
    for (const group of ['payment', 'admin', '', undefined, { $ne: 'system' }]) {
      expect((await call('systemSettings', 'getSettings', { group })).code).toBe(40001);
    }
  });
});
