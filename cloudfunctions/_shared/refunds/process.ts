import { codes } from '#contract/envelope.ts';
import { approvalSentences } from '#contract/sentences/approvals.ts';
import type { StoredApproval } from '../approvals/records.ts';
import type { Actor } from '../base/actor.ts';
import { ActionError, stateNotAllowed } from '../base/errors.ts';
import { inTransaction, known, type Transaction } from '../base/transaction.ts';
import type { StoredOrder } from '../orders/orders.ts';
import { type WechatPay, wechatPay } from '../wechatPay/client.ts';
import { agreeToAsk } from './asks.ts';
import { createRefund } from './create.ts';
import type { RefundTerms } from './due.ts';
import { type RefundGateway, refundGateway } from './gateway.ts';
import { type HeldRefund, newLease } from './lease.ts';
import { inFlightFrom, type StoredRefund } from './refunds.ts';
import { offlineFact } from './resolve.ts';
import type { RefundWish } from './row.ts';
import { settleRefund } from './settle.ts';
import { isSending, submitRefund } from './submit.ts';

/** For all that is left, which names no lines and is always allowed. */
export const WHOLE: RefundTerms = { allowPartial: true, lines: [] };

/** Without complete settings no refund is started. */
const gatewayFor = (of: Pick<StoredOrder, 'payChannel'>, pay = wechatPay) =>
  of.payChannel === 'offline' ? null : refundGateway(of, pay);

/**
 * The first call of the gateway. An unclear outcome is answered as it is, with `outcomeUnknown`, and the timer asks
 * later. Only the gateway's refusal is an error; a retry uses the same refund.
 */
const send = async (
  refund: HeldRefund,
  gateway: RefundGateway | null,
  actor: Actor,
): Promise<StoredRefund> => {
  if (!gateway) return settleRefund(refund, offlineFact(Date.now()), actor, refund.turn);
  const submitted = await submitRefund(refund, gateway, actor, isSending(refund));
  if (submitted.status === 'request_failed' && !submitted.outcomeUnknown)
    throw new ActionError(codes.thirdParty, submitted.failure, { refundId: submitted._id });
  return submitted;
};

/** Stores the refund, then sends it, unless it waits for approval. */
export const processRefund = async (
  order: StoredOrder,
  wish: RefundWish,
  actor: Actor,
  terms: RefundTerms = WHOLE,
  pay?: () => Promise<WechatPay>,
): Promise<StoredRefund> => {
  const gateway = await gatewayFor(order, pay);
  const { refund, isHeld } = await createRefund(
    order,
    wish,
    { ...terms, isSent: gateway !== null },
    actor,
  );
  return isHeld ? send(refund, gateway, actor) : refund;
};

/** Sends one that has waited; killed in between, the job does. @throws 40902 where it no longer waits */
export const sendApproved = async (
  seen: StoredRefund,
  order: StoredOrder,
  approval: StoredApproval,
  approve: (transaction: Transaction) => Promise<unknown>,
  actor: Actor,
): Promise<StoredRefund> => {
  const gateway = await gatewayFor(seen);
  const held = await inTransaction(
    async transaction => {
      await approve(transaction);
      const before = await transaction.require<StoredRefund>('refunds', seen._id);
      if (before.approval !== 'waiting' || before.status !== 'created')
        throw stateNotAllowed(approvalSentences.subjectChanged);
      const turn = newLease(transaction.now);
      const patch = {
        approval: 'approved',
        outcomeUnknown: true,
        turn,
        nextQueryTime: turn.until,
        ...(gateway && { inFlightUntil: inFlightFrom(transaction.now) }),
      } as const;
      transaction.due('refunds', turn.until);
      await agreeToAsk(transaction, order);
      const entry = { by: actor, resource: 'refund' };
      return { ...(await transaction.change('refunds', before, patch, entry)), turn };
    },
    {
      known: [
        known('approvals', approval._id, approval),
        known('refunds', seen._id, seen),
        known('orders', order._id, order),
      ],
    },
  );
  return send(held, gateway, actor);
};
