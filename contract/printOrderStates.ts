import type { Choice } from './action.ts';
import type { Transitions } from './states.ts';

export const printOrderStatuses = {
  pending: { label: '待支付', tone: 'neutral' },
  paid: { label: '待审核', tone: 'warning' },
  confirmed: { label: '待制作', tone: 'info' },
  producing: { label: '制作中', tone: 'info' },
  shipped: { label: '已发货', tone: 'info' },
  completed: { label: '已完成', tone: 'success' },
  on_hold: { label: '待用户换图', tone: 'warning' },
  cancelled: { label: '已取消', tone: 'neutral' },
} as const satisfies Record<string, Choice>;
export type PrintOrderStatus = keyof typeof printOrderStatuses;

export const printOrderTransitions: Transitions<PrintOrderStatus> = {
  pending: ['paid', 'cancelled'],
  paid: ['confirmed', 'on_hold', 'cancelled'],
  confirmed: ['producing', 'on_hold', 'cancelled'],
  on_hold: ['paid', 'cancelled'],
  producing: ['confirmed', 'shipped'],
  shipped: ['completed'],
  completed: [],
  cancelled: [],
};

/** The moves administrators may make; payments, refunds and the mini-program make the others. */
export const manualPrintTransitions: Transitions<PrintOrderStatus> = {
  ...printOrderTransitions,
  pending: ['cancelled'],
};
/** Moves that need a reason. */
export const needsReason = (from: PrintOrderStatus, to: PrintOrderStatus): boolean =>
  to === 'on_hold' || to === 'cancelled' || (from === 'producing' && to === 'confirmed');

/** States in which the address may be changed: before production. */
export const addressOpenStatuses: readonly PrintOrderStatus[] = [
  'pending',
  'paid',
  'confirmed',
  'on_hold',
];
/** States in which the deadline counts; it does not count on hold. */
export const slaStatuses: readonly PrintOrderStatus[] = ['paid', 'confirmed', 'producing'];
export const openPrintStatuses: readonly PrintOrderStatus[] = [
  'pending',
  'paid',
  'confirmed',
  'producing',
  'on_hold',
  'shipped',
];
