import { adminRead, adminWrite, byUnderscoreId } from './action.ts';
import { enabledStatus, enabledStatuses } from './enabledStatuses.ts';
import { entity, type RecordOf } from './entity.ts';
import { field } from './field.ts';
import { id, labelled, z } from './zod.ts';

export const categoryEntity = entity({
  kind: 'category',
  name: '分类',
  function: 'adminCategory',
  collection: 'categories',
  words: {
    mergeCategory: '合并分类',
  },
  fields: {
    /** Category names are unique. */
    name: field.line('名称', 20),
    /** '' for a category of the first level; there are two levels. */
    parentId: field.optionalReference('上级分类', 'categories'),
    coverImage: field.picture('封面图'),
    description: field.prose('说明', 200),
    sort: field.sort(),
    status: field.choice('状态', enabledStatuses).initial('enabled'),
  },
  also: {
    /** Number of templates that name it, counted on reading. */
    templateCount: labelled('模板数', z.int().optional()),
  },
  filter: { parentId: z.union([id, z.literal('')]), status: enabledStatus },
  sorts: ['sort', 'createTime', 'updateTime', 'name'],
  uniqueName: 'name',
  search: ['name'],
  actions: {
    list: {
      name: 'getCategories',
      example: { page: 1, pageSize: 100, sort: { field: 'sort', order: 'desc' } },
    },
    get: { name: 'getCategoryById', id: '_id', example: { _id: 'cat_0001' } },
    create: { name: 'createCategory', example: { name: '示例分类' } },
    update: {
      name: 'updateCategory',
      id: '_id',
      example: { _id: 'cat_0002', rev: 1, description: '更新后的说明' },
    },
    /** Refused with 40904 and the number of templates while a template names it. */
    delete: { name: 'deleteCategory', id: '_id', example: { _id: 'cat_0012' } },
    setOrder: {
      name: 'updateCategorySort',
      example: { items: [{ _id: 'cat_0001', sort: 200 }] },
    },
  },
});
export type Category = RecordOf<typeof categoryEntity>;

/** The one that remains, and how many templates name it now instead. */
export const merged = z.object({ _id: id, templates: z.int() });

export const categoryActions = {
  ...categoryEntity.actions,
  /**
   * Everything that names the first records names the second afterwards; then the first ones are deleted. An
   * interrupted merge is completed by calling it again.
   */
  mergeCategory: adminWrite({
    right: 'templates.write',
    input: z.strictObject({ fromId: id, toId: id }),
    output: merged,
    example: { fromId: 'cat_0002', toId: 'cat_0001' },
  }),
  getUsage: adminRead({
    right: 'templates.read',
    input: byUnderscoreId,
    output: z.object({ templates: z.int(), children: z.int(), quickFunctions: z.int() }),
    example: { _id: 'cat_0001' },
  }),
};
