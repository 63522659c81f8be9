import { appTemplateActions } from '#contract/visitor.ts';
import { type Category } from '#contract/category.ts';
import { type Template } from '#contract/template.ts';
import { crud } from '../_shared/crud.ts';
import { defineFunction } from '../_shared/dispatcher.ts';
import { notFound } from '../_shared/errors.ts';
import { repository } from '../_shared/repository.ts';

const published = { status: 'online' };
const templates = crud<Template>({
  collection: 'templates',
  resource: 'template',
  defaultSort: [
    ['isRecommend', 'desc'],
    ['sort', 'desc'],
    ['createTime', 'desc'],
  ],
  searchField: 'name',
});
const categories = repository<Category>('categories');

/** Two levels of at most some dozens each; the platform answers no more than 1000 anyway. */
const MOST_CATEGORIES = 1_000;

export const main = defineFunction('appTemplate', appTemplateActions, {
  getTemplates: request => templates.list(request, published),

  getTemplateById: async ({ id }) => {
    const template = await templates.records.get(id);
    // One answer for both, so that nobody learns which drafts exist.
    if (template?.status !== 'online') throw notFound();
    return template;
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
