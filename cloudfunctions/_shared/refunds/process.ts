import { codes } from '#contract/envelope.ts';
import type { Actor } from '../base/actor.ts';
import { ActionError } from '../base/errors.ts';
import type { StoredOrder } from '../orders/orders.ts';
import { wechatPay } from '../wechatPay/client.ts';
import { createRefund } from './create.ts';
import type { RefundTerms } from './due.ts';
import type { StoredRefund } from './refunds.ts';
import { offlineFact } from './resolve.ts';
import type { RefundWish } from './row.ts';
import { settleRefund } from './settle.ts';
import { submitRefund } from './submit.ts';

/** For all that is left, which names no lines and is always allowed. */
const WHOLE: RefundTerms = { allowPartial: true, lines: [] };

/**
 * Stores the refund, then calls the gateway. An unclear outcome is answered as it is, with `outcomeUnknown`, and the
 * timer asks later. Only the gateway's refusal is an error; a retry uses the same refund.
 */
export const processRefund = async (
  order: StoredOrder,
  wish: RefundWish,
  actor: Actor,
  terms: RefundTerms = WHOLE,
): Promise<StoredRefund> => {
  const offline = order.payChannel === 'offline';
  // Without complete settings no refund is started.
  const pay = offline ? null : await wechatPay();
  const { refund, isNew } = await createRefund(order, wish, terms, actor);
  if (!isNew) return refund;
  if (!pay) return settleRefund(refund, offlineFact(Date.now()), actor, refund.turn);
  const submitted = await submitRefund(refund, pay, actor);
  if (submitted.status === 'request_failed' && !submitted.outcomeUnknown)
    throw new ActionError(codes.thirdParty, submitted.failure, { refundId: submitted._id });
  return submitted;
};
