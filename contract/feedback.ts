import { adminWrite, byId, type Choice, oneOrMany, range } from './action.ts';
import { entity, type RecordOf } from './entity.ts';
import { feedbackTopics } from './feedbackTopics.ts';
import { keysOf, type Transitions } from './states.ts';
import { id, instant, rev, text, z } from './zod.ts';

export const feedbackStatuses = {
  open: { label: '待处理', tone: 'warning' },
  handled: { label: '已处理', tone: 'success' },
} as const satisfies Record<string, Choice>;
export type FeedbackStatus = keyof typeof feedbackStatuses;

/** A visitor's complaint or wish. */
export const feedbackEntity = entity({
  kind: 'feedback',
  function: 'adminFeedback',
  collection: 'feedback',
  also: {
    userId: id,
    openid: z.string(),
    topic: z.enum(keysOf(feedbackTopics)),
    text: z.string(),
    contact: z.string().default(''),
    /** The task it is about; '' for none. */
    taskId: z.string().default(''),
    templateId: z.string().default(''),
    templateName: z.string().default(''),
    status: z.enum(keysOf(feedbackStatuses)),
    /** What was done about it. */
    reply: z.string().default(''),
    handledBy: z.string().default(''),
    handledTime: instant.nullable().default(null),
  },
  filter: {
    status: oneOrMany(z.enum(keysOf(feedbackStatuses))),
    topic: oneOrMany(z.enum(keysOf(feedbackTopics))),
    userId: id,
    templateId: id,
    createTime: range,
  },
  sorts: ['createTime'],
  indexes: ['unaudited.time'],
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
