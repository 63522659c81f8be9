import type { Input } from '#contract/action.ts';
import { codes } from '#contract/envelope.ts';
import { type refundActions, refundStatuses } from '#contract/refund.ts';
import { needsCheck, refundWayStatuses, wasVoided } from '#contract/refundWays.ts';
import { approvalSentences } from '#contract/sentences/approvals.ts';
import { refundSentences } from '#contract/sentences/refunds.ts';
import type { Actor } from '../base/actor.ts';
import { ActionError, invalid, stateNotAllowed } from '../base/errors.ts';
import { inTransaction, type Transaction } from '../base/transaction.ts';
import type { StoredOrder } from '../orders/orders.ts';
import { gatewayRead } from '../wechatPay/client.ts';
import { sealForGateway } from '../wechatPay/signing.ts';
import { touchedBy } from './clawback.ts';
import { refundGateway } from './gateway.ts';
import { type HeldRefund, holdsLease, releaseLease, takeLease } from './lease.ts';
import { failureText, isInFlight, type StoredRefund, withAttempt } from './refunds.ts';
import { askAbout, resolveRefund } from './resolve.ts';
import { isUnapproved } from './schedule.ts';
import { settleRefund } from './settle.ts';
import { attemptOf, concerns, gatewayUnclear, submitRefund } from './submit.ts';
import { voidIn } from './void.ts';

/** The ways forward that a person chooses; each takes a lease and asks the gateway before it does anything. */
const mustBe = (
  refund: StoredRefund,
  allowed: readonly StoredRefund['status'][],
  action: string,
) => {
  if (!allowed.includes(refund.status))
    throw stateNotAllowed(refundSentences.notAllowed(refundStatuses[refund.status].label, action));
};

/** @throws 40902 when it waits for approval, or the job or another caller is speaking to the gateway about it */
const withLease = async (
  refund: StoredRefund,
  work: (held: HeldRefund) => Promise<StoredRefund>,
): Promise<StoredRefund> => {
  if (isUnapproved(refund)) throw stateNotAllowed(approvalSentences.refundWaits);
  const held = await takeLease(refund);
  if (!held) throw stateNotAllowed(refundSentences.beingChecked);
  try {
    return await work(held);
  } catch (error) {
    await releaseLease(held).catch(() => undefined);
    throw error;
  }
};

/** Submits it again under the same number. */
export const retryRefund = async (refund: StoredRefund, actor: Actor): Promise<StoredRefund> => {
  mustBe(refund, refundWayStatuses.retry, refundSentences.retry);
  if (wasVoided(refund)) throw stateNotAllowed(refundSentences.voidedBefore);
  const pay = gatewayRead();
  return withLease(refund, async held => {
    const gateway = await refundGateway(held, pay);
    const finding = await askAbout(held, gateway);
    if (finding.kind === 'unclear') throw gatewayUnclear();
    if (finding.kind === 'found' && finding.reported.status !== 'CLOSED')
      return settleRefund(held, finding.reported, actor, { holder: held.turn.holder });
    return submitRefund(held, gateway, actor);
  });
};

export const syncRefund = async (refund: StoredRefund, actor: Actor): Promise<StoredRefund> => {
  if (refund.status === 'success') return refund;
  const gateway = gatewayRead();
  return withLease(refund, async held => {
    const resolved = await resolveRefund(held, gateway, actor);
    if (!resolved) throw gatewayUnclear();
    return resolved;
  });
};

/** Only for a refund that the gateway, asked now, does not know and that can no longer reach it. */
export const voidRefund = async (
  refund: StoredRefund,
  reason: string,
  actor: Actor,
): Promise<StoredRefund> => {
  mustBe(refund, refundWayStatuses.void, refundSentences.void);
  const pay = gatewayRead();
  return withLease(refund, async held => {
    const finding = await askAbout(held, await refundGateway(held, pay));
    if (finding.kind === 'unclear') throw gatewayUnclear();
    if (finding.kind === 'found') {
      await settleRefund(held, finding.reported, actor, { holder: held.turn.holder });
      throw stateNotAllowed(refundSentences.acceptedByGateway);
    }
    if (isInFlight(held, Date.now())) throw stateNotAllowed(refundSentences.mayBeInFlight);
    return recordVoid(held, reason, actor);
  });
};

const recordVoid = (held: HeldRefund, reason: string, actor: Actor): Promise<StoredRefund> => {
  const store = async (transaction: Transaction): Promise<StoredRefund> => {
    const before = await transaction.require<StoredRefund>('refunds', held._id);
    const order = await transaction.require<StoredOrder>('orders', before.orderId);
    // A notice came while we asked, or our lease is over.
    if (!holdsLease(before, held.turn.holder) || before.status !== 'request_failed')
      throw stateNotAllowed(refundSentences.changedMeanwhile);
    return voidIn(transaction, before, order, {}, { by: actor, resource: 'refund', reason });
  };
  return inTransaction(store, touchedBy(held));
};

/** Confirms that a refund paid by the gateway although it was voided has been checked. */
export const checkVoidedRefund = (
  refund: StoredRefund,
  reason: string,
  actor: Actor,
): Promise<StoredRefund> =>
  inTransaction(async transaction => {
    const before = await transaction.require<StoredRefund>('refunds', refund._id);
    if (!needsCheck(before)) throw stateNotAllowed(refundSentences.nothingToCheck);
    const entry = { by: actor, resource: 'refund', reason };
    return transaction.change('refunds', before, { afterVoid: 'checked' }, entry);
  });

type AbnormalWish = Omit<Input<typeof refundActions.applyAbnormalRefund>, 'id'>;

/** The money could not reach its source: sends it to another account. */
export const applyAbnormalRefund = async (
  refund: StoredRefund,
  wish: AbnormalWish,
  actor: Actor,
): Promise<StoredRefund> => {
  mustBe(refund, refundWayStatuses.elsewhere, refundSentences.elsewhere);
  const missing = (['bankType', 'bankAccount', 'realName'] as const).filter(key => !wish[key]);
  if (wish.type === 'USER_BANK_CARD' && missing.length > 0)
    throw invalid(Object.fromEntries(missing.map(key => [key, refundSentences.bankCardRequired])));
  const gateway = gatewayRead();
  return withLease(refund, async held => {
    const pay = await gateway();
    const sealed = (text = '') => sealForGateway(pay.merchant.platformPublicKey, text);
    const answer = await pay.applyAbnormalRefund(held.refundId, {
      out_refund_no: held._id,
      type: wish.type,
      ...(wish.type === 'USER_BANK_CARD' && {
        bank_type: wish.bankType,
        bank_account: sealed(wish.bankAccount),
        real_name: sealed(wish.realName),
      }),
    });
    const attempt = attemptOf(answer, 'abnormal', actor);
    if (answer.kind === 'ok' && concerns(held, answer.data))
      return settleRefund(held, answer.data, actor, { holder: held.turn.holder, attempt });
    const now = Date.now();
    await releaseLease(held, { attempts: withAttempt(held, attempt, now) });
    if (answer.kind === 'refused')
      throw new ActionError(codes.thirdParty, failureText(answer.code));
    throw gatewayUnclear();
  });
};
