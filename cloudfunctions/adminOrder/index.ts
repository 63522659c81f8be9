import { approvalActions, approvalEntity } from '#contract/approval.ts';
import { MAX_BADGE } from '#contract/constants.ts';
import { codes } from '#contract/envelope.ts';
import type { ActionInput } from '#contract/index.ts';
import { orderActions, orderEntity, MOST_OF_STATE } from '#contract/order.ts';
import { isNotUploaded, mayBePaid, needsUpload } from '#contract/orderRules.ts';
import { orderStatuses } from '#contract/orderStates.ts';
import { refundEntity } from '#contract/refund.ts';
import { invoiceSentences } from '#contract/sentences/invoices.ts';
import { messageSentences } from '#contract/sentences/messages.ts';
import { uploadSentences } from '#contract/sentences/shipping.ts';
import { DAY_MS, dayOf } from '#contract/shanghai.ts';
import { keysOf } from '#contract/states.ts';
import { approvals, type StoredApproval } from '../_shared/approvals/records.ts';
import { type Actor, actorOf } from '../_shared/base/actor.ts';
import { audit } from '../_shared/base/audit.ts';
import { changeRecord } from '../_shared/base/changeRecord.ts';
import { _ } from '../_shared/base/cloud.ts';
import {
  type AdminContext,
  defineFunction,
  onRecord,
  withLoad,
} from '../_shared/base/dispatcher.ts';
import { markDue } from '../_shared/base/due.ts';
import { ActionError, conflict, stateNotAllowed } from '../_shared/base/errors.ts';
import { listOf, toQuery, countEach } from '../_shared/base/listing.ts';
import { addRemark } from '../_shared/base/remarks.ts';
import { settingsOf } from '../_shared/base/settings.ts';
import { figuresOf } from '../_shared/counting/counters.ts';
import type { Figure } from '../_shared/counting/figures.ts';
import { recordIfPaid } from '../_shared/orders/close.ts';
import { tryFulfil } from '../_shared/orders/fulfil.ts';
import { moveInvoice } from '../_shared/orders/invoices.ts';
import { orderQuery, orders, orderSearch, type StoredOrder } from '../_shared/orders/orders.ts';
import { askVirtual } from '../_shared/orders/virtual.ts';
import { refuseRefundAsk } from '../_shared/refunds/asks.ts';
import { refunds, refundSearch, type StoredRefund } from '../_shared/refunds/refunds.ts';
import {
  applyAbnormalRefund,
  checkVoidedRefund,
  retryRefund,
  syncRefund,
  voidRefund,
} from '../_shared/refunds/ways.ts';
import { checkTakenUpAgain } from '../_shared/refunds/withinLimits.ts';
import { miniProgram } from '../_shared/weChat/miniProgram.ts';
import { gatewayRead, wechatPay } from '../_shared/wechatPay/client.ts';
import { approveRequest, declineRequest, kindsRead, withdrawRequest } from './approvals.ts';
import { detailOf } from './detail.ts';
import { markPaidOffline } from './markPaidOffline.ts';
import { makeRefund, previewRefund, readRefundable } from './refund.ts';
import { updateOrderStatus } from './updateStatus.ts';

const figuresFrom = (sums: Partial<Record<string, number>> = {}) => {
  const figure = (name: Figure) => sums[name] ?? 0;
  return {
    createdOrders: figure('createdOrders'),
    paidOrders: figure('paidOrders'),
    paidFen: figure('paidFen'),
    refundedFen: figure('refundedFen'),
  };
};

const openStatuses = ['created', 'request_failed', 'processing'] as const;

