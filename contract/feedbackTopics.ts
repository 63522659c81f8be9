import type { Choice } from './action.ts';

/** Separate from the schemas, because the visitor side does not load zod. */
export const feedbackTopics = {
  quality: { label: '效果问题', tone: 'info' },
  content: { label: '内容违规', tone: 'danger' },
  rights: { label: '侵权投诉', tone: 'danger' },
  payment: { label: '积分与支付', tone: 'warning' },
  invoice: { label: '发票', tone: 'info' },
  minor: { label: '未成年人退款', tone: 'danger' },
  /** Copies, corrections, explanations, and what should be removed. */
  personal: { label: '个人信息', tone: 'warning' },
  other: { label: '其他建议', tone: 'neutral' },
  /** Begun by support; visitors cannot choose it. */
  support: { label: '客服来信', tone: 'info' },
} as const satisfies Record<string, Choice>;
export type FeedbackTopic = keyof typeof feedbackTopics;
export type VisitorTopic = Exclude<FeedbackTopic, 'support'>;
export const visitorTopics: Record<VisitorTopic, Choice> = (({ support: _, ...topics }) => topics)(
  feedbackTopics,
);
/** Characters of a text. */
export const MIN_FEEDBACK_LENGTH = 5;
export const MAX_FEEDBACK_LENGTH = 1_000;
export const MAX_CONTACT_LENGTH = 60;
/** Characters of what is written later. */
export const MAX_REPLY_LENGTH = 500;
