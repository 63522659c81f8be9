import { type Category, categoryActions, categoryEntity } from '#contract/category.ts';
import { categorySentences } from '#contract/sentences/categories.ts';
import { crud } from '../_shared/base/crud.ts';
import { defineFunction, withLoad } from '../_shared/base/dispatcher.ts';
import { invalid } from '../_shared/base/errors.ts';
import { repository, type Stored } from '../_shared/base/repository.ts';
import { templates } from '../_shared/templates/records.ts';
import { mergeInto } from './merge.ts';

const records = repository<Category>('categories');
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
const checkParent = async (parentId: string | undefined, id: string | undefined) => {
  if (!parentId) return;
  const [parent, children] = await Promise.all([
    records.get(parentId),
    id === undefined ? 0 : records.count({ parentId: id }),
  ]);
  if (!parent || parent.parentId !== '' || parentId === id) {
    throw invalid({ parentId: categorySentences.topLevelRequired });
  }
  if (children > 0) throw invalid({ parentId: categorySentences.hasChildren });
};

const { list, handlers } = crud(categoryEntity, {
  unique: { name: categorySentences.nameTaken },
  check: ({ parentId }, { id }) => checkParent(parentId, id),
  uses: async id => {
    const { templates: used, children, quickFunctions: pointers } = await usageOf(id);
    const { usedByTemplates, usedByCategories, usedByQuickFunctions } = categorySentences;
    return [
      { resource: 'templates', count: used, message: usedByTemplates(used) },
      { resource: 'categories', count: children, message: usedByCategories(children) },
      { resource: 'quickFunctions', count: pointers, message: usedByQuickFunctions(pointers) },
    ];
  },
});

export const main = defineFunction('adminCategory', categoryActions, {
  ...handlers,

  getCategories: async request => {
    const page = await list(request);
    const counts = await Promise.all(page.list.map(({ _id }) => templateCount(_id)));
    return {
      ...page,
      list: page.list.map((one, at) => ({ ...one, templateCount: counts[at] ?? 0 })),
    };
  },

  getCategoryById: async ({ _id }) => {
    const [one, count] = await Promise.all([records.require(_id), templateCount(_id)]);
    return { ...one, templateCount: count };
  },

  mergeCategory: withLoad(
    ({ fromId, toId }) => Promise.all([records.require(fromId), records.get(toId)]),
    (_data, context, [from, to]) => mergeInto(records, from, to, context),
  ),

  getUsage: async ({ _id }) => {
    const [, usage] = await Promise.all([records.require(_id), usageOf(_id)]);
    return usage;
  },
});