/** Database round trips: 1, for the counters' documents and counts on indexes. */
const getOrderStats = async ({ days }: { days: number }) => {
  const now = Date.now();
  const wanted = Array.from({ length: days }, (_day, at) => dayOf(now - (days - 1 - at) * DAY_MS));
  const [sums, counts, refundCounts, failedFulfilments] = await Promise.all([
    figuresOf(wanted),
    countEach(orders, {}, 'status', keysOf(orderStatuses), MOST_OF_STATE),
    countEach(refunds, {}, 'status', [...openStatuses, 'abnormal']),
    orders.count({ 'fulfil.status': 'failed' }, MAX_BADGE),
  ]);
  return {
    total: figuresFrom(sums.get('total')),
    today: figuresFrom(sums.get(dayOf(now))),
    days: wanted.map(day => ({ day, ...figuresFrom(sums.get(day)) })),
    statuses: counts,
    openRefunds: openStatuses.reduce((sum, status) => sum + refundCounts[status], 0),
    abnormalRefunds: refundCounts.abnormal,
    failedFulfilments,
  };
};

/** Makes it due now, with all tries before it; a try without an answer is still looked into first. @throws 40902 */
const retryUpload = async (order: StoredOrder, by: Actor): Promise<StoredOrder> => {
  const { upload } = order;
  if (!isNotUploaded(order) || !needsUpload(order))
    throw stateNotAllowed(
      upload?.status === 'synced' ? uploadSentences.synced : uploadSentences.notNeeded,
    );
  const again = { status: 'waiting', attempts: 0, nextTime: Date.now(), reason: '' } as const;
  const written = await changeRecord(
    orders,
    order,
    { rev: order.rev },
    { upload: { ...upload, ...again } },
    { by, resource: 'order', reason: uploadSentences.retried },
    () => markDue('uploads'),
  );
  return written ?? orders.missed(order._id);
};

/** Database round trips: 1. Beyond `MAX_SUMMED` refunds the sums leave some out. */
const getRefundSums = async ({ filter, q }: ActionInput<'adminOrder', 'getRefundSums'>) => {
  const query = { ...toQuery(filter), ...(await refundSearch(q)) };
  const figures = { count: 0, amountFen: 0, successCount: 0, successFen: 0 };
  for (const { value, count, sums } of await refunds.sums(query, ['amountFen'], 'status')) {
    figures.count += count;
    figures.amountFen += sums.amountFen;
    if (value === 'success')
      Object.assign(figures, { successCount: count, successFen: sums.amountFen });
  }
  return figures;
};

/** Database round trips: 1. */
const getRefundReasons = async () => ({ list: (await settingsOf('payment')).refundReasons });

const approvalList = listOf<StoredApproval>(approvalEntity);
const orderList = listOf<StoredOrder>(orderEntity);
const refundList = listOf<StoredRefund>(refundEntity);

const onRefund = <I extends { id: string }, R>(
  run: (data: I, actor: Actor, refund: StoredRefund, context: AdminContext) => Promise<R>,
) =>
  onRecord(refunds, async (data: I, context, refund) =>
    run(data, await actorOf(context), refund, context),
  );

/** Only an unpaid order can turn out to be paid; others are answered unchanged. */
const syncPayment = async (order: StoredOrder, actor: Actor): Promise<StoredOrder> => {
  if (!mayBePaid(order)) return order;
  if (order.payChannel === 'virtual') {
    const answer = await askVirtual(order, actor);
    if (answer.kind === 'unknown') throw new ActionError(codes.thirdParty);
    return answer.kind === 'paid' ? answer.order : order;
  }
  const pay = await wechatPay();
  const asked = await pay.queryTrade(order.orderNo);
  if (asked.kind === 'ok') return (await recordIfPaid(order, asked.data, actor)) ?? order;
  // The gateway does not know the order, so it was never paid.
  if (asked.kind === 'refused' && asked.httpStatus === 404) return order;
  throw new ActionError(codes.thirdParty);
};

