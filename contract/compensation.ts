import { adminRead, changeOf, type Choice, oneOrMany, range } from './action.ts';
import { approvalMark } from './approval.ts';
import { MAX_SEARCH_LENGTH } from './constants.ts';
import { entity, type RecordOf } from './entity.ts';
import { field } from './field.ts';
import { oneOf, type Transitions } from './states.ts';
import { taskEntity } from './task.ts';
import { userEntity } from './user.ts';
import { id, instant, labelled, line, z } from './zod.ts';

export const compensationKinds = {
  credits: { label: '赠送积分', tone: 'info' },
  membership: { label: '延长会员', tone: 'info' },
  retry: { label: '重新生成', tone: 'info' },
} as const satisfies Record<string, Choice>;
export type CompensationKind = keyof typeof compensationKinds;

export const compensationTargets = {
  users: { label: '用户', tone: 'neutral' },
  tasks: { label: '失败的任务', tone: 'neutral' },
} as const satisfies Record<string, Choice>;

export const compensationStatuses = {
  queued: { label: '排队中', tone: 'neutral' },
  running: { label: '进行中', tone: 'info' },
  done: { label: '已完成', tone: 'success' },
  cancelled: { label: '已停止', tone: 'warning' },
} as const satisfies Record<string, Choice>;
export type CompensationStatus = keyof typeof compensationStatuses;

export const compensationResults = {
  done: { label: '成功', tone: 'success' },
  /** The rules of today refuse it, e.g. for a user who has been disabled. */
  skipped: { label: '跳过', tone: 'warning' },
  failed: { label: '失败', tone: 'danger' },
} as const satisfies Record<string, Choice>;

/** At once. */
export const MAX_COMPENSATED_USERS = 5_000;
export const MAX_RETRIED_TASKS = 500;
export const MAX_CHOSEN_USERS = 1_000;
const MAX_GIFT_CREDITS = 10_000;
export const MAX_GIFT_DAYS = 366;

const { packageId, channel, tags, createTime, lastActiveTime } = userEntity.filter;
/** Filters of the users' list. The state is left out, because only users in good standing are helped. */
const userFilter = z
  .strictObject({ packageId, channel, tags, createTime, lastActiveTime })
  .partial();
/** Filters of the tasks' list: failed and timed out ones of a period. */
const taskFilter = z
  .strictObject({
    createTime: range,
    templateId: taskEntity.filter.templateId,
    apiKeyId: taskEntity.filter.apiKeyId,
    userId: taskEntity.filter.userId,
    errorCode: taskEntity.filter.errorCode,
  })
  .partial();

/** Whom it is for: what the record says of it in words, `targetText`. */
const selection = {
  /** Users selected one by one, in place of a filter. */
  userIds: z.array(id).min(1).max(MAX_CHOSEN_USERS).optional(),
  users: userFilter.optional(),
  /** As in the users' list. */
  q: line(MAX_SEARCH_LENGTH).optional(),
  tasks: taskFilter.optional(),
};

