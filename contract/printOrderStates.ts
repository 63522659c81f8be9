import type { Choice } from './action.ts';
import type { Transitions } from './states.ts';

export const printOrderStatuses = {
  pending: { label: '待支付', tone: 'neutral' },
  paid: { label: '待审核', tone: 'warning' },
  confirmed: { label: '待制作', tone: 'info' },
  producing: { label: '制作中', tone: 'info' },
  shipped: { label: '已发货', tone: 'info' },
  completed: { label: '已完成', tone: 'success' },
  on_hold: { label: '待用户处理', tone: 'warning' },
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
