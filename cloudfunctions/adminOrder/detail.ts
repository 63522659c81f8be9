import type { OrderLine } from '#contract/order.ts';
import type { StoredOrder } from '../_shared/orders/orders.ts';
import { isWhollyPaidBack, refundableFen } from '../_shared/orders/refundable.ts';
import type { StoredPrintOrder } from '../_shared/prints/records.ts';
import { linesOf } from '../_shared/refunds/lines.ts';
import {
  obstacleTo,
  reclaimable,
  REFUND_PAUSE_MS,
  type StoredRefund,
} from '../_shared/refunds/refunds.ts';
import { miniProgram } from '../_shared/weChat/miniProgram.ts';
import { printOf, readRefundable } from './refund.ts';

const sumOf = <T>(items: T[], amount: (item: T) => number) =>
  items.reduce((sum, item) => sum + amount(item), 0);

/** Each line with what became of it. A refund of everything need not name the lines. */
const linesWithPast = (
  order: StoredOrder,
  prints: StoredPrintOrder[],
  its: StoredRefund[],
): OrderLine[] => {
  const itemsOf = (among: StoredRefund[]) => among.flatMap(({ items }) => items);
  const refunded = itemsOf(its.filter(({ status }) => status === 'success'));
  const refunding = itemsOf(its.filter(({ reserved }) => reserved));
  const isBack = order.refundStatus === 'full';
  const isGoing = !isBack && isWhollyPaidBack(order);
  const reprinted = prints
    .filter(({ reprintOf, status }) => reprintOf !== '' && status !== 'cancelled')
    .flatMap(({ items }) => items);
  return linesOf(order, printOf(order, prints)).map(
    ({ credits: _credits, days: _days, ...line }, at) => {
      const [back, going] = [refunded, refunding].map(items =>
        items.filter(({ itemIndex }) => itemIndex === at),
      ) as [typeof refunded, typeof refunding];
      const { qty: all, paidFen } = line;
      const refundedQty = isBack ? all : sumOf(back, ({ qty }) => qty);
      return {
        ...line,
        refundedQty,
        refundedFen: isBack ? paidFen : sumOf(back, ({ amountFen }) => amountFen),
        refundingQty: isGoing ? all - refundedQty : sumOf(going, ({ qty }) => qty),
        reprintedQty: sumOf(
          reprinted.filter(({ originalIndex }) => originalIndex === at),
          ({ qty }) => qty,
        ),
      };
    },
  );
};

/** The order with its lines and refunds and what may still be refunded. Database round trips: 1. */
export const detailOf = async (id: string) => {
  const [seen, program] = await Promise.all([readRefundable(id), miniProgram()]);
  const { order, prints, allowPartial, reasons } = seen;
  const its = seen.refunds.sort((a, b) => b.createTime - a.createTime);
  return {
    ...order,
    lines: linesWithPast(order, prints, its),
    refunds: its,
    isMiniProgramSet: program !== null,
    refundable: {
      maxFen: Math.max(0, refundableFen(order)),
      nextTime: order.lastRefundTime ? order.lastRefundTime + REFUND_PAUSE_MS : null,
      obstacle: obstacleTo(order, Date.now()),
      ...reclaimable(order),
      allowPartial,
      reasons,
    },
  };
};
