import {
  action,
  type Choice,
  createInput,
  deleted,
  byId,
  listInput,
  listOutput,
  oneOrMany,
  updateInput,
} from './action.ts';
import { DEFAULT_POOL, keyPool } from './apiKey.ts';
import { firstPreset } from './preset.ts';
import { templateInput, templateInputs } from './templateInput.ts';
import {
  author,
  fen,
  filePath,
  id,
  instant,
  line,
  optionalFilePath,
  optionalLine,
  optionalText,
  recordFields,
  rev,
  z,
} from './zod.ts';

export const templateStatuses = {
  draft: { label: '草稿', tone: 'neutral' },
  online: { label: '已上线', tone: 'success' },
  offline: { label: '已下线', tone: 'warning' },
} as const satisfies Record<string, Choice>;
export type TemplateStatus = keyof typeof templateStatuses;
export const templateStatus = z.enum(
  Object.keys(templateStatuses) as [TemplateStatus, ...TemplateStatus[]],
);
const status = templateStatus;

/** For each state, the states it may move to. Only a template that is not online may be deleted. */
export const templateTransitions: Record<TemplateStatus, TemplateStatus[]> = {
  draft: ['online'],
  online: ['offline'],
  offline: ['online'],
};
export const deletableTemplateStatuses: TemplateStatus[] = ['draft', 'offline'];

export const templateEngines = {
  workflow: { label: '工作流', tone: 'info' },
  ai_app: { label: 'AI 应用', tone: 'info' },
  local: { label: '本地处理', tone: 'neutral' },
} as const satisfies Record<string, Choice>;
export type TemplateEngine = keyof typeof templateEngines;
const engine = z.enum(Object.keys(templateEngines) as [TemplateEngine, ...TemplateEngine[]]);

/** An online template whose pool has no usable key. Its state stays; it ends when a key of the pool works. */
export const suspended = { label: '暂停服务', tone: 'danger' } as const satisfies Choice;

/** What an administrator may write, except `status`, which only `updateTemplateField` changes. */
export const templateFields = {
  name: line(30).min(2),
  subtitle: optionalLine(60),
  description: optionalText(500),
  coverImage: optionalFilePath,
  beforeImage: optionalFilePath,
  afterImage: optionalFilePath,
  sampleImages: z.array(filePath).max(9),
  /** The video service's number of a video that shows the effect. */
  videoFileId: optionalLine(64),
  categoryIds: z.array(id).max(10),
  keywordIds: z.array(id).max(20),
  engine,
  /** 19 digits: text, never a number. */
  workflowId: optionalLine(64),
  webappId: optionalLine(64),
  /** The pool whose keys run the tasks; `local` needs none. */
  apiKeyPool: keyPool,
  inputs: templateInputs,
  /** Credits per picture. */
  costCredits: z.int().min(0).max(100_000),
  priceFen: fen.nullable(),
  vipOnly: z.boolean(),
  isRecommend: z.boolean(),
  isNew: z.boolean(),
  /** Greater values come first. */
  sort: z.int().min(-1_000_000).max(1_000_000),
};

/** Fields that are paths of stored files. */
export const templateFileFields = [
  'coverImage',
  'beforeImage',
  'afterImage',
  'sampleImages',
] as const;

export const templateDefaults = {
  subtitle: '',
  description: '',
  coverImage: '',
  beforeImage: '',
  afterImage: '',
  sampleImages: [],
  videoFileId: '',
  categoryIds: [],
  keywordIds: [],
  engine: 'workflow' as const,
  workflowId: '',
  webappId: '',
  apiKeyPool: DEFAULT_POOL,
  inputs: [],
  costCredits: 0,
  priceFen: null,
  vipOnly: false,
  isRecommend: false,
  isNew: false,
  sort: 0,
};

