import type { BatchResult } from '#contract/action.ts';
import { codeMessages, codes } from '#contract/envelope.ts';
import type { ActionInput } from '#contract/index.ts';
import {
  manualPrintTransitions,
  needsReason,
  type PrintOrderStatus,
} from '#contract/printOrderStates.ts';
import { approvalIdOf } from '#contract/rights/approvals.ts';
import { approvalSentences } from '#contract/sentences/approvals.ts';
import { printOrderSentences } from '#contract/sentences/printOrders.ts';
import { refundSentences } from '#contract/sentences/refunds.ts';
import { mayMove } from '#contract/states.ts';
import { actorOf, type Actor } from '../_shared/base/actor.ts';
import { _ } from '../_shared/base/cloud.ts';
import type { AdminContext } from '../_shared/base/dispatcher.ts';
import {
  ActionError,
  conflict,
  invalid,
  notFound,
  stateNotAllowed,
} from '../_shared/base/errors.ts';
import { inParallel } from '../_shared/base/parallel.ts';
import { closeOrder } from '../_shared/orders/close.ts';
import { completePrintOrder } from '../_shared/orders/completePrint.ts';
import { orders, type StoredOrder } from '../_shared/orders/orders.ts';
import { refundableFen } from '../_shared/orders/refundable.ts';
import { illegalPrintMove } from '../_shared/prints/moves.ts';
import { newBatchNo, printOrders, type StoredPrintOrder } from '../_shared/prints/records.ts';
import { processRefund, WHOLE } from '../_shared/refunds/process.ts';
import { refunds, type StoredRefund } from '../_shared/refunds/refunds.ts';
import { refundWithin } from '../_shared/refunds/withinLimits.ts';
import { wechatPay } from '../_shared/wechatPay/client.ts';
import { type Asked, movePrintOrder } from './changePrintOrder.ts';

/**
 * Before production only. Unpaid: the order is closed, which cancels the prints. Paid: the rest is refunded before the
 * prints are cancelled, so that a refusal by the gateway leaves both unchanged. What the role may not refund by itself
 * waits for approval, and the prints stay as they are.
 */
const cancelPrintOrder = async (
  seen: StoredPrintOrder,
  reason: string,
  context: AdminContext,
): Promise<StoredPrintOrder & { approvalId?: string }> => {
  const actor = await actorOf(context);
  const order = seen.orderId && !seen.reprintOf ? await orders.get(seen.orderId) : null;
  const refund =
    order && order.status !== 'pending' ? await payBack(order, seen, context, reason) : null;
  if (order?.status === 'pending') await close(order, actor, reason);
  const current = (await printOrders.get(seen._id)) ?? seen;
  // It is cancelled when the refund has been approved.
  if (refund?.approval === 'waiting')
    return { ...current, approvalId: approvalIdOf('refund', refund._id) };
  // Closing the order, or a refund that succeeded at once, has cancelled it already.
  if (current.status === 'cancelled') return current;
  return movePrintOrder(current, 'cancelled', { reason }, context);
};

const close = async (order: StoredOrder, actor: Actor, reason: string): Promise<void> => {
  const { kind } = await closeOrder(order, wechatPay, actor, reason);
  if (kind === 'closed') return;
  if (kind === 'unknown') throw new ActionError(codes.thirdParty);
  throw stateNotAllowed(printOrderSentences.userPaying);
};

const payBack = async (
  order: StoredOrder,
  { printNo }: StoredPrintOrder,
  context: AdminContext,
  reason: string,
): Promise<StoredRefund | null> => {
  const open = order.openRefundId ? await refunds.get(order.openRefundId) : null;
  if (open?.approval === 'waiting') throw stateNotAllowed(approvalSentences.refundWaits);
  const amountFen = refundableFen(order);
  if (order.status === 'closed' || order.status === 'refunded' || amountFen <= 0) return null;
  const actor = await actorOf(context);
  const wish = {
    amountFen,
    reasonCode: refundSentences.printCancelled,
    // The user reads it in WeChat, and not what the administrator typed.
    reason: refundSentences.printCancelled,
    internalNote: reason,
  };
  return refundWithin(context, { order, amountFen }, decided =>
    processRefund(order, wish, actor, { ...WHOLE, ...decided, printNo }),
  );
};

