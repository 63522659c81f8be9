import { adminWrite, byId, type Choice, oneOrMany, range } from './action.ts';
import { entity, type RecordOf } from './entity.ts';
import { feedbackTopics } from './feedbackTopics.ts';
import { oneOf, type Transitions } from './states.ts';
import { id, instant, labelled, rev, text, z } from './zod.ts';

export const feedbackStatuses = {
  open: { label: '待处理', tone: 'warning' },
  handled: { label: '已处理', tone: 'success' },
} as const satisfies Record<string, Choice>;
export type FeedbackStatus = keyof typeof feedbackStatuses;

/** A visitor's complaint or wish. */
export const feedbackEntity = entity({
  kind: 'feedback',
  name: '投诉与反馈',
  function: 'adminFeedback',
  collection: 'feedback',
  also: {
    userId: labelled('用户', id),
    openid: z.string(),
    topic: labelled('类型', oneOf(feedbackTopics)),
    text: labelled('内容', z.string()),
    contact: labelled('联系方式', z.string().default('')),
    /** The task it is about; '' for none. */
    taskId: labelled('任务编号', z.string().default('')),
    templateId: labelled('模板', z.string().default('')),
    templateName: labelled('模板', z.string().default('')),
    /** What the visitor may name when asking about it; '' in older rows. */
    receiptNo: labelled('受理编号', z.string().default('')),
    /** When it is to be answered at the latest. */
    answerBy: labelled('答复期限', instant.nullable().default(null)),
    status: oneOf(feedbackStatuses),
    /** What was done about it. */
    reply: labelled('处理结果', z.string().default('')),
    handledBy: labelled('处理人', z.string().default('')),
    handledTime: labelled('处理时间', instant.nullable().default(null)),
  },
  labels: { createTime: '提交时间' },
  filter: {
    status: oneOrMany(oneOf(feedbackStatuses)),
    topic: oneOrMany(oneOf(feedbackTopics)),
    userId: id,
    templateId: id,
    createTime: range,
  },
  sorts: ['createTime'],
  /** By the whole receipt number. */
  search: true,
  indexes: ['unaudited.time', 'receiptNo'],
  states: feedbackStatuses,
  transitions: {
    open: ['handled'],
    handled: ['open'],
  } satisfies Transitions<FeedbackStatus>,
  actions: {
    list: {
      name: 'getFeedbacks',
      example: { page: 1, pageSize: 20, filter: { status: 'open' }, withCounts: true },
    },
    get: { name: 'getFeedbackById', id: 'id', example: { id: 'fb_0001' } },
  },
});
export type Feedback = RecordOf<typeof feedbackEntity>;

export const feedbackActions = {
  ...feedbackEntity.actions,
  /** `reply`: what was done about it, for colleagues; the user does not see it. */
  handleFeedback: adminWrite({
    input: byId.extend({ reply: text(500).min(1), rev: rev.optional() }),
    output: feedbackEntity.record,
    example: { id: 'fb_0001', reply: '已退回积分并联系用户' },
  }),
  reopenFeedback: adminWrite({
    input: byId.extend({ rev: rev.optional() }),
    output: feedbackEntity.record,
    example: { id: 'fb_0002' },
  }),
};
