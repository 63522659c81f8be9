import type { Order } from '#contract/order.ts';
import { type OrderStatus, orderStatuses } from '#contract/orderStates.ts';
import { type Refund, refundStatuses } from '#contract/refund.ts';
import { formatYuan } from '../../../shared/money.ts';
import type { TimelineEvent } from '../../kit/show/Timeline.tsx';
import type { OrderOnPage } from './orderRecord.ts';

type Say = (key: string, args?: Record<string, unknown>) => string;

const moves = (order: Order | OrderOnPage, say: Say): TimelineEvent[] =>
  order.history.map(({ time, from, to, by, reason }) => {
    if (from === to) return { time, title: say('claimed'), tone: 'info', by, note: reason };
    const choice = orderStatuses[to as OrderStatus] as
      | (typeof orderStatuses)[OrderStatus]
      | undefined;
    return {
      time,
      title: to === 'paid' ? say('paid', { sum: formatYuan(order.payFen) }) : say(`to.${to}`),
      tone: choice?.tone ?? 'neutral',
      by,
      note: to === 'completed' ? granted(order, say) || reason : reason,
    };
  });

/** The result of a refund, after it was requested. */
/** @param granted the days of membership that the order has given */
const outcome = (refund: Refund, granted: number, say: Say): TimelineEvent[] => {
  const { status, amountFen, updateTime, successTime, clawedBack, userReceivedAccount } = refund;
  const sum = formatYuan(amountFen);
  const { tone } = refundStatuses[status];
  if (status === 'created' || status === 'processing') return [];
  if (status !== 'success') {
    return [
      { time: updateTime, title: say(`refund.${status}`, { sum }), tone, note: refund.failure },
    ];
  }
  const credits = clawedBack ? clawedBack.paid + clawedBack.gift : 0;
  const days = clawedBack?.packageDays ?? 0;
  const notes = [
    userReceivedAccount,
    credits > 0 && say('refund.creditsBack', { count: credits }),
    granted > 0 && (days > 0 ? say('refund.daysBack', { count: days }) : say('refund.daysKept')),
  ].filter(Boolean);
  return [
    {
      time: successTime ?? updateTime,
      title: say('refund.success', { sum }),
      tone,
      note: notes.join(' · '),
    },
  ];
};

/** All known events of an order, from its own fields. */
export const orderEvents = (order: OrderOnPage, say: Say): TimelineEvent[] => {
  const { createTime, payTime, payFen, fulfil, history, refunds = [] } = order;
  const hasPaymentStep = history.some(({ to }) => to === 'paid');
  // Of the same instant the later ones come first.
  return [
    ...refunds.flatMap(refund => [
      ...outcome(refund, fulfil.days, say),
      {
        time: refund.createTime,
        title: say('refund.asked', { sum: formatYuan(refund.amountFen) }),
        tone: 'info' as const,
        by: refund.applyBy,
        note: refund.reason,
      },
    ]),
    ...moves(order, say).reverse(),
    // Completing says so too.
    ...(fulfil.time && granted(order, say) && !history.some(({ to }) => to === 'completed')
      ? [{ time: fulfil.time, title: granted(order, say), tone: 'success' as const }]
      : []),
    ...(payTime && !hasPaymentStep
      ? [{ time: payTime, title: say('paid', { sum: formatYuan(payFen) }), tone: 'info' as const }]
      : []),
    { time: createTime, title: say('created') },
  ];
};

const granted = ({ fulfil: { credits, giftCredits, days } }: Order | OrderOnPage, say: Say) =>
  [
    credits + giftCredits > 0 && say('granted.credits', { count: credits + giftCredits }),
    days > 0 && say('granted.days', { count: days }),
  ]
    .filter(Boolean)
    .join('、');
