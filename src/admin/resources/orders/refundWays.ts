import type { Refund } from '#contract/refund.ts';
import type { OrderOnPage } from './orderRecord.ts';

export type RefundWay = 'sync' | 'retry' | 'void' | 'elsewhere' | 'check';

/** The possible actions on a refund, the likeliest first; the server asks the gateway before each of them. */
export const refundWays = (refund: Refund, order: OrderOnPage): RefundWay[] => [
  ...(refund.afterVoid === 'moved' ? (['check'] as const) : []),
  ...waysOn(refund, order),
];

const waysOn = (refund: Refund, order: OrderOnPage): RefundWay[] => {
  const { status, outcomeUnknown, amountFen, voidTime, _id } = refund;
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
      return free && fits && !voidTime ? ['retry'] : [];
    }
    // The gateway is still queried about it for a day.
    case 'voided':
      return refund.nextQueryTime ? ['sync'] : [];
    case 'success':
      return [];
  }
};
