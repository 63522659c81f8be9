import type { Choice } from './action.ts';

/** Separate from the schemas, because the visitor side does not load zod. */
export const refundAskReasons = {
  quality: { label: '效果不满意', tone: 'warning' },
  missing: { label: '未收到积分或会员', tone: 'danger' },
  twice: { label: '重复购买', tone: 'neutral' },
  unwanted: { label: '不想要了', tone: 'neutral' },
  other: { label: '其他', tone: 'neutral' },
} as const satisfies Record<string, Choice>;
export type RefundAskReason = keyof typeof refundAskReasons;

export const refundAskStatuses = {
  waiting: { label: '待处理', tone: 'warning' },
  /** A refund was made; how it stands, the refund says. */
  agreed: { label: '已同意', tone: 'success' },
  refused: { label: '已拒绝', tone: 'neutral' },
  withdrawn: { label: '已撤回', tone: 'neutral' },
} as const satisfies Record<string, Choice>;
export type RefundAskStatus = keyof typeof refundAskStatuses;

export const MAX_REFUND_ASK_TEXT = 200;
/** Of one order. */
export const MOST_REFUND_ASKS = 2;
