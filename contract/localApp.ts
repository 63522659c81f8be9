import {
  action,
  byId,
  createInput,
  deleted,
  listInput,
  listOutput,
  oneOrMany,
  updateInput,
} from './action.ts';
import { enabledStatus } from './category.ts';
import { sorted, sortItems } from './sorting.ts';
import {
  author,
  id,
  line,
  optionalFilePath,
  optionalLine,
  optionalText,
  recordFields,
  rev,
  z,
} from './zod.ts';

/** Parameters that an app reads when it starts: names that cannot be taken for a path, values of at most two levels. */
const configKey = z
  .string()
  .regex(/^[A-Za-z][A-Za-z0-9_]{0,63}$/, '以字母开头，只含字母、数字和下划线');
const scalar = z.union([z.string().max(2_000), z.number(), z.boolean(), z.null()]);
const config = z
  .record(
    configKey,
    z.union([scalar, z.array(scalar).max(100), z.record(configKey, scalar)], '格式不正确'),
  )
  .refine(value => JSON.stringify(value).length <= 8_000, '配置内容过长');

const sort = z.int().min(-1_000_000).max(1_000_000);

/** A function of the mini-program itself, without a generation task. */
export const localAppFields = {
  /**
   * The mini-program's name for it. Not `appId`, because `updateAppField` and `setRecommendStatus` use that for the
   * record's id.
   */
  appCode: z
    .string()
    .regex(/^[a-z][a-z0-9_]{2,31}$/, '3 到 32 位，以小写字母开头，只含小写字母、数字和下划线'),
  name: line(30).min(1),
  icon: optionalFilePath,
  coverImage: optionalFilePath,
  description: optionalText(500),
  categoryId: z
    .union([id, z.literal('')])
    .nullable()
    .transform(value => value ?? ''),
  /** The page it opens. */
  entryPath: optionalLine(200),
  config,
  costCredits: z.int().min(0).max(100_000),
  minVersion: z
    .union([z.string().regex(/^\d{1,4}(\.\d{1,4}){0,3}$/, '形如 1.2.0'), z.literal('')])
    .nullable()
    .transform(value => value ?? ''),
  isRecommend: z.boolean(),
  sort,
  status: enabledStatus,
};
export const localAppDefaults = {
  icon: '',
  coverImage: '',
  description: '',
  categoryId: '',
  entryPath: '',
  config: {},
  costCredits: 0,
  minVersion: '',
  isRecommend: false,
  sort: 0,
  status: 'enabled' as const,
};
export const localAppFileFields = ['icon', 'coverImage'] as const;

export const localApp = z.object({
  ...recordFields,
  appCode: z.string(),
  name: z.string(),
  icon: z.string().default(''),
  coverImage: z.string().default(''),
  description: z.string().default(''),
  categoryId: z.string().default(''),
  entryPath: z.string().default(''),
  config: z.record(z.string(), z.unknown()).default({}),
  costCredits: z.int().default(0),
  minVersion: z.string().default(''),
  isRecommend: z.boolean().default(false),
  sort: z.int().default(0),
  status: enabledStatus,
  useCount: z.int().default(0),
  createBy: author.nullable().default(null),
  updateBy: author.nullable().default(null),
});
export type LocalApp = z.output<typeof localApp>;

export const localAppCategoryFields = {
  name: line(20).min(1),
  icon: optionalFilePath,
  sort,
  status: enabledStatus,
};
export const localAppCategoryDefaults = { icon: '', sort: 0, status: 'enabled' as const };

export const localAppCategory = z.object({
  ...recordFields,
  name: z.string(),
  icon: z.string().default(''),
  sort: z.int().default(0),
  status: enabledStatus,
  /** Counted on reading. */
  appCount: z.int().optional(),
  createBy: author.nullable().default(null),
  updateBy: author.nullable().default(null),
});
export type LocalAppCategory = z.output<typeof localAppCategory>;

