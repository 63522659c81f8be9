import type { Choice } from './action.ts';

export const payChannels = {
  wxpay: { label: '微信支付', tone: 'success' },
  virtual: { label: '虚拟支付', tone: 'info' },
  code: { label: '激活码', tone: 'neutral' },
  offline: { label: '线下', tone: 'warning' },
} as const satisfies Record<string, Choice>;
export type PayChannel = keyof typeof payChannels;
