/** Without zod, which the visitor side does not load. */
import type { Choice } from './action.ts';

export const feedbackTopics = {
  quality: { label: '效果问题', tone: 'info' },
  content: { label: '内容违规', tone: 'danger' },
  rights: { label: '侵权投诉', tone: 'danger' },
  payment: { label: '积分与支付', tone: 'warning' },
  other: { label: '其他建议', tone: 'neutral' },
} as const satisfies Record<string, Choice>;
export type FeedbackTopic = keyof typeof feedbackTopics;
