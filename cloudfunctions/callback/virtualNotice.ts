import { mayBePaid } from '#contract/orderRules.ts';
import { actors } from '#contract/sentences/actors.ts';
import { noticeAnswers } from '#contract/sentences/payments.ts';
import { refundSentences } from '#contract/sentences/refunds.ts';
import { type Actor, systemActor } from '../_shared/base/actor.ts';
import { ActionError } from '../_shared/base/errors.ts';
import { jsonAnswer, type WebHandler } from '../_shared/base/httpFunction.ts';
import { settingsOf } from '../_shared/base/settings.ts';
import { orders, type StoredOrder } from '../_shared/orders/orders.ts';
import { renumber } from '../_shared/orders/renumber.ts';
import { askVirtual, queryVirtual, recordVirtual } from '../_shared/orders/virtual.ts';
import { takeLease } from '../_shared/refunds/lease.ts';
import { refunds } from '../_shared/refunds/refunds.ts';
import { resolveRefund } from '../_shared/refunds/resolve.ts';
import { recordTheirs } from '../_shared/refunds/theirs.ts';
import { isDueByRules } from '../_shared/refunds/unused.ts';
import { heldNow } from '../_shared/tasks/held.ts';
import { users } from '../_shared/users/ledger.ts';
import { wechatPay } from '../_shared/wechatPay/client.ts';
import { NoticeRefused, once } from '../_shared/wechatPay/notice.ts';
import { echoOf, readPush, type VirtualPush } from '../_shared/wechatPay/virtualPush.ts';
import { type VirtualEnv, virtualSettings } from '../_shared/wechatPay/virtualSettings.ts';

const UNDERSTOOD = { ErrCode: 0, ErrMsg: 'success' };

const orderOf = async (orderNo: string): Promise<StoredOrder> => {
  const [order] = await orders.find({ orderNo }, { limit: 1 });
  if (order?.payChannel !== 'virtual') throw new NoticeRefused();
  return order;
};

/** The order that was paid, also under a number that it had before: an attempt that was taken for broken off. */
const paidOrder = async ({ OutTradeNo, Attach, isSealed }: VirtualPush): Promise<StoredOrder> => {
  const order = isSealed && Attach ? await orders.get(Attach) : null;
  if (order?.payChannel !== 'virtual') return orderOf(OutTradeNo);
  if (order.orderNo === OutTradeNo) return order;
  const renamed = mayBePaid(order) ? await renumber(order, { orderNo: OutTradeNo }) : null;
  // Paid under its other number too: the comparison with the bill shows it.
  if (!renamed) throw new NoticeRefused();
  return { ...order, ...renamed };
};

/** False: WeChat is to repeat it. */
const delivered = async (push: VirtualPush, actor: Actor): Promise<boolean> => {
  const order = await paidOrder(push);
  if (order.openid !== push.OpenId) throw new NoticeRefused();
  // That of a payment at Apple names no transaction, and not where it was paid.
  if (!push.isSealed || !push.TransactionId)
    return (await askVirtual(order, actor)).kind === 'paid';
  if (push.ProductId !== order.virtual?.productId || push.Quantity !== 1) throw new NoticeRefused();
  const event = { id: order.orderNo, source: 'wxvirtual' as const, eventType: push.Event };
  return once({ ...event, refId: order._id }, async () => {
    const paid = {
      env: push.Env as VirtualEnv,
      transactionId: push.TransactionId,
      payTime: push.PaidTime * 1_000 || Date.now(),
      totalFen: push.ActualPrice,
    };
    if (!(await recordVirtual(order, paid, actor))) throw new NoticeRefused();
  });
};

/** Not every push names our number. @throws NoticeRefused without WeChat's */
const knownThere = async (order: StoredOrder, number: string) => {
  if (!number) throw new NoticeRefused();
  const its = await refunds.find({ orderId: order._id });
  return its.find(({ refundId }) => refundId === number);
};

/** A refund has ended: one of ours is asked about; any other was made at WeChat, or by Apple. */
const refunded = async (push: VirtualPush, actor: Actor): Promise<boolean> => {
  const [order, named] = await Promise.all([
    orderOf(push.MchOrderId),
    push.MchRefundId ? refunds.get(push.MchRefundId) : null,
  ]);
  if (named && named.orderId !== order._id) throw new NoticeRefused();
  const ours = named ?? (await knownThere(order, push.WxRefundId));
  if (ours) {
    if (ours.status === 'success') return true;
    const held = await takeLease(ours);
    return held !== null && (await resolveRefund(held, wechatPay, actor)) !== null;
  }
  if (push.RetCode !== 0) return true;
  let amountFen = push.RefundFee;
  if (!push.isSealed) {
    const asked = await queryVirtual(order, { wx_order_id: push.WxRefundId });
    if (asked.kind !== 'ok' || asked.data.status !== 8) return false;
    amountFen = asked.data.refund_fee;
  }
  const fact = { refundId: push.WxRefundId, successTime: push.RefundSuccTimestamp * 1_000 || null };
  await recordTheirs(order, amountFen, fact, actor);
  return true;
};

/** Apple asks before it refunds, and decides by itself: we advise as the published rules do. */
const advised = async (push: VirtualPush): Promise<object> => {
  const order = await orderOf(push.pay_order_id);
  const [user, { allowPartial }] = await Promise.all([
    users.get(order.userId),
    settingsOf('payment'),
  ]);
  const isDue = isDueByRules(user, order, await heldNow(user ?? {}), allowPartial);
  const result_info = isDue ? '' : refundSentences.usedUp;
  return { result_code: isDue ? 0 : 1, result_info, evidence: '' };
};

const answerTo = async (push: VirtualPush, actor: Actor): Promise<object | null> => {
  const { Event } = push;
  if (Event === 'xpay_subscribe_ios_refund_query_notify') return advised(push);
  const take = { xpay_goods_deliver_notify: delivered, xpay_refund_notify: refunded }[Event];
  return !take || (await take(push, actor)) ? UNDERSTOOD : null;
};

/**
 * WeChat's push of a virtual payment. What is sealed is believed; a plain one only makes us ask, because its signature
 * does not cover what it says.
 */
export const virtualNotice: WebHandler = async (request, requestId) => {
  const settings = await virtualSettings();
  const actor = systemActor(actors.virtualNotice, 'callback', 'virtualNotice', requestId);
  try {
    if (request.httpMethod === 'GET') return { statusCode: 200, body: echoOf(request, settings) };
    const answer = await answerTo(readPush(request, settings), actor);
    if (answer) return jsonAnswer(200, answer);
  } catch (error) {
    if (error instanceof NoticeRefused)
      return jsonAnswer(400, { code: 'FAIL', message: noticeAnswers.refused });
    // Another refund of the order is under way, or WeChat cannot be asked: it is to be repeated.
    if (!(error instanceof ActionError)) throw error;
  }
  return jsonAnswer(503, { ErrCode: 1, ErrMsg: noticeAnswers.later });
};
