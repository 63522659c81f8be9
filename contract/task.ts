import { adminRead, byId, changeOf, type Choice, oneOrMany, range } from './action.ts';
import { entity, type RecordOf } from './entity.ts';
import { oneOf, stateHistory } from './states.ts';
import { taskStatuses, taskTransitions } from './taskStates.ts';
import { templateEngines } from './template.ts';
import { credits } from './user.ts';
import { id, idemKey, instant, labelled, line, optionalLine, rev, z } from './zod.ts';

/** Why a task failed, in our words; the provider's text is never shown. */
export const taskErrors = {
  CONTENT_REJECTED: '照片或描述未通过审核，请更换后再试',
  REAL_PERSON: '该模板不支持真人照片，请更换照片',
  FILE_TOO_LARGE: '照片过大，请换一张小一些的',
  PHOTO_REFUSED: '照片无法读取，请更换照片',
  QUEUE_FULL: '排队人数较多，请稍后再试',
  SERVICE_BUSY: '服务繁忙，请稍后再试',
  TEMPLATE_BROKEN: '模板暂时不可用，请换一个模板',
  NOT_FOUND: '制作已失效，请重新制作',
  SAVE_FAILED: '作品保存失败，请重新制作',
  RESULT_REJECTED: '作品未通过审核，请更换照片或描述后再试',
  REVIEW_EXPIRED: '作品未能及时完成审核，请重新制作',
  TIMEOUT: '制作时间过长，请稍后再试',
  CANCELLED: '制作已取消',
  GENERATION_FAILED: '未能生成作品，请重新制作',
  /** It was sent, and the answer was lost: the provider may have charged for it. */
  ANSWER_LOST: '图像服务没有响应，请稍后再试',
} as const;
export type TaskErrorCode = keyof typeof taskErrors;

/** For administrators: as far as the sentences for users distinguish reasons. */
export const taskErrorChoices: Record<string, { label: string }> = Object.fromEntries(
  Object.entries(taskErrors).map(([code, sentence]) => [
    code,
    { label: sentence.split('，')[0] ?? sentence },
  ]),
);

/** Why the pictures of a task wait to be reviewed. */
export const reviewReasons = {
  doubtful: { label: '疑似违规', tone: 'warning' },
  /** The moderation has not answered yet and is asked again. */
  unchecked: { label: '审核服务没有响应', tone: 'neutral' },
} as const satisfies Record<string, Choice>;
export type ReviewReason = keyof typeof reviewReasons;

const review = z.object({
  reason: oneOf(reviewReasons),
  /** What the moderation takes the picture for, in its words. */
  label: z.string().default(''),
  since: instant,
  /** When the task ends without a result if nobody has decided. */
  until: instant,
});

const output = z.object({
  filePath: z.string(),
  fileType: z.string().default(''),
  width: z.int().nullable().default(null),
  height: z.int().nullable().default(null),
  nodeId: z.string().default(''),
});

/** A picture that administrators have taken from it. */
const removedPicture = z.object({
  filePath: z.string(),
  time: instant,
  reason: z.string().default(''),
  userNote: z.string().default(''),
  /** Only for results: the entry that is put back when the picture is restored. */
  output: output.nullable().default(null),
});

/** Where it waits: tasks that are paid for are served before free ones. Null for one that does not wait. */
export const lane = z.enum(['paid', 'free']).nullable().default(null);

export const STARS = [5, 4, 3, 2, 1] as const;
const stars = z.int().min(1).max(5);

