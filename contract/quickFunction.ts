import {
  action,
  byId,
  type Choice,
  createInput,
  deleted,
  listInput,
  listOutput,
  oneOrMany,
  updateInput,
} from './action.ts';
import { enabledStatus } from './category.ts';
import type { FieldErrors } from './envelope.ts';
import { sorted, sortItems } from './sorting.ts';
import { keysOf } from './states.ts';
import {
  author,
  id,
  instant,
  line,
  optionalFilePath,
  optionalLine,
  recordFields,
  rev,
  z,
} from './zod.ts';

export const quickTargets = {
  template: { label: '模板', tone: 'info' },
  category: { label: '分类', tone: 'info' },
  local_app: { label: '本地应用', tone: 'info' },
  page: { label: '小程序页面', tone: 'neutral' },
  url: { label: '网页', tone: 'neutral' },
  mini_program: { label: '其他小程序', tone: 'neutral' },
} as const satisfies Record<string, Choice>;
export type QuickTarget = keyof typeof quickTargets;
const targetType = z.enum(keysOf(quickTargets));

export const quickPlatforms = {
  mp: { label: '小程序', tone: 'info' },
  h5: { label: '网页', tone: 'neutral' },
} as const satisfies Record<string, Choice>;

const optionalId = z
  .union([id, z.literal('')])
  .nullable()
  .transform(value => value ?? '');

export const quickFunctionFields = {
  /** Two lines of four characters fit below an icon. */
  title: line(8).min(1),
  icon: optionalFilePath,
  /** A word in the corner, e.g. 新. */
  badge: optionalLine(4),
  targetType,
  /** Id of a template, a category or a local app. */
  targetId: optionalId,
  /** Path of a page, a web page or a page of another mini-program. */
  path: optionalLine(300),
  /** App id of another mini-program. */
  appid: optionalLine(32),
  platforms: z
    .array(z.enum(keysOf(quickPlatforms)))
    .min(1)
    .max(2),
  startTime: instant.nullable(),
  endTime: instant.nullable(),
  sort: z.int().min(-1_000_000).max(1_000_000),
  status: enabledStatus,
};
export const quickFunctionDefaults = {
  icon: '',
  badge: '',
  targetId: '',
  path: '',
  appid: '',
  platforms: ['mp' as const, 'h5' as const],
  startTime: null,
  endTime: null,
  sort: 0,
  status: 'enabled' as const,
};

export const quickFunction = z.object({
  ...recordFields,
  title: z.string(),
  icon: z.string().default(''),
  badge: z.string().default(''),
  targetType,
  targetId: z.string().default(''),
  path: z.string().default(''),
  appid: z.string().default(''),
  platforms: z.array(z.string()).default(['mp', 'h5']),
  startTime: instant.nullable().default(null),
  endTime: instant.nullable().default(null),
  sort: z.int().default(0),
  status: enabledStatus,
  clickCount: z.int().default(0),
  /** The target's current name; in lists and single reads. */
  targetName: z.string().optional(),
  /** The target no longer exists or visitors cannot see it. */
  targetDead: z.boolean().optional(),
  createBy: author.nullable().default(null),
  updateBy: author.nullable().default(null),
});
export type QuickFunction = z.output<typeof quickFunction>;

/** Whether the fields that the kind of target needs are there; the server checks that the target exists. */
export const quickTargetProblems = (target: {
  targetType: QuickTarget;
  targetId: string;
  path: string;
  appid: string;
  startTime: number | null;
  endTime: number | null;
}): FieldErrors => {
  const problems: FieldErrors = {};
  const { targetId, path, appid, startTime, endTime } = target;
  switch (target.targetType) {
    case 'page':
      if (!/^\/[A-Za-z0-9_\-/]+(\?[^\s#]*)?$/.test(path))
        problems.path = '请填写以 / 开头的页面路径';
      break;
    case 'url':
      if (!/^https:\/\/[^\s/?#@]+([/?#]\S*)?$/.test(path))
        problems.path = '请填写以 https:// 开头的网址';
      break;
    case 'mini_program':
      if (!/^wx[0-9a-f]{16}$/.test(appid)) problems.appid = '请填写正确的小程序 AppID';
      break;
    default:
      if (!targetId) problems.targetId = '请选择要打开的内容';
  }
  if (startTime !== null && endTime !== null && endTime <= startTime) {
    problems.endTime = '结束时间要晚于开始时间';
  }
  return problems;
};

export const quickFunctionFilter = {
  ids: z.array(id).max(100),
  status: enabledStatus,
  targetType: oneOrMany(targetType),
};
export const quickFunctionSorts = ['sort', 'createTime', 'updateTime'] as const;

export const quickFunctionActions = {
  getQuickFunctions: action({
    access: 'admin',
    effect: 'read',
    input: listInput(quickFunctionFilter, quickFunctionSorts),
    output: listOutput(quickFunction),
    example: { page: 1, pageSize: 100, sort: { field: 'sort', order: 'desc' } },
  }),
  getQuickFunctionById: action({
    access: 'admin',
    effect: 'read',
    input: byId,
    output: quickFunction,
    example: { id: 'qf_0001' },
  }),
  createQuickFunction: action({
    access: 'admin',
    effect: 'write',
    input: createInput(quickFunctionFields, quickFunctionDefaults),
    output: quickFunction,
    example: { title: '示例入口', targetType: 'template', targetId: 'tpl_0001' },
  }),
  updateQuickFunction: action({
    access: 'admin',
    effect: 'write',
    input: updateInput(quickFunctionFields).extend({ _id: id, rev }),
    output: quickFunction,
    example: { _id: 'qf_0001', rev: 1, badge: '新' },
  }),
  deleteQuickFunction: action({
    access: 'admin',
    effect: 'write',
    input: byId.extend({ rev: rev.optional() }),
    output: deleted,
    example: { id: 'qf_0003' },
  }),
  setQuickFunctionStatus: action({
    access: 'admin',
    effect: 'write',
    input: z.strictObject({ id, status: enabledStatus, rev: rev.optional() }),
    output: quickFunction,
    example: { id: 'qf_0002', status: 'disabled' },
  }),
  updateQuickFunctionSort: action({
    access: 'admin',
    effect: 'write',
    input: sortItems,
    output: sorted,
    example: {
      items: [
        { _id: 'qf_0001', sort: 8 },
        { _id: 'qf_0002', sort: 9 },
      ],
    },
  }),
};