/** The fields that `updateAppField` may set; `appId` is the record's id. */
const settable = [
  'name',
  'icon',
  'coverImage',
  'categoryId',
  'costCredits',
  'isRecommend',
  'sort',
  'status',
] as const;
type SettableField = (typeof settable)[number];
const settableField = z.discriminatedUnion(
  'field',
  settable.map(field =>
    z.strictObject({
      appId: id,
      field: z.literal(field),
      value: localAppFields[field],
      rev: rev.optional(),
    }),
  ) as never,
) as unknown as z.ZodType<
  {
    [F in SettableField]: {
      appId: string;
      field: F;
      value: z.output<(typeof localAppFields)[F]>;
      rev?: number | undefined;
    };
  }[SettableField]
>;

export const localAppFilter = {
  ids: z.array(id).max(100),
  categoryId: oneOrMany(id),
  status: enabledStatus,
  isRecommend: z.boolean(),
};
export const localAppSorts = ['sort', 'createTime', 'updateTime', 'useCount', 'name'] as const;
export const localAppCategoryFilter = { ids: z.array(id).max(100), status: enabledStatus };
export const localAppCategorySorts = ['sort', 'createTime', 'updateTime', 'name'] as const;

export const localAppActions = {
  getApps: action({
    access: 'admin',
    effect: 'read',
    input: listInput(localAppFilter, localAppSorts),
    output: listOutput(localApp),
    example: { page: 1, pageSize: 20, sort: { field: 'sort', order: 'desc' } },
  }),
  getAppById: action({
    access: 'admin',
    effect: 'read',
    input: byId,
    output: localApp,
    example: { id: 'app_0001' },
  }),
  createApp: action({
    access: 'admin',
    effect: 'write',
    input: createInput(localAppFields, localAppDefaults),
    output: localApp,
    example: { appCode: 'sample_app', name: '示例应用', categoryId: 'lcat_0001' },
  }),
  updateApp: action({
    access: 'admin',
    effect: 'write',
    input: updateInput(localAppFields).extend({ _id: id, rev }),
    output: localApp,
    example: { _id: 'app_0001', rev: 1, description: '更新后的说明' },
  }),
  deleteApp: action({
    access: 'admin',
    effect: 'write',
    input: byId.extend({ rev: rev.optional() }),
    output: deleted,
    example: { id: 'app_0004' },
  }),
  updateAppField: action({
    access: 'admin',
    effect: 'write',
    input: settableField,
    output: localApp,
    example: { appId: 'app_0002', field: 'sort', value: 9 },
  }),
  setRecommendStatus: action({
    access: 'admin',
    effect: 'write',
    input: z.strictObject({ appId: id, isRecommend: z.boolean(), rev: rev.optional() }),
    output: localApp,
    example: { appId: 'app_0002', isRecommend: true },
  }),
  updateAppSort: action({
    access: 'admin',
    effect: 'write',
    input: sortItems,
    output: sorted,
    example: { items: [{ _id: 'app_0002', sort: 3 }] },
  }),
  getCategories: action({
    access: 'admin',
    effect: 'read',
    input: listInput(localAppCategoryFilter, localAppCategorySorts),
    output: listOutput(localAppCategory),
    example: { page: 1, pageSize: 100 },
  }),
  createCategory: action({
    access: 'admin',
    effect: 'write',
    input: createInput(localAppCategoryFields, localAppCategoryDefaults),
    output: localAppCategory,
    example: { name: '示例应用分类' },
  }),
  updateCategory: action({
    access: 'admin',
    effect: 'write',
    input: updateInput(localAppCategoryFields).extend({ id, rev }),
    output: localAppCategory,
    example: { id: 'lcat_0002', rev: 1, sort: 7 },
  }),
  /** Refused with 40904 while apps belong to it. */
  deleteCategory: action({
    access: 'admin',
    effect: 'write',
    input: byId.extend({ rev: rev.optional() }),
    output: deleted,
    example: { id: 'lcat_0004' },
  }),
  updateCategorySort: action({
    access: 'admin',
    effect: 'write',
    input: sortItems,
    output: sorted,
    example: { items: [{ _id: 'lcat_0002', sort: 3 }] },
  }),
};
