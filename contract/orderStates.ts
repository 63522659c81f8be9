import type { Choice } from './action.ts';

export const orderStatuses = {
  pending: { label: '待支付', tone: 'warning' },
  paid: { label: '已支付', tone: 'info' },
  completed: { label: '已完成', tone: 'success' },
  closed: { label: '已关闭', tone: 'neutral' },
  refunded: { label: '已退款', tone: 'danger' },
} as const satisfies Record<string, Choice>;
export type OrderStatus = keyof typeof orderStatuses;

export const orderTypes = {
  package: { label: '套餐', tone: 'info' },
  template: { label: '单次购买', tone: 'neutral' },
  print: { label: '冲印', tone: 'success' },
} as const satisfies Record<string, Choice>;
export type OrderType = keyof typeof orderTypes;

export const orderRefundStatuses = {
  none: { label: '无退款', tone: 'neutral' },
  processing: { label: '退款中', tone: 'info' },
  partial: { label: '部分退款', tone: 'warning' },
  full: { label: '全额退款', tone: 'danger' },
  abnormal: { label: '退款异常', tone: 'danger' },
} as const satisfies Record<string, Choice>;
export type OrderRefundStatus = keyof typeof orderRefundStatuses;

export const fulfilStatuses = {
  none: { label: '未开始', tone: 'neutral' },
  pending: { label: '待发放', tone: 'info' },
  done: { label: '已发放', tone: 'success' },
  failed: { label: '发放失败', tone: 'danger' },
} as const satisfies Record<string, Choice>;

/**
 * What WeChat knows of the delivery of an order that was paid inside the mini-program; it releases the money only after
 * the report.
 */
export const uploadStatuses = {
  none: { label: '无需同步', tone: 'neutral' },
  waiting: { label: '待同步', tone: 'info' },
  synced: { label: '已同步', tone: 'success' },
  failed: { label: '同步失败', tone: 'danger' },
} as const satisfies Record<string, Choice>;

export const orderSources = {
  mini_program: { label: '小程序', tone: 'info' },
  web: { label: '网页', tone: 'neutral' },
  admin: { label: '后台', tone: 'warning' },
} as const satisfies Record<string, Choice>;
