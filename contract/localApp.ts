import { oneOrMany } from './action.ts';
import { enabledStatus, enabledStatuses } from './enabledStatuses.ts';
import { entity, type RecordOf } from './entity.ts';
import { field } from './field.ts';
import { id, labelled, orEmpty, shaped, z } from './zod.ts';

/** Parameters that an app reads when it starts: names that cannot be taken for a path, values of at most two levels. */
const configKey = shaped(
  /^[A-Za-z][A-Za-z0-9_]{0,63}$/,
  '以字母开头的字母、数字和下划线，最多 64 位',
  'style_1',
);
const scalar = z.union([z.string().max(2_000), z.number(), z.boolean(), z.null()]);
const config = z
  .record(configKey, z.union([scalar, z.array(scalar).max(100), z.record(configKey, scalar)]))
  .refine(value => JSON.stringify(value).length <= 8_000, '配置内容过长');

/** Version of the mini-program; '' where it is unknown or does not matter. */
export const appVersion = z.union([
  shaped(/^\d{1,4}(\.\d{1,4}){0,3}$/, '版本号', '1.2.0'),
  z.literal(''),
]);

/** A function of the mini-program itself, without a generation task. */
export const localAppEntity = entity({
  kind: 'localApp',
  name: '本地应用',
  function: 'adminLocalApp',
  collection: 'localApps',
  fields: {
    /**
     * The name the mini-program knows it by. Not `appId`, which `updateAppField` and `setRecommendStatus` use for the
     * record's id.
     */
    appCode: field.code(
      '应用标识',
      shaped(
        /^[a-z][a-z0-9_]{2,31}$/,
        '以小写字母开头的 3 到 32 位小写字母、数字和下划线',
        'face_swap',
      ),
    ),
    name: field.line('名称', 30),
    icon: field.picture('图标'),
    coverImage: field.picture('封面图'),
    description: field.prose('介绍', 500),
    categoryId: field.optionalReference('分类', 'local-app-categories'),
    /** The page it opens. */
    entryPath: field.optionalLine('入口页面', 200),
    config: field.data('启动参数', config, z.record(z.string(), z.unknown())).default({}),
    costCredits: field.int('消耗积分', 0, 100_000).default(0),
    minVersion: field.code('最低版本', orEmpty(appVersion)).default(''),
    isRecommend: field.flag('推荐'),
    sort: field.sort(),
    status: field.choice('状态', enabledStatuses).initial('enabled'),
  },
  also: { useCount: labelled('使用次数', z.int().default(0)) },
  filter: { categoryId: oneOrMany(id), status: enabledStatus, isRecommend: z.boolean() },
  states: enabledStatuses,
  sorts: ['sort', 'createTime', 'updateTime', 'useCount', 'name'],
  unique: ['appCode'],
  indexes: ['categoryId status -sort'],
  search: ['name'],
  actions: {
    list: {
      name: 'getApps',
      example: { page: 1, pageSize: 20, sort: { field: 'sort', order: 'desc' } },
    },
    get: { name: 'getAppById', id: 'id', example: { id: 'app_0001' } },
    create: {
      name: 'createApp',
      example: { appCode: 'sample_app', name: '示例应用', categoryId: 'lcat_0001' },
    },
    update: {
      name: 'updateApp',
      id: '_id',
      example: { _id: 'app_0001', rev: 1, description: '更新后的说明' },
    },
    delete: { name: 'deleteApp', id: 'id', example: { id: 'app_0004' } },
    setField: {
      name: 'updateAppField',
      id: 'appId',
      fields: [
        'name',
        'icon',
        'coverImage',
        'categoryId',
        'costCredits',
        'isRecommend',
        'sort',
        'status',
      ],
      example: { appId: 'app_0002', field: 'sort', value: 9 },
    },
    setRecommend: {
      name: 'setRecommendStatus',
      id: 'appId',
      example: { appId: 'app_0002', isRecommend: true },
    },
  },
});
export type LocalApp = RecordOf<typeof localAppEntity>;

export const localAppCategoryEntity = entity({
  kind: 'localAppCategory',
  name: '本地应用分类',
  function: 'adminLocalApp',
  collection: 'localAppCategories',
  fields: {
    name: field.line('名称', 20),
    icon: field.picture('图标'),
    sort: field.sort(),
    status: field.choice('状态', enabledStatuses).initial('enabled'),
  },
  /** Counted on reading. */
  also: { appCount: labelled('应用数', z.int().optional()) },
  filter: { status: enabledStatus },
  sorts: ['sort', 'createTime', 'updateTime', 'name'],
  uniqueName: 'name',
  search: ['name'],
  actions: {
    list: { name: 'getCategories', example: { page: 1, pageSize: 100 } },
    create: { name: 'createCategory', example: { name: '示例应用分类' } },
    update: {
      name: 'updateCategory',
      id: 'id',
      example: { id: 'lcat_0002', rev: 1, sort: 7 },
    },
    /** Refused with 40904 while apps belong to it. */
    delete: { name: 'deleteCategory', id: 'id', example: { id: 'lcat_0004' } },
    setOrder: {
      name: 'updateCategorySort',
      example: { items: [{ _id: 'lcat_0002', sort: 3 }] },
    },
  },
});
export type LocalAppCategory = RecordOf<typeof localAppCategoryEntity>;

export const localAppActions = { ...localAppEntity.actions, ...localAppCategoryEntity.actions };