const complete = async (
  seen: StoredPrintOrder,
  reason: string,
  context: AdminContext,
): Promise<StoredPrintOrder> => {
  const actor = await actorOf(context);
  const done = await completePrintOrder(
    seen,
    actor,
    reason || printOrderSentences.confirmedByAdmin,
  );
  if (!done) throw notFound();
  return done;
};

const confirmable = (current: StoredPrintOrder) => {
  if (current.items.some(({ itemStatus }) => itemStatus === 'bad'))
    throw stateNotAllowed(printOrderSentences.photosMissing);
  return {};
};

/** Every move by hand, with its requirements. */
export const moveTo = async (
  seen: StoredPrintOrder,
  to: PrintOrderStatus,
  asked: Asked & { batchNo?: string | undefined },
  context: AdminContext,
): Promise<StoredPrintOrder> => {
  if (asked.rev !== undefined && asked.rev !== seen.rev) throw conflict(seen);
  if (to === 'shipped' && seen.status === 'producing')
    throw stateNotAllowed(printOrderSentences.shippingRequired);
  if (!mayMove(manualPrintTransitions, seen.status, to)) throw illegalPrintMove(seen.status, to);
  if (needsReason(seen.status, to) && !asked.reason)
    throw invalid({ reason: printOrderSentences.reasonRequired });
  switch (to) {
    case 'cancelled':
      return cancelPrintOrder(seen, asked.reason ?? '', context);
    case 'completed':
      return complete(seen, asked.reason ?? '', context);
    case 'producing':
      return movePrintOrder(seen, to, asked, context, (_current, now) => ({
        batchNo: asked.batchNo ?? newBatchNo(now),
      }));
    case 'on_hold':
      return movePrintOrder(seen, to, asked, context, (_current, now) => ({
        hold: { time: now, reason: asked.reason ?? '' },
      }));
    case 'confirmed':
      return movePrintOrder(seen, to, asked, context, current =>
        current.status === 'paid' ? confirmable(current) : {},
      );
    default:
      return movePrintOrder(seen, to, asked, context);
  }
};

type Batch = ActionInput<'adminPrintOrder', 'batchUpdateStatus'>;

export const loadBatch = ({ ids }: Batch) =>
  printOrders.find({ _id: _.in([...new Set(ids)]) }, { limit: ids.length });

/** Each row by its own rules; a refused row gets its reason and does not stop the others. */
export const batchUpdateStatus = async (
  { ids, status, batchNo }: Batch,
  context: AdminContext,
  found: StoredPrintOrder[],
) => {
  await context.admin();
  const byId = new Map(found.map(row => [row._id, row]));
  const batch = status === 'producing' ? (batchNo ?? newBatchNo(Date.now())) : '';
  const results = new Map<string, BatchResult>();
  await inParallel([...new Set(ids)], async _id => {
    results.set(_id, await moveRow(_id, byId.get(_id), status, batch, context));
  });
  const list = [...new Set(ids)].map(_id => results.get(_id) as BatchResult);
  const count = (wanted: BatchResult['result']) => list.filter(row => row.result === wanted).length;
  return {
    updated: count('updated'),
    failed: count('failed'),
    results: list,
    batchNo: count('updated') > 0 ? batch : '',
  };
};

const moveRow = async (
  _id: string,
  seen: StoredPrintOrder | undefined,
  status: Batch['status'],
  batchNo: string,
  context: AdminContext,
): Promise<BatchResult> => {
  if (!seen) return { _id, result: 'failed', message: codeMessages[codes.notFound] };
  if (seen.status === status) return { _id, result: 'unchanged' };
  // Back from production needs a reason, so it is not possible in batches.
  if (needsReason(seen.status, status))
    return { _id, result: 'failed', message: printOrderSentences.reasonRequiredInBatch };
  try {
    await moveTo(seen, status, batchNo ? { batchNo } : {}, context);
    return { _id, result: 'updated' };
  } catch (error) {
    if (!(error instanceof ActionError) || error.code === codes.internal) throw error;
    return { _id, result: 'failed', message: error.message };
  }
};
