/** Without zod, which the visitor side does not load. */
import type { Choice } from './action.ts';
import { creditWords } from './sentences/creditBuckets.ts';

/** A refund takes back bought credits first; gifts are spent first. */
export const creditBuckets = {
  paid: { label: creditWords.paid, tone: 'info' },
  gift: { label: creditWords.gift, tone: 'neutral' },
} as const satisfies Record<string, Choice>;
export type CreditBucket = keyof typeof creditBuckets;

export const ledgerKinds = {
  buy: { label: '购买', tone: 'success' },
  code: { label: '激活码', tone: 'success' },
  gift: { label: '赠送', tone: 'success' },
  consume: { label: '消耗', tone: 'neutral' },
  refund_task: { label: '任务退回', tone: 'info' },
  refund_order: { label: '退款收回', tone: 'warning' },
  /** The refund that had taken them was not carried out. */
  refund_undone: { label: '退款未成退回', tone: 'info' },
  admin: { label: '人工调整', tone: 'warning' },
  expire: { label: '过期', tone: 'neutral' },
} as const satisfies Record<string, Choice>;
export type LedgerKind = keyof typeof ledgerKinds;
