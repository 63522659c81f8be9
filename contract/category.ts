import {
  action,
  byUnderscoreId,
  type Choice,
  createInput,
  deleted,
  listInput,
  listOutput,
  updateInput,
} from './action.ts';
import { author, id, line, optionalFilePath, optionalText, recordFields, rev, z } from './zod.ts';

export const enabledStatuses = {
  enabled: { label: '已启用', tone: 'success' },
  disabled: { label: '已停用', tone: 'neutral' },
} as const satisfies Record<string, Choice>;
export type EnabledStatus = keyof typeof enabledStatuses;
export const enabledStatus = z.enum(
  Object.keys(enabledStatuses) as [EnabledStatus, ...EnabledStatus[]],
);

export const categoryFields = {
  /** Category names are unique. */
  name: line(20).min(1),
  /** '' for a category of the first level; there are two levels. */
  parentId: z
    .union([id, z.literal('')])
    .nullable()
    .transform(value => value ?? ''),
  coverImage: optionalFilePath,
  description: optionalText(200),
  sort: z.int().min(-1_000_000).max(1_000_000),
  status: enabledStatus,
};
export const categoryDefaults = {
  parentId: '',
  coverImage: '',
  description: '',
  sort: 0,
  status: 'enabled' as const,
};

export const category = z.object({
  ...recordFields,
  name: z.string(),
  parentId: z.string().default(''),
  coverImage: z.string().default(''),
  description: z.string().default(''),
  sort: z.int().default(0),
  status: enabledStatus,
  /** Number of templates that name it, counted on reading. */
  templateCount: z.int().optional(),
  createBy: author.nullable().default(null),
  updateBy: author.nullable().default(null),
});
export type Category = z.output<typeof category>;

export const categoryFilter = {
  ids: z.array(id).max(100),
  parentId: z.union([id, z.literal('')]),
  status: enabledStatus,
};
export const categorySorts = ['sort', 'createTime', 'updateTime', 'name'] as const;

export const categoryActions = {
  getCategories: action({
    access: 'admin',
    effect: 'read',
    input: listInput(categoryFilter, categorySorts),
    output: listOutput(category),
    example: { page: 1, pageSize: 100, sort: { field: 'sort', order: 'desc' } },
  }),
  getCategoryById: action({
    access: 'admin',
    effect: 'read',
    input: byUnderscoreId,
    output: category,
    example: { _id: 'cat_0001' },
  }),
  createCategory: action({
    access: 'admin',
    effect: 'write',
    input: createInput(categoryFields, categoryDefaults),
    output: category,
    example: { name: '示例分类' },
  }),
  updateCategory: action({
    access: 'admin',
    effect: 'write',
    input: updateInput(categoryFields).extend({ _id: id, rev }),
    output: category,
    example: { _id: 'cat_0002', rev: 1, description: '更新后的说明' },
  }),
  /** Refused with 40904 and the number of templates while a template names it. */
  deleteCategory: action({
    access: 'admin',
    effect: 'write',
    input: byUnderscoreId.extend({ rev: rev.optional() }),
    output: deleted,
    example: { _id: 'cat_0012' },
  }),
};
