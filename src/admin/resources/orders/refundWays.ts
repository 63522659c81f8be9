import type { Refund } from '#contract/refund.ts';
import type { OrderOnPage } from './orderRecord.ts';

export type RefundWay = 'sync' | 'retry' | 'void' | 'elsewhere';

/** The ways forward of a refund, the likeliest first; the server asks the gateway before it goes any of them. */
export const refundWays = (refund: Refund, order: OrderOnPage): RefundWay[] => {
  const { status, outcomeUnknown, amountFen, _id } = refund;
  switch (status) {
    case 'created':
    case 'processing':
      return ['sync'];
    case 'request_failed':
      return outcomeUnknown ? ['sync', 'void'] : ['retry', 'void'];
    case 'abnormal':
      return ['elsewhere', 'sync'];
    case 'closed': {
      const free = order.openRefundId === '' || order.openRefundId === _id;
      const fits = amountFen <= (order.refundable?.maxFen ?? 0);
      return free && fits ? ['retry'] : [];
    }
    case 'success':
      return [];
  }
};
