import type { Choice } from './action.ts';
import type { Transitions } from './states.ts';

/** Separate from the schemas, because the visitor side does not load zod. */
export const invoiceKinds = {
  personal: { label: '个人', tone: 'neutral' },
  company: { label: '企业', tone: 'info' },
} as const satisfies Record<string, Choice>;
export type InvoiceKind = keyof typeof invoiceKinds;

export const invoiceStatuses = {
  waiting: { label: '待开票', tone: 'warning' },
  issued: { label: '已开票', tone: 'success' },
  refused: { label: '不予开票', tone: 'neutral' },
  /** Something was refunded after the issue: the invoice is to be cancelled by one of the opposite sign. */
  toCancel: { label: '待红冲', tone: 'danger' },
  cancelled: { label: '已红冲', tone: 'neutral' },
} as const satisfies Record<string, Choice>;
export type InvoiceStatus = keyof typeof invoiceStatuses;

export const invoiceTransitions: Transitions<InvoiceStatus> = {
  /** Asked for again with other data. */
  waiting: ['waiting', 'issued', 'refused'],
  issued: ['toCancel'],
  refused: ['waiting'],
  toCancel: ['cancelled'],
  /** For what was not refunded. */
  cancelled: ['waiting'],
};

export const MAX_INVOICE_TITLE = 100;