/** What support sees of a task. What was sent to the provider and its answer stay on the server. */
export const taskEntity = entity({
  kind: 'task',
  name: '生成任务',
  function: 'adminTask',
  collection: 'tasks',
  words: {
    syncTask: '查询任务结果',
    cancelTask: '取消生成任务',
    retryTask: '重试生成任务',
    refundTaskCredits: '退回任务积分',
    passTask: '通过结果图审核',
    rejectTask: '拒绝结果图',
    resolveCharge: '标记扣费已核对',
  },
  also: {
    taskNo: labelled('任务编号', z.string()),
    /** '' of a trial run. */
    userId: labelled('用户', z.string()),
    openid: labelled('openid', z.string()),
    templateId: labelled('模板', z.string().default('')),
    templateSnap: z
      .object({
        name: z.string().default(''),
        engine: oneOf(templateEngines).default('workflow'),
        /** The version that it was made with. */
        rev: z.int().default(0),
      })
      .prefault({}),
    /** A trial run by an administrator: without a user, free of charge. */
    isTrial: labelled('试跑', z.boolean().default(false)),
    presetId: labelled('预设', z.string().default('')),
    inputs: z
      .array(
        z.object({
          key: z.string(),
          type: z.string(),
          value: z.union([z.string(), z.number(), z.boolean(), z.null()]).default(null),
          filePath: z.string().default(''),
        }),
      )
      .default([]),
    costCredits: labelled('消耗积分', z.int()),
    /** One of the free tasks of the day. */
    isFree: labelled('当日免费', z.boolean().default(false)),
    /** The order that paid for it, and how much; '' and 0 where none did. */
    orderId: labelled('订单', z.string().default('')),
    paidFen: labelled('实付', z.int().default(0)),
    /** What was taken from each balance, and is returned to it. */
    held: labelled('扣除积分', credits.default({ paid: 0, gift: 0 })),
    /** What the paid credits among them were bought for, in fen. */
    valueFen: labelled('积分价值', z.int().default(0)),
    isRefunded: labelled('积分已退回', z.boolean().default(false)),
    refundReason: labelled('退回原因', z.string().default('')),
    status: oneOf(taskStatuses),
    /** Percent. */
    progress: z.int().default(0),
    apiKeyId: labelled('密钥', z.string().default('')),
    rhTaskId: labelled('图像服务任务编号', z.string().default('')),
    attempts: labelled('尝试次数', z.int().default(0)),
    /** When it came into the queue. */
    queueTime: labelled('排队时间', instant.nullable().default(null)),
    submitTime: labelled('开始处理', instant.nullable().default(null)),
    startTime: instant.nullable().default(null),
    finishTime: labelled('结束时间', instant.nullable().default(null)),
    deadline: instant.nullable().default(null),
    outputs: labelled('图片', z.array(output).default([])),
    coins: labelled('消耗 RH 币', z.number().default(0)),
    costSec: labelled('耗时', z.number().default(0)),
    errorCode: labelled('失败原因', z.string().default('')),
    /** Shown to the user. */
    errorText: labelled('失败原因', z.string().default('')),
    /** What the administrator who cancelled it has written for its user. */
    userNote: labelled('给用户的说明', z.string().default('')),
    cancelReason: labelled('取消原因', z.string().default('')),
    rating: labelled('用户评分', stars.nullable().default(null)),
    retryOf: labelled('原任务', z.string().default('')),
    /** The retry made from this task. */
    retriedBy: labelled('重试任务', z.string().default('')),
    /** The provider may have charged for a task without a result; until an administrator has looked. */
    maybeCharged: labelled('扣费核对', z.boolean().default(false)),
    /** When its pictures were erased: by the user, or because their time was over. */
    erasedTime: labelled('图片清除时间', instant.nullable().default(null)),
    removed: labelled('已删除的图片', z.array(removedPicture).default([])),
    /** Its pictures are made, and shown to nobody but administrators before they pass. */
    inReview: labelled('结果图审核', z.boolean().default(false)),
    /** The last one, also after it has ended. */
    review: labelled('审核原因', review.nullable().default(null)),
    history: stateHistory,
  },
  details: {
    /** How many waiting tasks are served before this one; null for one that does not wait. */
    queueAhead: labelled('排队位置', z.int().nullable().default(null)),
    lane: labelled('排队通道', lane),
  },
  labels: {
    createTime: '提交时间',
    'templateSnap.name': '模板',
    'templateSnap.engine': '生成方式',
  },
  filter: {
    status: oneOrMany(oneOf(taskStatuses)),
    userId: id,
    templateId: id,
    apiKeyId: id,
    errorCode: oneOrMany(z.enum(Object.keys(taskErrors) as [TaskErrorCode, ...TaskErrorCode[]])),
    isTrial: z.literal(true),
    maybeCharged: z.literal(true),
    inReview: z.literal(true),
    rating: stars,
    createTime: range,
  },
  sorts: ['createTime', 'rating'],
  search: true,
  narrowing: ['isTrial'],
  unlisted: ['history', 'plan', 'nodeInfoList', 'uploads', 'results', 'errorRaw'],
  states: taskStatuses,
  transitions: taskTransitions,
  // `slot`: the place at a key that a task has at the provider, otherwise its own id: no place is taken twice.
  unique: ['taskNo', 'slot'],
  indexes: [
    'unaudited.time',
    'templateId status -createTime',
    'apiKeyId status -createTime',
    'errorCode status -createTime',
    'rhTaskId',
    'grams +status',
    'nextPollTime',
    'visibleTo status -createTime',
    'userId status -createTime',
    'maybeCharged status -createTime',
    'inReview status -createTime',
    'status -rating',
    'pool status rank',
    'slotKey',
  ],
  actions: {
    /** `q`: the end of a task's number or of the provider's, or what finds its user. */
    list: {
      name: 'getTasks',
      example: { page: 1, pageSize: 20, filter: { status: 'failed' }, withCounts: true },
    },
    get: { name: 'getTaskById', id: 'id', example: { id: 'task_0001' } },
  },
});
export type Task = RecordOf<typeof taskEntity>;

