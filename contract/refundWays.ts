import type { Order, OrderDetail } from './order.ts';
import type { Refund, RefundStatus } from './refund.ts';

/** The ways forward that a person chooses; the server asks the gateway before it goes any of them. */
export type RefundWay = 'sync' | 'retry' | 'void' | 'elsewhere' | 'check';

/** Where each may be gone; `check` is for what the gateway paid although it was voided. */
export const refundWayStatuses = {
  retry: ['request_failed', 'closed'],
  void: ['request_failed'],
  elsewhere: ['abnormal'],
} as const satisfies Partial<Record<RefundWay, readonly RefundStatus[]>>;

export const needsCheck = ({ afterVoid }: Pick<Refund, 'afterVoid'>) => afterVoid === 'moved';

/** What was voided once is never sent again. */
export const wasVoided = ({ voidTime }: Pick<Refund, 'voidTime'>) => voidTime !== null;

type OrderSeen = Pick<Order, 'openRefundId'> & Partial<Pick<OrderDetail, 'refundable'>>;

/** What is offered, the likeliest first; without the order, what does not depend on it. */
export const refundWays = (refund: Refund, order?: OrderSeen): RefundWay[] => [
  ...(needsCheck(refund) ? (['check'] as const) : []),
  ...waysOn(refund, order),
];

const waysOn = (refund: Refund, order: OrderSeen | undefined): RefundWay[] => {
  const { status, outcomeUnknown, amountFen, _id } = refund;
  switch (status) {
    case 'created':
      return refund.approval === 'waiting' ? [] : ['sync'];
    case 'processing':
      return ['sync'];
    case 'request_failed':
      return outcomeUnknown ? ['sync', 'void'] : ['retry', 'void'];
    case 'abnormal':
      return ['elsewhere', 'sync'];
    case 'closed': {
      const free = order?.openRefundId === '' || order?.openRefundId === _id;
      const fits = amountFen <= (order?.refundable?.maxFen ?? 0);
      return free && fits && !wasVoided(refund) ? ['retry'] : [];
    }
    // The gateway is still queried about it for a day.
    case 'voided':
      return refund.nextQueryTime ? ['sync'] : [];
    case 'success':
      return [];
  }
};
