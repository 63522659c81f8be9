import type { Category } from '#contract/category.ts';
import type { QuickFunction } from '#contract/quickFunction.ts';
import { categorySentences } from '#contract/sentences/categories.ts';
import { actorOf } from '../_shared/base/actor.ts';
import { changeRecord, removeRecord } from '../_shared/base/changeRecord.ts';
import type { AdminContext } from '../_shared/base/dispatcher.ts';
import { invalid } from '../_shared/base/errors.ts';
import { inParallel } from '../_shared/base/parallel.ts';
import { type Repository, repository } from '../_shared/base/repository.ts';
import { replaceReference } from '../_shared/templates/replaceReference.ts';

const quickFunctions = repository<QuickFunction>('quickFunctions');
const MOST = 1_000;

/** Moves templates, children and quick functions of one category to another; the first is removed last. */
export const mergeInto = async (
  categories: Repository<Category>,
  from: Category,
  to: Category | null,
  context: AdminContext,
) => {
  if (!to || from._id === to._id) throw invalid({ toId: categorySentences.otherRequired });
  const children = await categories.find({ parentId: from._id }, { limit: MOST });
  if (children.length > 0 && (to.parentId !== '' || children.some(({ _id }) => _id === to._id))) {
    throw invalid({ toId: categorySentences.mergeNeedsTopLevel });
  }
  const pointers = await quickFunctions.find(
    { targetType: 'category', targetId: from._id },
    { limit: MOST },
  );
  const templates = await replaceReference('categoryIds', [from._id], to._id, context);
  const by = await actorOf(context);
  const ofCategory = { by, resource: 'category', keepAuthor: true } as const;
  await inParallel(children, before =>
    changeRecord(categories, before, {}, { parentId: to._id }, ofCategory),
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
  const after = { mergedInto: to._id, templates };
  await removeRecord(categories, from, {}, { ...ofCategory, after });
  return { _id: to._id, templates };
};
