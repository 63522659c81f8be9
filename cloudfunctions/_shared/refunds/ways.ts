import type { Input } from '#contract/action.ts';
import { codes } from '#contract/envelope.ts';
import { type refundActions, refundStatuses } from '#contract/refund.ts';
import { ActionError, invalid, notFound, stateNotAllowed } from '../errors.ts';
import type { Actor, StoredOrder } from '../orders/orders.ts';
import { newId } from '../repository.ts';
import { inTransaction } from '../transaction.ts';
import { wechatPay } from '../wechatPay/client.ts';
import { sealForGateway } from '../wechatPay/signing.ts';
import { auditRefund } from './audit.ts';
import { failureText, isInFlight, type StoredRefund, withAttempt } from './refunds.ts';
import { askAbout, resolveRefund } from './resolve.ts';
import { nextQueryTime } from './schedule.ts';
import { settleRefund } from './settle.ts';
import { attemptOf, concerns, gatewayUnclear, submitRefund } from './submit.ts';
import { orderSums } from './sums.ts';
import { giveBack, type HeldRefund, holds, takeTurn } from './turn.ts';

/** The actions that an administrator chooses; each takes the turn and asks the gateway first. */
const mustBe = (refund: StoredRefund, allowed: StoredRefund['status'][], deed: string) => {
  if (!allowed.includes(refund.status))
    throw stateNotAllowed(`「${refundStatuses[refund.status].label}」的退款不能${deed}`);
};

/** @throws 40902 while the timer or another administrator holds the turn */
const inTurn = async (
  refund: StoredRefund,
  work: (held: HeldRefund) => Promise<StoredRefund>,
): Promise<StoredRefund> => {
  const held = await takeTurn(refund);
  if (!held) throw stateNotAllowed('这笔退款正在与微信支付核对，请稍后刷新再试');
  try {
    return await work(held);
  } catch (error) {
    await giveBack(held).catch(() => undefined);
    throw error;
  }
};

/** Submits it again under the same number. */
export const retryRefund = async (refund: StoredRefund, actor: Actor): Promise<StoredRefund> => {
  mustBe(refund, ['request_failed', 'closed'], '重新提交');
  if (refund.voidTime) throw stateNotAllowed('作废过的退款不能重新提交，请重新发起退款');
  return inTurn(refund, async held => {
    const pay = await wechatPay();
    const finding = await askAbout(held, pay);
    if (finding.kind === 'unclear') throw gatewayUnclear();
    if (finding.kind === 'found' && finding.said.status !== 'CLOSED')
      return settleRefund(held._id, finding.said, actor, { holder: held.turn.holder });
    return submitRefund(held, pay, actor);
  });
};

export const syncRefund = async (refund: StoredRefund, actor: Actor): Promise<StoredRefund> => {
  if (refund.status === 'success') return refund;
  return inTurn(refund, async held => {
    const resolved = await resolveRefund(held, wechatPay, actor);
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
  mustBe(refund, ['request_failed'], '作废');
  return inTurn(refund, async held => {
    const finding = await askAbout(held, await wechatPay());
    if (finding.kind === 'unclear') throw gatewayUnclear();
    if (finding.kind === 'found') {
      await settleRefund(held._id, finding.said, actor, { holder: held.turn.holder });
      throw stateNotAllowed('微信支付已受理这笔退款，不能作废');
    }
    if (isInFlight(held, Date.now()))
      throw stateNotAllowed('最近一次提交可能还在途中，微信支付仍可能受理，请稍后再作废');
    return recordVoid(held, reason, actor);
  });
};

const recordVoid = async (
  held: HeldRefund,
  reason: string,
  actor: Actor,
): Promise<StoredRefund> => {
  const now = Date.now();
  const rowId = newId();
  return inTransaction(async transaction => {
    const before = await transaction.get<StoredRefund>('refunds', held._id);
    const order = before && (await transaction.get<StoredOrder>('orders', before.orderId));
    if (!before || !order) throw notFound();
    // A notice arrived meanwhile, or the turn has ended.
    if (!holds(before, held.turn.holder) || before.status !== 'request_failed')
      throw stateNotAllowed('退款状态已变化，请刷新后重试');
    const given = {
      status: 'voided',
      reserved: false,
      outcomeUnknown: false,
      voidTime: now,
      turn: null,
      queryCount: 0,
      rev: before.rev + 1,
      updateTime: now,
    } satisfies Partial<StoredRefund>;
    const patch = { ...given, nextQueryTime: nextQueryTime({ ...before, ...given }, now) };
    const after: StoredRefund = { ...before, ...patch };
    await transaction.update('refunds', held._id, patch);
    await transaction.update('orders', order._id, {
      ...orderSums(order, before, 'voided').sums,
      rev: order.rev + 1,
      updateTime: now,
    });
    await auditRefund(transaction, rowId, actor, after, { before, reason });
    return after;
  });
};

/** Confirms that a refund paid by the gateway although it was voided has been checked. */
export const checkVoidedRefund = async (
  refund: StoredRefund,
  reason: string,
  actor: Actor,
): Promise<StoredRefund> => {
  const now = Date.now();
  const rowId = newId();
  return inTransaction(async transaction => {
    const before = await transaction.get<StoredRefund>('refunds', refund._id);
    if (!before) throw notFound();
    if (before.afterVoid !== 'moved') throw stateNotAllowed('这笔退款没有需要核对的款项');
    const patch = { afterVoid: 'checked' as const, rev: before.rev + 1, updateTime: now };
    const after: StoredRefund = { ...before, ...patch };
    await transaction.update('refunds', refund._id, patch);
    await auditRefund(transaction, rowId, actor, after, { before, reason });
    return after;
  });
};

type AbnormalWish = Omit<Input<typeof refundActions.applyAbnormalRefund>, 'id'>;

/** The money could not reach its source: sends it to another account. */
export const applyAbnormalRefund = async (
  refund: StoredRefund,
  wish: AbnormalWish,
  actor: Actor,
): Promise<StoredRefund> => {
  mustBe(refund, ['abnormal'], '按异常退款处理');
  const missing = (['bankType', 'bankAccount', 'realName'] as const).filter(key => !wish[key]);
  if (wish.type === 'USER_BANK_CARD' && missing.length > 0)
    throw invalid(Object.fromEntries(missing.map(key => [key, '退到用户银行卡时请填写'])));
  return inTurn(refund, async held => {
    const pay = await wechatPay();
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
      return settleRefund(held._id, answer.data, actor, { holder: held.turn.holder, attempt });
    const now = Date.now();
    await giveBack(held, { attempts: withAttempt(held, attempt, now) });
    if (answer.kind === 'refused')
      throw new ActionError(codes.thirdParty, failureText(answer.code));
    throw gatewayUnclear();
  });
};
