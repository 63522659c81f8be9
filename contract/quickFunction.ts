import { type Choice, oneOrMany } from './action.ts';
import { enabledStatus, enabledStatuses } from './enabledStatuses.ts';
import { entity, type RecordOf } from './entity.ts';
import type { FieldErrors } from './envelope.ts';
import { field } from './field.ts';
import { oneOf } from './states.ts';
import { labelled, z } from './zod.ts';

export const quickTargets = {
  template: { label: '模板', tone: 'info' },
  category: { label: '分类', tone: 'info' },
  local_app: { label: '本地应用', tone: 'info' },
  page: { label: '小程序页面', tone: 'neutral' },
  url: { label: '网页', tone: 'neutral' },
  mini_program: { label: '其他小程序', tone: 'neutral' },
} as const satisfies Record<string, Choice>;
export type QuickTarget = keyof typeof quickTargets;

export const quickPlatforms = {
  mp: { label: '小程序', tone: 'info' },
  h5: { label: '网页', tone: 'neutral' },
} as const satisfies Record<string, Choice>;
export type QuickPlatform = keyof typeof quickPlatforms;

export const quickFunctionEntity = entity({
  kind: 'quickFunction',
  name: '快捷入口',
  function: 'adminQuickFunction',
  collection: 'quickFunctions',
  fields: {
    /** Two lines of four characters fit below an icon. */
    title: field.line('标题', 8),
    icon: field.picture('图标'),
    /** A word in the corner, e.g. 新. */
    badge: field.optionalLine('角标', 4),
    targetType: field.choice('打开方式', quickTargets),
    /** Id of a template, a category or a local app. */
    targetId: field.optionalReference('目标'),
    /** Path of a page, a web page or a page of another mini-program. */
    path: field.optionalLine('页面路径', 300),
    /** App id of another mini-program. */
    appid: field.optionalLine('小程序 AppID', 32),
    platforms: field.choices('显示在', quickPlatforms, 1).default(['mp', 'h5']),
    startTime: field.time('开始时间').nullable().default(null),
    endTime: field.time('结束时间').nullable().default(null),
    sort: field.sort(),
    status: field.choice('启用', enabledStatuses).initial('enabled'),
  },
  also: {
    clickCount: labelled('点击', z.int().default(0)),
    /** The target's current name; in lists and single reads. */
    targetName: labelled('目标名称', z.string().optional()),
    /** Shown where the entry has no picture of its own. */
    targetPicture: labelled('目标图片', z.string().optional()),
    /** The target no longer exists or visitors cannot see it. */
    targetDead: labelled('目标失效', z.boolean().optional()),
  },
  filter: { status: enabledStatus, targetType: oneOrMany(oneOf(quickTargets)) },
  states: enabledStatuses,
  sorts: ['sort', 'createTime', 'updateTime'],
  indexes: ['targetType targetId'],
  search: ['title'],
  actions: {
    list: {
      name: 'getQuickFunctions',
      example: { page: 1, pageSize: 100, sort: { field: 'sort', order: 'desc' } },
    },
    get: { name: 'getQuickFunctionById', id: 'id', example: { id: 'qf_0001' } },
    create: {
      name: 'createQuickFunction',
      example: { title: '示例入口', targetType: 'template', targetId: 'tpl_0001' },
    },
    update: {
      name: 'updateQuickFunction',
      id: '_id',
      example: { _id: 'qf_0001', rev: 1, badge: '新' },
    },
    delete: { name: 'deleteQuickFunction', id: 'id', example: { id: 'qf_0003' } },
    setStatus: {
      name: 'setQuickFunctionStatus',
      id: 'id',
      example: { id: 'qf_0002', status: 'disabled' },
    },
    setOrder: {
      name: 'updateQuickFunctionSort',
      example: {
        items: [
          { _id: 'qf_0001', sort: 8 },
          { _id: 'qf_0002', sort: 9 },
        ],
      },
    },
  },
});
export type QuickFunction = RecordOf<typeof quickFunctionEntity>;

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
