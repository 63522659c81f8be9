import { beforeEach, describe, expect, it } from 'vitest';
import { pastedForms } from '../../pastedForms.ts';
import { startWorld } from '../world/harness.ts';

const world = await startWorld();
const { call, ok, rows } = world;
await world.reset();
beforeEach(() => world.reset());

describe('categories', () => {
  it('report how many templates they hold', async () => {
    const { list } = await ok('adminCategory', 'getCategories', {
      sort: { field: 'name', order: 'asc' },
    });
    expect(list.map(({ _id, templateCount }) => [_id, templateCount])).toEqual([
      ['cat_0001', 3],
      ['cat_0012', 0],
      ['cat_0002', 2],
    ]);
    expect(await ok('adminCategory', 'getCategoryById', { _id: 'cat_0001' })).toMatchObject({
      templateCount: 3,
    });
  });

  it('have unique names, also when twenty are created at once', async () => {
    const create = (name: string) => call('adminCategory', 'createCategory', { name });
    expect(await create(' 分类1 ')).toMatchObject({
      code: 40001,
      data: { fields: { name: '已有同名分类' } },
    });
    const answers = await Promise.all(Array.from({ length: 20 }, () => create('同名')));
    expect(answers.filter(({ code }) => code === 0)).toHaveLength(1);
    expect((await rows('categories')).filter(({ name }) => name === '同名')).toHaveLength(1);
    for (const name of pastedForms('同名').slice(0, 3))
      expect((await create(name)).code, name).toBe(40001);
    const rename = { _id: 'cat_0002', rev: 1, name: '分类1' };
    expect(await call('adminCategory', 'updateCategory', rename)).toMatchObject({
      code: 40001,
      data: { fields: { name: '已有同名分类' } },
    });
  });

  it('are not deleted while templates name them or categories are below them', async () => {
    const remove = (_id: string) => call('adminCategory', 'deleteCategory', { _id });
    expect(await remove('cat_0001')).toMatchObject({
      code: 40904,
      message: '还有 3 个模板属于该分类，请先移走这些模板',
      data: { resource: 'templates', count: 3 },
    });
    await ok('adminCategory', 'createCategory', { name: '下级', parentId: 'cat_0012' });
    expect(await remove('cat_0012')).toMatchObject({
      code: 40904,
      data: { resource: 'categories', count: 1 },
    });
  });

  it('have two levels, and none is below itself', async () => {
    const parent = (parentId: string, _id = 'cat_0002') =>
      call('adminCategory', 'updateCategory', { _id, rev: 1, parentId });
    for (const id of ['cat_0002', 'gone']) {
      expect(await parent(id)).toMatchObject({
        code: 40001,
        data: { fields: { parentId: '请选择一个一级分类作为上级' } },
      });
    }
    expect((await parent('cat_0001')).code).toBe(0);
    expect((await parent('cat_0002', 'cat_0012')).code).toBe(40001);
    expect((await parent('cat_0012', 'cat_0001')).data).toEqual({
      fields: { parentId: '该分类下还有子分类，不能再放到其他分类之下' },
    });
  });

  it('keep their version and return it in a conflict', async () => {
    await ok('adminCategory', 'updateCategory', { _id: 'cat_0001', rev: 1, sort: 5 });
    const conflict = await call('adminCategory', 'updateCategory', {
      _id: 'cat_0001',
      rev: 1,
      sort: 6,
    });
    expect(conflict).toMatchObject({ code: 40901, data: { current: { sort: 5, rev: 2 } } });
    expect(JSON.stringify(conflict)).not.toContain('grams');
    expect((await call('adminCategory', 'deleteCategory', { _id: 'cat_0012', rev: 2 })).code).toBe(
      40901,
    );
  });
});
