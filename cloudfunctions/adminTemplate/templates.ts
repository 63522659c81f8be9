import {
  type Template,
  templateFileFields,
  templatePublishRules,
  type TemplateStatus,
  templateStatuses,
  templateTransitions,
} from '#contract/template.ts';
import { codes } from '#contract/envelope.ts';
import { _ } from '../_shared/cloud.ts';
import { crud } from '../_shared/crud.ts';
import type { AdminContext } from '../_shared/dispatcher.ts';
import { ActionError, invalid, notFound, stateNotAllowed } from '../_shared/errors.ts';
import { repository, type Stored } from '../_shared/repository.ts';
import { gramsOf } from '../_shared/search.ts';

export const templates = crud<Template>({
  collection: 'templates',
  resource: 'template',
  defaultSort: [
    ['sort', 'desc'],
    ['createTime', 'desc'],
  ],
  stateField: 'status',
  states: Object.keys(templateStatuses),
  searchField: 'name',
  derive: ({ name }) => (name === undefined ? {} : { grams: gramsOf(name) }),
  fileFields: templateFileFields,
});
const categories = repository<Stored>('categories');
const keywords = repository<Stored>('keywords');

export interface References {
  categoryIds?: string[] | undefined;
  keywordIds?: string[] | undefined;
}

/** Names that lead nowhere are refused beside the field that holds them. */
export const checkReferences = async (fields: References) => {
  const missing = async (collection: typeof categories, ids: string[] = []) =>
    ids.length > 0 && (await collection.count({ _id: _.in(ids) })) < new Set(ids).size;
  const [category, keyword] = await Promise.all([
    missing(categories, fields.categoryIds),
    missing(keywords, fields.keywordIds),
  ]);
  if (category || keyword) {
    throw invalid({
      ...(category && { categoryIds: '所选分类已不存在，请重新选择' }),
      ...(keyword && { keywordIds: '所选关键词已不存在，请重新选择' }),
    });
  }
};

/** What stands in the way of publishing, a sentence beside each field. */
export const lacks = (template: Pick<Template, 'name' | 'coverImage' | 'categoryIds'>) =>
  Object.fromEntries(
    Object.entries(templatePublishRules).filter(
      ([field]) => template[field as keyof typeof templatePublishRules].length === 0,
    ),
  );

const changeStatus = async (
  id: string,
  to: TemplateStatus,
  rev: number | undefined,
  context: AdminContext,
  before: Template | null,
): Promise<Template> => {
  if (!before) throw notFound();
  if (!templateTransitions[before.status].includes(to)) {
    throw stateNotAllowed(
      `「${templateStatuses[before.status].label}」的模板不能变为「${templateStatuses[to].label}」`,
    );
  }
  const missing = to === 'online' ? lacks(before) : {};
  if (Object.keys(missing).length > 0) {
    throw new ActionError(codes.invalidInput, Object.values(missing).join('；'), {
      fields: missing,
    });
  }
  const publishTime = to === 'online' ? Date.now() : before.publishTime;
  return templates.update(id, rev, { status: to, publishTime }, context, before, {
    status: before.status,
  });
};

/** One field of one template; for a change of state, the rules of states and publishing. */
export const setField = async (
  id: string,
  set: { field: string; value: unknown },
  rev: number | undefined,
  context: AdminContext,
  before: Template | null,
): Promise<Template> => {
  if (set.field === 'status') {
    return changeStatus(id, set.value as TemplateStatus, rev, context, before);
  }
  if (before?.status === 'online') {
    const missing = lacks({ ...before, [set.field]: set.value });
    if (Object.keys(missing).length > 0)
      throw invalid({ value: Object.values(missing)[0] as string });
  }
  return templates.update(id, rev, { [set.field]: set.value }, context, before);
};
