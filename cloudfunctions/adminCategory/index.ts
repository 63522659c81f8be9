import { type Category, categoryActions, categoryEntity } from '#contract/category.ts';
import type { QuickFunction } from '#contract/quickFunction.ts';
import { categorySentences } from '#contract/sentences/categories.ts';
import { actorOf } from '../_shared/base/actor.ts';
import { changeRecord, removeRecord } from '../_shared/base/changeRecord.ts';
import { crud } from '../_shared/base/crud.ts';
import { type AdminContext, defineFunction, withLoad } from '../_shared/base/dispatcher.ts';
import { invalid } from '../_shared/base/errors.ts';
import { inParallel } from '../_shared/base/parallel.ts';
import { repository } from '../_shared/base/repository.ts';
import { templates } from '../_shared/templates/records.ts';
import { replaceReference } from '../_shared/templates/replaceReference.ts';

const records = repository<Category>('categories');
const quickFunctions = repository<QuickFunction>('quickFunctions');

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

const MOST = 1_000;

/** Moves templates, children and quick functions of one category to another; the first is removed last. */
const mergeInto = async (from: Category, to: Category | null, context: AdminContext) => {
  if (!to || from._id === to._id) throw invalid({ toId: categorySentences.otherRequired });
  const children = await records.find({ parentId: from._id }, { limit: MOST });
  if (children.length > 0 && (to.parentId !== '' || children.some(({ _id }) => _id === to._id))) {
    throw invalid({ toId: categorySentences.mergeNeedsTopLevel });
  }
  const pointers = await quickFunctions.find(
    { targetType: 'category', targetId: from._id },
    { limit: MOST },
  );
  const moved = await replaceReference('categoryIds', [from._id], to._id, context);
  const by = await actorOf(context);
  const ofCategory = { by, resource: 'category', keepAuthor: true } as const;
  await inParallel(children, before =>
    changeRecord(records, before, {}, { parentId: to._id }, ofCategory),
  );
  await inParallel(pointers, before =>
    changeRecord(
      quickFunctions,
      before,
      {},
      { targetId: to._id },
      { by, resource: 'quickFunction', keepAuthor: true },
    ),
  );
  const after = { mergedInto: to._id, templates: moved };
  await removeRecord(records, from, {}, { ...ofCategory, after });
  return { _id: to._id, templates: moved };
};

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
    (_data, context, [from, to]) => mergeInto(from, to, context),
  ),

  getUsage: async ({ _id }) => {
    const [, usage] = await Promise.all([records.require(_id), usageOf(_id)]);
    return usage;
  },
});
