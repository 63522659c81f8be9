import type { Input } from '#contract/action.ts';
import { codes } from '#contract/envelope.ts';
import { type refundActions, refundStatuses } from '#contract/refund.ts';
import { auditRow } from '../audit.ts';
import { ActionError, invalid, notFound, stateNotAllowed } from '../errors.ts';
import type { Actor, StoredOrder } from '../orders/orders.ts';
import { newId } from '../repository.ts';
import { inTransaction } from '../transaction.ts';
import { wechatPay } from '../wechatPay/client.ts';
import { sealForGateway } from '../wechatPay/signing.ts';
import { failureText, refunds, type StoredRefund, withAttempt } from './refunds.ts';
import { askAbout, resolveRefund } from './resolve.ts';
import { settleRefund } from './settle.ts';
import { orderSums } from './sums.ts';
import { attemptOf, concerns, gatewayUnclear, reserveAgain, submitRefund } from './submit.ts';

/** The ways forward that a person chooses; each asks the gateway before it does anything. */
const mustBe = (refund: StoredRefund, allowed: StoredRefund['status'][], deed: string) => {
  if (!allowed.includes(refund.status))
    throw stateNotAllowed(`「${refundStatuses[refund.status].label}」的退款不能${deed}`);
};

/** Once more under the same number. */
export const retryRefund = async (refund: StoredRefund, actor: Actor): Promise<StoredRefund> => {
  mustBe(refund, ['request_failed', 'closed'], '重新提交');
  const pay = await wechatPay();
  const finding = await askAbout(refund, pay);
  if (finding.kind === 'unclear') throw gatewayUnclear();
  if (finding.kind === 'found' && finding.said.status !== 'CLOSED')
    return settleRefund(refund._id, finding.said, actor);
  return submitRefund(await reserveAgain(refund._id), pay, actor);
};

export const syncRefund = async (refund: StoredRefund, actor: Actor): Promise<StoredRefund> => {
  const resolved = await resolveRefund(refund, wechatPay, actor);
  if (!resolved) throw gatewayUnclear();
  return resolved;
};

/** Only what the gateway, asked this moment, has never heard of. */
export const voidRefund = async (
  refund: StoredRefund,
  reason: string,
  actor: Actor,
): Promise<StoredRefund> => {
  mustBe(refund, ['request_failed'], '作废');
  const finding = await askAbout(refund, await wechatPay());
  if (finding.kind === 'unclear') throw gatewayUnclear();
  if (finding.kind === 'found') {
    await settleRefund(refund._id, finding.said, actor);
    throw stateNotAllowed('微信支付已受理这笔退款，不能作废');
  }
  const now = Date.now();
  const rowId = newId();
  return inTransaction(async transaction => {
    const before = await transaction.get<StoredRefund>('refunds', refund._id);
    const order = before && (await transaction.get<StoredOrder>('orders', before.orderId));
    if (!before || !order) throw notFound();
    // Somebody sent it again while we asked.
    if (before.rev !== refund.rev) throw stateNotAllowed('退款状态已变化，请刷新后重试');
    const patch: Partial<StoredRefund> = {
      status: 'closed',
      reserved: false,
      outcomeUnknown: false,
      nextQueryTime: null,
      rev: before.rev + 1,
      updateTime: now,
    };
    const after: StoredRefund = { ...before, ...patch };
    await transaction.update('refunds', refund._id, { ...patch });
    await transaction.update('orders', order._id, {
      ...orderSums(order, before, 'closed').sums,
      rev: order.rev + 1,
      updateTime: now,
    });
    const target = { resource: 'refund', resourceId: refund._id, reason };
    const row = auditRow(actor.context, actor.admin, { ...target, before, after });
    await transaction.insert('auditLogs', { ...row, _id: rowId });
    return after;
  });
};

type AbnormalWish = Omit<Input<typeof refundActions.applyAbnormalRefund>, 'id'>;

/** The money could not reach where it came from: sends it elsewhere. */
export const applyAbnormalRefund = async (
  refund: StoredRefund,
  wish: AbnormalWish,
  actor: Actor,
): Promise<StoredRefund> => {
  mustBe(refund, ['abnormal'], '按异常退款处理');
  const missing = (['bankType', 'bankAccount', 'realName'] as const).filter(key => !wish[key]);
  if (wish.type === 'USER_BANK_CARD' && missing.length > 0)
    throw invalid(Object.fromEntries(missing.map(key => [key, '退到用户银行卡时请填写'])));
  const pay = await wechatPay();
  const sealed = (text = '') => sealForGateway(pay.merchant.platformPublicKey, text);
  const answer = await pay.applyAbnormalRefund(refund.refundId, {
    out_refund_no: refund._id,
    type: wish.type,
    ...(wish.type === 'USER_BANK_CARD' && {
      bank_type: wish.bankType,
      bank_account: sealed(wish.bankAccount),
      real_name: sealed(wish.realName),
    }),
  });
  const attempts = withAttempt(refund, attemptOf(answer, 'abnormal', actor), Date.now());
  if (answer.kind === 'ok' && concerns(refund, answer.data))
    return settleRefund(refund._id, answer.data, actor, { attempts, queryCount: 0 });
  await refunds.note(refund._id, { attempts });
  if (answer.kind === 'refused') throw new ActionError(codes.thirdParty, failureText(answer.code));
  throw gatewayUnclear();
};