export const main = defineFunction(
  'adminOrder',
  { ...orderActions, ...approvalActions },
  {
    getOrders: async ({ q, filter, ...request }) =>
      orderList({ ...request, filter: orderQuery(filter) }, await orderSearch(q)),

    getOrderById: ({ id }) => detailOf(id),

    updateOrderStatus: withLoad(
      async ({ id }) => ({ gateway: gatewayRead(), order: await orders.require(id) }),
      async ({ status, reason = '', rev }, context, { gateway, order }) => {
        if (rev !== undefined && rev !== order.rev) throw conflict(order);
        return updateOrderStatus(order, status, reason, await actorOf(context), gateway);
      },
    ),

    previewRefund,

    processRefund: withLoad(
      async ({ id }) => ({ gateway: gatewayRead(), ...(await readRefundable(id)) }),
      makeRefund,
    ),

    getOrderStats,

    syncPayment: onRecord(orders, async (_data, context, order) =>
      syncPayment(order, await actorOf(context)),
    ),

    retryUpload: withLoad(
      ({ id }) => Promise.all([orders.require(id), miniProgram()]),
      async (_data, context, [order, program]) => {
        if (!program) throw stateNotAllowed(messageSentences.noMiniProgram);
        return retryUpload(order, await actorOf(context));
      },
    ),

    retryFulfil: onRecord(orders, async (_data, context, order) =>
      tryFulfil(order, await actorOf(context)),
    ),

    markPaidOffline: withLoad(
      async ({ id }) => ({ gateway: gatewayRead(), order: await orders.require(id) }),
      async (wish, context, { gateway, order }) =>
        markPaidOffline(order, wish, await actorOf(context), gateway),
    ),

    addRemark: onRecord(orders, ({ text }, context, order) =>
      addRemark(orders, order, text, context, 'order'),
    ),

    issueInvoice: onRecord(orders, async ({ number, rev }, context, order) => {
      const letter = (orderNo: string) => invoiceSentences.issued(orderNo, number);
      const to = { status: 'issued', number } as const;
      const move = { to, time: 'issueTime', reason: number, letter } as const;
      return moveInvoice(order, move, await actorOf(context), rev);
    }),

    refuseInvoice: onRecord(orders, async ({ reason, rev }, context, order) => {
      const letter = (orderNo: string) => invoiceSentences.refused(orderNo, reason);
      const move = { to: { status: 'refused', reason }, reason, letter } as const;
      return moveInvoice(order, move, await actorOf(context), rev);
    }),

    cancelInvoice: onRecord(orders, async ({ number, rev }, context, order) => {
      const to = { status: 'cancelled', cancelNumber: number } as const;
      const move = { to, time: 'cancelTime', reason: number } as const;
      return moveInvoice(order, move, await actorOf(context), rev);
    }),

    revealInvoiceEmail: onRecord(orders, async ({ id, reason }, context, { invoice }) => {
      if (!invoice?.email) throw stateNotAllowed(invoiceSentences.noEmail);
      await audit({ by: await actorOf(context), resource: 'order', resourceId: id, reason });
      return { _id: id, email: invoice.email };
    }),

    refuseRefundAsk: onRecord(orders, async ({ reason, rev }, context, order) =>
      refuseRefundAsk(order, reason, await actorOf(context), rev),
    ),

    getRefunds: async ({ q, ...request }) => refundList(request, await refundSearch(q)),

    getRefundSums,
    getRefundReasons,

    retryRefund: onRefund(async (_data, actor, refund, context) => {
      await checkTakenUpAgain(context, refund);
      return retryRefund(refund, actor);
    }),

    syncRefund: onRefund((_data, actor, refund) => syncRefund(refund, actor)),

    voidRefund: onRefund(({ reason }, actor, refund) => voidRefund(refund, reason, actor)),

    checkVoidedRefund: onRefund(({ note }, actor, refund) =>
      checkVoidedRefund(refund, note, actor),
    ),

    applyAbnormalRefund: onRefund(({ id: _id, ...wish }, actor, refund) =>
      applyAbnormalRefund(refund, wish, actor),
    ),

    getApprovals: async (request, context) =>
      approvalList(request, { kind: _.in(await kindsRead(context)) }),

    getApprovalById: ({ id }) => approvals.require(id),

    approveRequest: onRecord(approvals, approveRequest),
    declineRequest: onRecord(approvals, declineRequest),
    withdrawRequest: onRecord(approvals, withdrawRequest),
  },
);
