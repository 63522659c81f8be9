import { type Category } from '#contract/category.ts';
import { type Template } from '#contract/template.ts';
import { missingToRun } from '#contract/templatePublishing.ts';
import { appTemplateActions } from '#contract/visitor.ts';
import { defineFunction } from '../_shared/base/dispatcher.ts';
import { notFound } from '../_shared/base/errors.ts';
import { listing } from '../_shared/base/listing.ts';
import { repository } from '../_shared/base/repository.ts';
import { hasUsableKey, usablePools } from '../_shared/tasks/service.ts';

const published = { status: 'online' };
const templates = repository<Template>('templates');
const listTemplates = listing<Template>({
  collection: 'templates',
  defaultSort: [
    ['isRecommend', 'desc'],
    ['sort', 'desc'],
    ['createTime', 'desc'],
  ],
  searchField: 'name',
});
const categories = repository<Category>('categories');

/** Published by older rules; a timer takes it offline, and until then it is not shown. */
const canRun = (template: Template) => Object.keys(missingToRun(template)).length === 0;

const asOffered = (pools: string[]) => (template: Template) => ({
  ...template,
  suspended: !hasUsableKey(template, pools),
});

/** Two levels of at most some dozens each; the platform returns at most 1000. */
const MOST_CATEGORIES = 1_000;

export const main = defineFunction('appTemplate', appTemplateActions, {
  getTemplates: async request => {
    const [{ list, total }, pools] = await Promise.all([
      listTemplates(request, published),
      usablePools(),
    ]);
    return { total, list: list.filter(canRun).map(asOffered(pools)) };
  },

  getTemplateById: async ({ id }) => {
    const [template, pools] = await Promise.all([templates.get(id), usablePools()]);
    // The same answer as for a missing one, so that drafts cannot be discovered.
    if (template?.status !== 'online' || !canRun(template)) throw notFound();
    return asOffered(pools)(template);
  },

  getCategories: async () => ({
    list: await categories.find(
      { status: 'enabled' },
      {
        sort: [
          ['sort', 'desc'],
          ['createTime', 'desc'],
        ],
        limit: MOST_CATEGORIES,
      },
    ),
  }),
});
