import { orderStatuses, orderActions } from '#contract/order.ts';
import { refundStatuses } from '#contract/refund.ts';
import { changeRecord } from '../_shared/changeRecord.ts';
import { crud } from '../_shared/crud.ts';
import { type AdminContext, defineFunction, withLoad } from '../_shared/dispatcher.ts';
import { conflict, notFound } from '../_shared/errors.ts';
import { tryFulfil } from '../_shared/orders/fulfil.ts';
import {
  type Actor,
  adminActor,
  orderQuery,
  orders,
  orderSearch,
  type StoredOrder,
} from '../_shared/orders/orders.ts';
import { refunds, type StoredRefund } from '../_shared/refunds/refunds.ts';
import {
  applyAbnormalRefund,
  checkVoidedRefund,
  retryRefund,
  syncRefund,
  voidRefund,
} from '../_shared/refunds/ways.ts';
import { detailOf } from './detail.ts';
import { processRefund } from '../_shared/refunds/process.ts';
import { getOrderStats } from './stats.ts';
import { syncPayment } from './syncPayment.ts';
import { updateOrderStatus } from './updateStatus.ts';

const orderList = crud<StoredOrder & { createBy: null; updateBy: null }>({
  collection: 'orders',
  resource: 'order',
  defaultSort: [['createTime', 'desc']],
  stateField: 'status',
  states: Object.keys(orderStatuses),
});
const refundList = crud<StoredRefund & { createBy: null; updateBy: null }>({
  collection: 'refunds',
  resource: 'refund',
  defaultSort: [['createTime', 'desc']],
  stateField: 'status',
  states: Object.keys(refundStatuses),
});

const MOST_REMARKS = 100;
const actorOf = async (context: AdminContext): Promise<Actor> =>
  adminActor(context, await context.admin());

/** Loads the record beside the session check and passes it to the handler. */
const onOrder = <I extends { id: string }, R>(
  run: (data: I, context: AdminContext, order: StoredOrder) => Promise<R>,
) =>
  withLoad(
    ({ id }: I) => orders.get(id),
    (data, context, order) => {
      if (!order) throw notFound();
      return run(data, context, order);
    },
  );
const onRefund = <I extends { id: string }, R>(
  run: (data: I, actor: Actor, refund: StoredRefund) => Promise<R>,
) =>
  withLoad(
    ({ id }: I) => refunds.get(id),
    async (data, context, refund) => {
      if (!refund) throw notFound();
      return run(data, await actorOf(context), refund);
    },
  );

export const main = defineFunction('adminOrder', orderActions, {
  getOrders: ({ q, filter, ...request }) =>
    orderList.list({ ...request, filter: orderQuery(filter) }, orderSearch(q)),

  getOrderById: ({ id }) => detailOf(id),

  updateOrderStatus: onOrder(async ({ status, reason = '', rev }, context, order) => {
    if (rev !== undefined && rev !== order.rev) throw conflict(order);
    return updateOrderStatus(order, status, reason, await actorOf(context));
  }),

  processRefund: onOrder(async ({ id: _id, ...wish }, context, order) =>
    processRefund(order, wish, await actorOf(context)),
  ),

  getOrderStats,

  syncPayment: onOrder(async (_data, context, order) => syncPayment(order, await actorOf(context))),

  retryFulfil: onOrder(async (_data, context, order) => tryFulfil(order, await actorOf(context))),

  addRemark: onOrder(async ({ text }, context, order) => {
    const { name } = await actorOf(context);
    const remark = { time: Date.now(), by: name, text };
    const adminRemarks = [...order.adminRemarks, remark].slice(-MOST_REMARKS);
    const after = await changeRecord(
      orders,
      order,
      { rev: order.rev },
      { adminRemarks },
      {
        context,
        resource: 'order',
      },
    );
    return after ?? orders.missed(order._id);
  }),

  getRefunds: request => refundList.list(request),

  getRefundById: ({ id }) => refunds.require(id),

  retryRefund: onRefund((_data, actor, refund) => retryRefund(refund, actor)),

  syncRefund: onRefund((_data, actor, refund) => syncRefund(refund, actor)),

  voidRefund: onRefund(({ reason }, actor, refund) => voidRefund(refund, reason, actor)),

  checkVoidedRefund: onRefund(({ note }, actor, refund) => checkVoidedRefund(refund, note, actor)),

  applyAbnormalRefund: onRefund(({ id: _id, ...wish }, actor, refund) =>
    applyAbnormalRefund(refund, wish, actor),
  ),
});
