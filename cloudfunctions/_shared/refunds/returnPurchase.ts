import { codes } from '#contract/envelope.ts';
import { refundSentences } from '#contract/sentences/refunds.ts';
import type { Actor } from '../base/actor.ts';
import { ActionError } from '../base/errors.ts';
import { dueLease } from '../base/lease.ts';
import { orders, type StoredOrder } from '../orders/orders.ts';
import { refundableFen } from '../orders/refundable.ts';
import { processRefund } from './process.ts';

/** Longer than the calls of the gateway take; what another refund holds up is tried again then. */
const WAIT_MS = 5 * 60_000;

const lease = dueLease(orders, 'fulfil.nextTime', () => WAIT_MS);

/** Money of a task without a result goes back, once: all of it that no refund has returned. */
export const returnPurchase = async (seen: StoredOrder, actor: Actor): Promise<void> => {
  const order = await lease.take(seen);
  if (!order || order.openRefundId) return;
  // Only Apple refunds what was paid there: it is left among the orders that were not fulfilled.
  const amountFen = order.virtual?.isApples ? 0 : refundableFen(order);
  if (amountFen > 0) await refund(order, amountFen, actor);
  await orders.noteWhile(order._id, { 'fulfil.status': 'failed' }, { 'fulfil.nextTime': null });
};

/** One that the gateway refuses is among the refunds, where administrators see and repeat it. */
const refund = async (order: StoredOrder, amountFen: number, actor: Actor): Promise<void> => {
  try {
    await processRefund(
      order,
      {
        amountFen,
        reasonCode: refundSentences.noResult,
        reason: order.fulfil.error || refundSentences.noResult,
        idemKey: `no_result_${order._id}`,
      },
      actor,
    );
  } catch (error) {
    if (!(error instanceof ActionError) || error.code !== codes.thirdParty) throw error;
  }
};