const reason = line(200).min(1);
const userNote = optionalLine(200).optional();

export const taskActions = {
  ...taskEntity.actions,
  /** Asks the provider now and acts on the answer: saves the results, or returns the credits. */
  syncTask: changeOf(taskEntity, { right: 'tasks.write', example: { id: 'task_0003' } }),
  /** Ends a running task and returns its credits. */
  cancelTask: changeOf(taskEntity, {
    right: 'tasks.write',
    more: { reason, userNote, rev: rev.optional() },
    example: { id: 'task_0004', reason: '用户要求取消' },
  }),
  /** Shows pictures that wait for a review to their user: the task succeeds. */
  passTask: changeOf(taskEntity, {
    right: 'tasks.write',
    more: { reason: reason.optional() },
    example: { id: 'task_0010', reason: '没有违规内容' },
  }),
  /** Ends a task whose pictures wait for a review without them; what was paid for it goes back. */
  rejectTask: changeOf(taskEntity, {
    right: 'tasks.write',
    more: { reason, userNote },
    example: { id: 'task_0011', reason: '裸露过多' },
  }),
  /** An administrator has looked whether the provider charged for a task without a result. */
  resolveCharge: changeOf(taskEntity, {
    right: 'tasks.write',
    more: { note: line(200).min(1) },
    example: { id: 'task_0002', note: '已核对账单，未扣费' },
  }),
  /** A new task with the same inputs, paid with the same credits unless `free`. One for each task. */
  retryTask: changeOf(taskEntity, {
    right: 'tasks.write',
    more: { free: z.boolean().optional(), idemKey: idemKey.optional() },
    example: { id: 'task_0002', free: true },
  }),
  /** Returns the credits of a task, once. */
  refundTaskCredits: changeOf(taskEntity, {
    right: 'tasks.write',
    more: { reason, userNote },
    example: { id: 'task_0001', reason: '结果图有明显瑕疵' },
  }),
  /** Why it went as it did, for those who look into it; without secrets and signed addresses. */
  getDiagnosis: adminRead({
    right: 'tasks.read',
    input: byId,
    output: z.object({
      /** What the provider said; '' for nothing. */
      errorRaw: z.string(),
      /** Number of the workflow or application. */
      workflow: z.string(),
      pool: z.string(),
      sentTime: instant.nullable(),
      /** How often the provider was asked how far it is, and how often since it last answered. */
      polls: z.int(),
      silent: z.int(),
      /** When the provider reported the end. */
      reportTime: instant.nullable(),
      sent: z.array(z.object({ nodeId: z.string(), fieldName: z.string(), value: z.string() })),
      /** Payment notices of the order that paid for it. */
      notices: z.array(z.object({ source: z.string(), eventType: z.string(), time: instant })),
    }),
    example: { id: 'task_0001' },
  }),
  /** For the head of the list. */
  getTaskStats: adminRead({
    right: 'tasks.read',
    input: z.strictObject({}),
    output: z.object({
      waiting: z.int(),
      /** Being worked on, from the check of the photos to the saving of the pictures. */
      working: z.int(),
      /** Whose pictures wait for a review. */
      inReview: z.int(),
      today: z.object({
        total: z.int(),
        succeeded: z.int(),
        /** Expired ones included. */
        failed: z.int(),
        /** What the provider charged. */
        coins: z.int(),
      }),
      /** What 1,000 coins cost, in fen. */
      coinPriceFen: z.int(),
      /** How long the provider needed for half of the last hundred pictures; null before the first. */
      medianSec: z.number().nullable(),
      /** Errors of the last seven days, the most frequent first. */
      errors: z.array(z.object({ errorCode: z.string(), count: z.int() })),
    }),
    example: {},
  }),
};
