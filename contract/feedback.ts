import { adminRead, adminWrite, byId, changeOf, type Choice, oneOrMany, range } from './action.ts';
import { entity, type RecordOf } from './entity.ts';
import { feedbackTopics, MAX_REPLY_LENGTH } from './feedbackTopics.ts';
import { userContact, userText } from './personal.ts';
import type { Returned } from './sentences/feedback.ts';
import { oneOf, type Transitions } from './states.ts';
import { id, idemKey, instant, labelled, line, rev, showing, text, z } from './zod.ts';

export const feedbackStatuses = {
  open: { label: '待处理', tone: 'warning' },
  handled: { label: '已处理', tone: 'success' },
} as const satisfies Record<string, Choice>;
export type FeedbackStatus = keyof typeof feedbackStatuses;

/** What was written after the first text, the oldest first. */
const feedbackMessage = z.object({
  from: z.enum(['user', 'support']),
  /** The administrator's, for colleagues; '' of the user. */
  by: z.string().default(''),
  text: userText,
  time: instant,
});
export type FeedbackMessage = z.output<typeof feedbackMessage>;
export const MOST_FEEDBACK_MESSAGES = 50;

const returned: z.ZodType<Returned, Partial<Returned>> = z.object({
  credits: z.int().default(0),
  refundedFen: z.int().default(0),
  refundingFen: z.int().default(0),
  askedFen: z.int().default(0),
});

/** A visitor's complaint or wish, and what was written about it since. */
export const feedbackEntity = entity({
  kind: 'feedback',
  name: '投诉与反馈',
  function: 'adminFeedback',
  collection: 'feedback',
  words: {
    acceptFeedback: '受理反馈',
    handleFeedback: '处理反馈',
    replyToFeedback: '回复用户',
    writeToUser: '给用户发站内信',
    reopenFeedback: '重新打开反馈',
    revealContact: '查看完整联系方式',
  },
  also: {
    userId: labelled('用户', id),
    openid: z.string(),
    topic: labelled('类型', oneOf(feedbackTopics)),
    text: labelled('内容', userText),
    contact: labelled('联系方式', userContact.default('')),
    /** The task it is about; '' for none. */
    taskId: labelled('相关作品', z.string().default('')),
    templateId: labelled('模板', z.string().default('')),
    templateName: labelled('模板', z.string().default('')),
    /** What the visitor may name when asking about it. */
    receiptNo: labelled('受理编号', z.string().default('')),
    /** When it is to be accepted at the latest, and when it was; null before, and of what support began. */
    acceptBy: labelled('受理期限', instant.nullable().default(null)),
    acceptedTime: labelled('受理时间', instant.nullable().default(null)),
    /** When it is to be answered at the latest. */
    answerBy: labelled('答复期限', instant.nullable().default(null)),
    status: oneOf(feedbackStatuses),
    messages: labelled('对话', z.array(feedbackMessage).default([])),
    /** Support has written, and the user has not opened it since. */
    isUnread: labelled('用户未读', z.boolean().default(false)),
    /** The administrator who is at it; '' for none. */
    ownerId: labelled('负责人', z.string().default('')),
    ownerName: labelled('负责人', z.string().default('')),
    ownedTime: labelled('负责时间', instant.nullable().default(null)),
    returned: labelled('退回', returned.prefault({})),
    /** What was done about it, for colleagues. */
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
    ownerId: id,
    createTime: range,
  },
  sorts: ['createTime'],
  unlisted: ['messages'],
  /** By the end of the receipt number, or by its user. */
  search: true,
  indexes: ['unaudited.time', 'grams +status', 'openid isUnread'],
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

const reply = text(MAX_REPLY_LENGTH).min(1);

export const feedbackActions = {
  ...feedbackEntity.actions,
  /**
   * The user reads it, and gets a message in the mini-program; it becomes the caller's to care for. The last text of
   * the caller's is not added twice. It says what the user has got back meanwhile. `handle`: that settles it.
   */
  replyToFeedback: changeOf(feedbackEntity, {
    right: 'feedback.write',
    more: { text: reply, handle: z.boolean().optional(), rev: rev.optional() },
    example: { id: 'fb_0001', text: '你好，已收到你的反馈。', handle: true },
  }),
  /** Tells the user that it is being looked into. An answer, or handling it, does so too. */
  acceptFeedback: changeOf(feedbackEntity, {
    right: 'feedback.write',
    more: { rev: rev.optional() },
    example: { id: 'fb_0001' },
  }),
  /** The texts of the settings that answer a topic: those for it before those for any. */
  getQuickReplies: adminRead({
    right: 'feedback.write',
    input: z.strictObject({ topic: oneOf(feedbackTopics) }),
    output: z.object({ list: z.array(z.string()) }),
    example: { topic: 'quality' },
  }),
  /** Begins a conversation: it is on the user's page, and announced in the mini-program. */
  writeToUser: adminWrite({
    right: 'feedback.write',
    input: z.strictObject({ userId: id, text: reply, idemKey: idemKey.optional() }),
    output: feedbackEntity.record,
    example: { userId: 'usr_0001', text: '你好，你的订单已加急处理。' },
  }),
  /** `reply`: what was done about it, for colleagues; the user does not see it. */
  handleFeedback: changeOf(feedbackEntity, {
    right: 'feedback.write',
    more: { reply: text(500).min(1), rev: rev.optional() },
    example: { id: 'fb_0001', reply: '已联系用户' },
  }),
  /** How the user is reached, and the texts that say it. The reason and the administrator are recorded first. */
  revealContact: adminWrite({
    right: ['feedback.read', 'users.contact'],
    input: byId.extend({ reason: line(200).min(1) }),
    output: z.object({
      _id: id,
      contact: showing('all', z.string()),
      texts: showing('all', z.array(z.string())),
    }),
    example: { id: 'fb_0001', reason: '回访投诉' },
  }),
  reopenFeedback: changeOf(feedbackEntity, {
    right: 'feedback.write',
    more: { rev: rev.optional() },
    example: { id: 'fb_0002' },
  }),
};
