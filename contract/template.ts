import { type Choice, oneOrMany } from './action.ts';
import { DEFAULT_POOL, keyPool } from './apiKey.ts';
import { entity, type RecordOf } from './entity.ts';
import { field } from './field.ts';
import { firstPreset } from './preset.ts';
import { oneOf, type Transitions } from './states.ts';
import { templateInput, templateInputs } from './templateInput.ts';
import { workflowNode, workflowNodes } from './workflow.ts';
import { id, instant, labelled, z } from './zod.ts';

export const templateStatuses = {
  draft: { label: '草稿', tone: 'neutral' },
  online: { label: '已上线', tone: 'success' },
  offline: { label: '已下线', tone: 'warning' },
} as const satisfies Record<string, Choice>;
export type TemplateStatus = keyof typeof templateStatuses;
export const templateStatus = oneOf(templateStatuses);

/** Only a template that is not online may be deleted. */
export const deletableTemplateStatuses: TemplateStatus[] = ['draft', 'offline'];

export const templateEngines = {
  workflow: { label: '工作流', tone: 'info' },
  ai_app: { label: 'AI 应用', tone: 'info' },
  local: { label: '本地处理', tone: 'neutral' },
} as const satisfies Record<string, Choice>;
export type TemplateEngine = keyof typeof templateEngines;

/** An online template whose pool has no usable key. Its state stays; it ends when a key of the pool works. */
export const suspended = { label: '暂停服务', tone: 'danger' } as const satisfies Choice;

export const templateOutputs = {
  image: { label: '图片', tone: 'info' },
  video: { label: '视频', tone: 'warning' },
} as const satisfies Record<string, Choice>;
export type TemplateOutput = keyof typeof templateOutputs;

/** The result of a trial run, made by an administrator without charge. */
const trialResult = z.object({
  taskId: id,
  time: instant,
  succeeded: z.boolean(),
  costSec: z.number().default(0),
  coins: z.number().default(0),
});

