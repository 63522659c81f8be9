import { notFound } from '../_shared/base/errors.ts';
import { orders } from '../_shared/orders/orders.ts';
import {
  MOST_REFUNDS_PER_ORDER,
  obstacleTo,
  reclaimable,
  REFUND_PAUSE_MS,
  refundableFen,
  refunds,
} from '../_shared/refunds/refunds.ts';
import { miniProgram } from '../_shared/weChat/miniProgram.ts';

/** The order with its refunds and what may still be refunded. One wait. */
export const detailOf = async (id: string) => {
  const [order, itsRefunds, program] = await Promise.all([
    orders.get(id),
    refunds.find(
      { orderId: id },
      { sort: [['createTime', 'desc']], limit: MOST_REFUNDS_PER_ORDER },
    ),
    miniProgram(),
  ]);
  if (!order) throw notFound();
  const obstacle = obstacleTo(order, Date.now());
  return {
    ...order,
    refunds: itsRefunds,
    isMiniProgramSet: program !== null,
    refundable: {
      maxFen: Math.max(0, refundableFen(order)),
      nextTime: order.lastRefundTime ? order.lastRefundTime + REFUND_PAUSE_MS : null,
      obstacle,
      ...reclaimable(order),
    },
  };
};