/** One help for many users: what each gets, who gets it, how far it has come. */
export const compensationEntity = entity({
  kind: 'compensation',
  name: '批量补偿',
  function: 'adminCompensation',
  collection: 'compensations',
  words: {
    createCompensation: '批量补偿',
    cancelCompensation: '停止批量补偿',
  },
  fields: {
    what: field.choice('补偿方式', compensationKinds),
    /** Credits or days for each user; of no effect where tasks run again. */
    amount: field.int('每人数量', 0, MAX_GIFT_CREDITS).default(0),
    /** '' prolongs the membership that each has. */
    packageId: field.optionalReference('会员套餐', 'packages'),
    target: field.choice('补偿对象', compensationTargets),
    /** For administrators. */
    reason: field.line('原因', 200),
    userNote: field.optionalLine('给用户的说明', 200),
  },
  /** `expectCount`: what the preview has counted; creating is refused where it is no longer so. */
  creates: { ...selection, expectCount: z.int().min(1) },
  also: {
    packageName: labelled('会员套餐', z.string().default('')),
    /** The filter in words, or how many were selected. */
    targetText: labelled('范围', z.string().default('')),
    status: oneOf(compensationStatuses).default('queued'),
    /** A running one ends before its next users. */
    stopping: labelled('正在停止', z.boolean().default(false)),
    total: labelled('总数', z.int().default(0)),
    done: labelled('成功', z.int().default(0)),
    skipped: labelled('跳过', z.int().default(0)),
    failed: labelled('失败', z.int().default(0)),
    /** Credits or days given so far, or tasks run again. */
    sum: labelled('合计', z.int().default(0)),
    finishTime: labelled('完成时间', instant.nullable().default(null)),
    /** One that waits is `queued`, and no worker takes it. */
    approval: approvalMark,
  },
  labels: { createBy: '操作人' },
  filter: {
    status: oneOrMany(oneOf(compensationStatuses)),
    what: oneOf(compensationKinds),
    createTime: range,
  },
  sorts: ['createTime'],
  states: compensationStatuses,
  transitions: {
    queued: ['running', 'cancelled'],
    running: ['done', 'cancelled'],
    done: [],
    cancelled: [],
  } satisfies Transitions<CompensationStatus>,
  indexes: ['status claimUntil createTime'],
  actions: {
    list: { name: 'getCompensations', example: { page: 1, pageSize: 20, withCounts: true } },
    get: { name: 'getCompensationById', id: 'id', example: { id: 'cmp_0001' } },
    create: {
      name: 'createCompensation',
      example: {
        what: 'credits',
        amount: 10,
        target: 'users',
        userIds: ['usr_0001', 'usr_0002'],
        reason: '昨晚服务故障',
        userNote: '服务故障补偿',
        expectCount: 2,
      },
    },
  },
});
export type Compensation = RecordOf<typeof compensationEntity>;

/** What became of one user, or of one task that was to run again. */
export const compensationRowEntity = entity({
  kind: 'compensationRow',
  name: '补偿结果',
  function: 'adminCompensation',
  collection: 'compensationRows',
  also: {
    compensationId: id,
    userId: labelled('用户', z.string().default('')),
    /** The task that was to run again; '' for other kinds. */
    taskId: labelled('任务', z.string().default('')),
    /** The task that was made from it. */
    retryId: labelled('新任务', z.string().default('')),
    result: labelled('结果', oneOf(compensationResults)),
    /** Why it was skipped, or has failed. */
    message: labelled('说明', z.string().default('')),
    amount: labelled('数量', z.int().default(0)),
  },
  labels: { createTime: '时间', compensationId: '批量补偿' },
  filter: {
    compensationId: id,
    result: oneOrMany(oneOf(compensationResults)),
  },
  sorts: ['createTime'],
  indexes: ['compensationId result -createTime'],
  actions: {
    list: {
      name: 'getCompensationRows',
      example: { page: 1, pageSize: 20, filter: { compensationId: 'cmp_0001' } },
    },
  },
});
export type CompensationRow = RecordOf<typeof compensationRowEntity>;

const { what, amount, target } = compensationEntity.inputs;

export const compensationActions = {
  ...compensationEntity.actions,
  ...compensationRowEntity.actions,
  /** Who would be helped, and with how much together. Counts one more than the most that is possible. */
  previewCompensation: adminRead({
    right: 'compensations.write',
    input: z.strictObject({
      what,
      amount: amount.optional(),
      target,
      ...selection,
    }),
    output: z.object({
      count: z.int(),
      most: z.int(),
      /** Credits or days; of tasks that run again the credits that they cost usually. */
      sum: z.int(),
      /** Nicknames, or numbers of tasks, of the first ones. */
      names: z.array(z.string()),
    }),
    example: { what: 'credits', amount: 10, target: 'users', userIds: ['usr_0001', 'usr_0002'] },
  }),
  /** What has been given stays given; the rest is left. */
  cancelCompensation: changeOf(compensationEntity, {
    right: 'compensations.write',
    more: { reason: line(200).min(1) },
    example: { id: 'cmp_0002', reason: '范围选错' },
  }),
};
export type CompensationWish = z.output<typeof compensationActions.previewCompensation.input>;