export const template = z.object({
  ...recordFields,
  name: z.string(),
  subtitle: z.string().default(''),
  description: z.string().default(''),
  coverImage: z.string().default(''),
  beforeImage: z.string().default(''),
  afterImage: z.string().default(''),
  sampleImages: z.array(z.string()).default([]),
  videoFileId: z.string().default(''),
  categoryIds: z.array(z.string()).default([]),
  keywordIds: z.array(z.string()).default([]),
  engine: engine.default('workflow'),
  workflowId: z.string().default(''),
  webappId: z.string().default(''),
  apiKeyPool: z.string().default(DEFAULT_POOL),
  inputs: z.array(templateInput).default([]),
  costCredits: z.int().default(0),
  priceFen: z.int().nullable().default(null),
  vipOnly: z.boolean().default(false),
  isRecommend: z.boolean().default(false),
  isNew: z.boolean().default(false),
  sort: z.int().default(0),
  status,
  /** Not stored: whether the pool has a usable key, or none is needed, at the time of reading. */
  hasUsableKey: z.boolean().optional(),
  publishTime: instant.nullable().default(null),
  stats: z
    .object({ useCount: z.int(), successCount: z.int(), failCount: z.int() })
    .default({ useCount: 0, successCount: 0, failCount: 0 }),
  createBy: author.nullable().default(null),
  updateBy: author.nullable().default(null),
});
export type Template = z.output<typeof template>;

export const isSuspended = ({ status, hasUsableKey }: Partial<Template>) =>
  status === 'online' && hasUsableKey === false;

/** The fields that `updateTemplateField` may set, each with its own schema. */
const settableField = z.discriminatedUnion(
  'field',
  [
    z.strictObject({ field: z.literal('name'), value: templateFields.name }),
    z.strictObject({ field: z.literal('subtitle'), value: templateFields.subtitle }),
    z.strictObject({ field: z.literal('coverImage'), value: templateFields.coverImage }),
    z.strictObject({ field: z.literal('sort'), value: templateFields.sort }),
    z.strictObject({ field: z.literal('costCredits'), value: templateFields.costCredits }),
    z.strictObject({ field: z.literal('vipOnly'), value: templateFields.vipOnly }),
    z.strictObject({ field: z.literal('isNew'), value: templateFields.isNew }),
    z.strictObject({ field: z.literal('isRecommend'), value: templateFields.isRecommend }),
    z.strictObject({ field: z.literal('status'), value: status }),
  ].map(option => option.extend({ templateId: id, rev: rev.optional() })) as never,
) as unknown as z.ZodType<
  { templateId: string; rev?: number | undefined } & (
    | { field: 'name' | 'subtitle' | 'coverImage'; value: string }
    | { field: 'sort' | 'costCredits'; value: number }
    | { field: 'vipOnly' | 'isNew' | 'isRecommend'; value: boolean }
    | { field: 'status'; value: TemplateStatus }
  )
>;

export const templateFilter = {
  ids: z.array(id).max(100),
  status: oneOrMany(status),
  engine: oneOrMany(engine),
  categoryIds: oneOrMany(id),
  keywordIds: oneOrMany(id),
  isRecommend: z.boolean(),
  /** As `isSuspended`. */
  suspended: z.literal(true),
};
export const templateSorts = ['sort', 'createTime', 'updateTime', 'name'] as const;

export const templateActions = {
  getTemplates: action({
    access: 'admin',
    effect: 'read',
    input: listInput(templateFilter, templateSorts),
    output: listOutput(template),
    example: {
      page: 1,
      pageSize: 20,
      sort: { field: 'sort', order: 'desc' },
      filter: { status: 'online' },
    },
  }),
  getTemplateById: action({
    access: 'admin',
    effect: 'read',
    input: byId,
    output: template,
    example: { id: 'tpl_0001' },
  }),
  createTemplate: action({
    access: 'admin',
    effect: 'write',
    /** `preset`: the first preset, created in the same step; both or neither. */
    input: createInput(templateFields, templateDefaults).extend({ preset: firstPreset.optional() }),
    output: template,
    example: { name: '示例模板', categoryIds: ['cat_0001'] },
  }),
  updateTemplate: action({
    access: 'admin',
    effect: 'write',
    input: updateInput(templateFields).extend({ _id: id, rev }),
    output: template,
    example: { _id: 'tpl_0002', rev: 1, subtitle: '更新后的副标题' },
  }),
  deleteTemplate: action({
    access: 'admin',
    effect: 'write',
    input: byId.extend({ rev: rev.optional() }),
    output: deleted,
    example: { id: 'tpl_0060' },
  }),
  updateTemplateField: action({
    access: 'admin',
    effect: 'write',
    input: settableField,
    output: template,
    example: { templateId: 'tpl_0003', field: 'sort', value: 100 },
  }),
  setRecommendStatus: action({
    access: 'admin',
    effect: 'write',
    input: z.strictObject({ templateId: id, isRecommend: z.boolean(), rev: rev.optional() }),
    output: template,
    example: { templateId: 'tpl_0004', isRecommend: true },
  }),
};