/** `status` changes through `updateTemplateField` alone. */
export const templateEntity = entity({
  kind: 'template',
  name: '模板',
  function: 'adminTemplate',
  collection: 'templates',
  words: {
    copyTemplate: '复制模板',
    restoreRevision: '恢复历史版本',
    batchUpdate: '批量修改模板',
    importWorkflow: '读取工作流',
    runTrial: '试跑模板',
    cancelTrial: '取消试跑',
    useTrialPicture: '使用试跑结果',
  },
  fields: {
    name: field.line('名称', 30, 2),
    subtitle: field.optionalLine('副标题', 60),
    description: field.prose('介绍', 500),
    coverImage: field.picture('封面图'),
    beforeImage: field.picture('处理前'),
    afterImage: field.picture('处理后'),
    sampleImages: field.pictures('示例图', 9),
    /** The video service's number of a video that shows the effect. */
    videoFileId: field.video('视频'),
    categoryIds: field.references('分类', 'categories', 10),
    keywordIds: field.references('关键词', 'keywords', 20),
    engine: field.choice('生成方式', templateEngines).default('workflow'),
    /** 19 digits: text, never a number. */
    workflowId: field.optionalLine('工作流编号', 64),
    webappId: field.optionalLine('AI 应用编号', 64),
    /** The pool whose keys run the tasks; `local` needs none. */
    apiKeyPool: field.code('密钥分组', keyPool).default(DEFAULT_POOL),
    outputType: field.choice('结果类型', templateOutputs).default('image'),
    /** Seconds after its submission at which a task is given up; null for the setting's. */
    timeoutSec: field.int('超时（秒）', 30, 7_200).nullable().default(null),
    /** Needs a machine with 48 GB. */
    largeMemory: field.flag('使用大显存（48 GB）'),
    /** The model behind it and its filing number, where they are not those of the settings. */
    model: field.optionalLine('所用模型', 60),
    modelNumber: field.optionalLine('所用模型的备案号', 60),
    inputs: field.data('输入项', templateInputs, z.array(templateInput)).default([]),
    /** The workflow that its inputs were mapped to, as it was last imported. */
    workflowNodes: field.data('工作流节点', workflowNodes, z.array(workflowNode)).default([]),
    /** Credits per picture. */
    costCredits: field.int('消耗积分', 0, 100_000).default(0),
    priceFen: field.money('单次售价').nullable().default(null),
    vipOnly: field.flag('会员专享'),
    isRecommend: field.flag('推荐'),
    isNew: field.flag('新品'),
    sort: field.sort(),
    /** When it goes on and off line by itself; null once that is done. */
    onlineAt: field.time('定时上线').nullable().default(null),
    offlineAt: field.time('定时下线').nullable().default(null),
  },
  also: {
    status: templateStatus,
    /** Not stored: whether the pool has a usable key, or none is needed, at the time of reading. */
    hasUsableKey: labelled('有可用密钥', z.boolean().optional()),
    /** The earlier of `onlineAt` and `offlineAt`. */
    moveAt: labelled('下次上下线', instant.nullable().default(null)),
    publishTime: labelled('上线时间', instant.nullable().default(null)),
    /** How long a task usually takes at the provider; 0 before the first one. */
    averageSec: labelled('平均耗时（秒）', z.number().default(0)),
    /** How often in a row the provider refused the workflow itself; at three it goes offline. */
    refusedInARow: labelled('连续被拒次数', z.int().default(0)),
    lastTrial: labelled('最近试跑', trialResult.nullable().default(null)),
    /** A trial has succeeded since the workflow was last changed; needed to go online for the first time. */
    trialPassed: labelled('试跑通过', z.boolean().default(false)),
    stats: labelled(
      '使用统计',
      z
        .object({ useCount: z.int(), successCount: z.int(), failCount: z.int() })
        .default({ useCount: 0, successCount: 0, failCount: 0 }),
    ),
    /** Number of its tasks that users have rated, from one to five. */
    ratingCount: labelled('评分数', z.int().default(0)),
    ratingSum: labelled('评分合计', z.int().default(0)),
    /** Null without any. */
    ratingAverage: labelled('评分', z.number().nullable().default(null)),
  },
  /** Its first preset, made in the same moment; both or neither. */
  creates: { preset: firstPreset.optional() },
  labels: {
    'stats.useCount': '使用次数',
    'stats.successCount': '成功次数',
    'stats.failCount': '失败次数',
    suspended: '服务情况',
  },
  filter: {
    status: oneOrMany(templateStatus),
    engine: oneOrMany(oneOf(templateEngines)),
    categoryIds: oneOrMany(id),
    keywordIds: oneOrMany(id),
    isRecommend: z.boolean(),
    /** As `isSuspended`. */
    suspended: z.literal(true),
  },
  states: templateStatuses,
  transitions: {
    draft: ['online'],
    online: ['offline'],
    offline: ['online'],
  } satisfies Transitions<TemplateStatus>,
  sorts: ['sort', 'createTime', 'updateTime', 'name', 'ratingAverage'],
  indexes: [
    'categoryIds status -sort',
    'categoryIds status -isRecommend -sort',
    'keywordIds status -sort',
    'keywordIds status -isRecommend -sort',
    'isRecommend status -sort',
    'status -isRecommend -sort',
    'videoFileId',
    'moveAt',
  ],
  search: ['name'],
  actions: {
    list: {
      name: 'getTemplates',
      example: {
        page: 1,
        pageSize: 20,
        sort: { field: 'sort', order: 'desc' },
        filter: { status: 'online' },
        withPictures: true,
      },
    },
    get: { name: 'getTemplateById', id: 'id', example: { id: 'tpl_0001' } },
    create: {
      name: 'createTemplate',
      example: { name: '示例模板', categoryIds: ['cat_0001'] },
    },
    update: {
      name: 'updateTemplate',
      id: '_id',
      example: { _id: 'tpl_0002', rev: 1, subtitle: '更新后的副标题' },
    },
    delete: { name: 'deleteTemplate', id: 'id', example: { id: 'tpl_0060' } },
    setField: {
      name: 'updateTemplateField',
      id: 'templateId',
      fields: [
        'name',
        'subtitle',
        'coverImage',
        'sort',
        'costCredits',
        'vipOnly',
        'isNew',
        'isRecommend',
        'status',
      ],
      example: { templateId: 'tpl_0003', field: 'sort', value: 100 },
    },
    setRecommend: {
      name: 'setRecommendStatus',
      id: 'templateId',
      example: { templateId: 'tpl_0004', isRecommend: true },
    },
  },
});
export type Template = RecordOf<typeof templateEntity>;

/** When it goes on or off line next. */
export const moveAtOf = ({
  onlineAt,
  offlineAt,
}: Partial<Pick<Template, 'onlineAt' | 'offlineAt'>>) =>
  onlineAt != null && offlineAt != null
    ? Math.min(onlineAt, offlineAt)
    : (onlineAt ?? offlineAt ?? null);

export const isSuspended = ({ status, hasUsableKey }: Partial<Template>) =>
  status === 'online' && hasUsableKey === false;
