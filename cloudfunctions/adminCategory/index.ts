import { type Category, categoryDefaults, categoryActions } from '#contract/category.ts';
import { categoryMoreActions } from '#contract/merging.ts';
import { crud, referenced } from '../_shared/crud.ts';
import { defineFunction, withLoad } from '../_shared/dispatcher.ts';
import { invalid } from '../_shared/errors.ts';
import { repository, type Stored } from '../_shared/repository.ts';
import { gramsOf } from '../_shared/search.ts';
import { sorting } from '../_shared/sorting.ts';
import { mergeInto } from './merge.ts';

const categories = crud<Category>({
  collection: 'categories',
  resource: 'category',
  defaultSort: [
    ['sort', 'desc'],
    ['createTime', 'desc'],
  ],
  searchField: 'name',
  unique: { name: '已有同名分类' },
  derive: ({ name }) => (name === undefined ? {} : { grams: gramsOf(name) }),
  fileFields: ['coverImage'],
});
const { records } = categories;
const templates = repository<Stored>('templates');
const quickFunctions = repository<Stored>('quickFunctions');

const templateCount = (id: string) => templates.count({ categoryIds: id });

const usageOf = async (_id: string) => {
  const [used, children, pointers] = await Promise.all([
    templateCount(_id),
    records.count({ parentId: _id }),
    quickFunctions.count({ targetType: 'category', targetId: _id }),
  ]);
  return { templates: used, children, quickFunctions: pointers };
};

/**
 * Two levels: a parent must exist, have no parent, differ from the category, and the category must have no children.
 */
const checkParent = async (parentId: string | undefined, id?: string) => {
  if (!parentId) return;
  const [parent, children] = await Promise.all([
    records.get(parentId),
    id === undefined ? 0 : records.count({ parentId: id }),
  ]);
  if (!parent || parent.parentId !== '' || parentId === id) {
    throw invalid({ parentId: '请选择一个一级分类作为上级' });
  }
  if (children > 0) throw invalid({ parentId: '该分类下还有子分类，不能再放到其他分类之下' });
};

const actions = { ...categoryActions, ...categoryMoreActions };

export const main = defineFunction('adminCategory', actions, {
  getCategories: async request => {
    const page = await categories.list(request);
    const counts = await Promise.all(page.list.map(({ _id }) => templateCount(_id)));
    return {
      ...page,
      list: page.list.map((category, at) => ({ ...category, templateCount: counts[at] ?? 0 })),
    };
  },

  getCategoryById: async ({ _id }) => {
    const [category, count] = await Promise.all([records.require(_id), templateCount(_id)]);
    return { ...category, templateCount: count };
  },

  createCategory: withLoad(
    ({ parentId }) => checkParent(parentId),
    ({ idemKey, ...fields }, context) =>
      categories.create({ ...categoryDefaults, ...fields }, context, idemKey),
  ),

  updateCategory: withLoad(
    async ({ _id, parentId }) => {
      const [before] = await Promise.all([records.get(_id), checkParent(parentId, _id)]);
      return before;
    },
    ({ _id, rev, ...fields }, context, before) =>
      categories.update(_id, rev, fields, context, before),
  ),

  deleteCategory: withLoad(
    ({ _id }) => Promise.all([records.get(_id), usageOf(_id)]),
    ({ _id, rev }, context, [before, used]) => {
      const sentences = {
        templates: `还有 ${used.templates} 个模板属于该分类，请先移走它们`,
        categories: `该分类下还有 ${used.children} 个子分类`,
        quickFunctions: `还有 ${used.quickFunctions} 个快捷入口指向该分类`,
      };
      const counts = { ...used, categories: used.children };
      for (const resource of ['templates', 'categories', 'quickFunctions'] as const) {
        const count = counts[resource];
        if (count > 0) throw referenced(sentences[resource], { resource, count });
      }
      return categories.remove(_id, rev, context, before);
    },
  ),

  updateCategorySort: sorting(records, 'category'),

  mergeCategory: withLoad(
    ({ fromId, toId }) => Promise.all([records.get(fromId), records.get(toId)]),
    (_data, context, [from, to]) => mergeInto(records, from, to, context),
  ),

  getUsage: async ({ _id }) => {
    const [, usage] = await Promise.all([records.require(_id), usageOf(_id)]);
    return usage;
  },
});
