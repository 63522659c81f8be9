import { categoryFields } from '#contract/category.ts';
import type { ActionName, FunctionName } from '#contract/index.ts';
import { keywordFields } from '#contract/keyword.ts';
import { templateFields } from '#contract/template.ts';

/** An action and the name its payload gives to the record's id; SPEC §7 has five of them. */
type ById<F extends FunctionName> = readonly [action: ActionName<F>, idName: string];

interface ResourceActions<F extends FunctionName> {
  function: F;
  getList: ActionName<F>;
  getOne?: ById<F>;
  /** A single call for many ids; without it they go into the list's filter. */
  getMany?: ActionName<F>;
  create?: ActionName<F>;
  update?: ById<F>;
  delete?: ById<F>;
  /** Sets one field: `{[idName], field, value}`. */
  setField?: ById<F>;
  /** Sets the recommended flag: `{[idName], isRecommend}`. */
  setRecommend?: ById<F>;
  /** What create and update may carry; the rest of a form's values stays here. */
  writable: readonly string[];
}

/** Checks each row against its own function's actions. */
const resource = <F extends FunctionName>(actions: ResourceActions<F>) => actions;

/** react-admin's resources, named as their routes, and the actions behind them. */
export const resources = {
  templates: resource({
    function: 'adminTemplate',
    getList: 'getTemplates',
    getOne: ['getTemplateById', 'id'],
    create: 'createTemplate',
    update: ['updateTemplate', '_id'],
    delete: ['deleteTemplate', 'id'],
    setField: ['updateTemplateField', 'templateId'],
    setRecommend: ['setRecommendStatus', 'templateId'],
    writable: Object.keys(templateFields),
  }),
  categories: resource({
    function: 'adminCategory',
    getList: 'getCategories',
    getOne: ['getCategoryById', '_id'],
    create: 'createCategory',
    update: ['updateCategory', '_id'],
    delete: ['deleteCategory', '_id'],
    writable: Object.keys(categoryFields),
  }),
  keywords: resource({
    function: 'keyword',
    getList: 'getKeywords',
    getMany: 'getKeywordsByIds',
    create: 'createKeyword',
    update: ['updateKeyword', '_id'],
    delete: ['deleteKeyword', '_id'],
    writable: Object.keys(keywordFields),
  }),
} as const;

export type ResourceName = keyof typeof resources;
