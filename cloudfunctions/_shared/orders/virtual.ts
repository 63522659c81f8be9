import { orderSentences } from '#contract/sentences/orders.ts';
import { z } from '#contract/zod.ts';
import type { Actor } from '../base/actor.ts';
import { stateNotAllowed } from '../base/errors.ts';
import { report } from '../base/log.ts';
import { type StoredUser, users } from '../users/ledger.ts';
import { sessionOf } from '../users/session.ts';
import { callWeChat, hmac, paySig } from '../weChat/client.ts';
import { type VirtualEnv, virtualSettings } from '../wechatPay/virtualSettings.ts';
import type { StoredOrder } from './orders.ts';
import { recordPayment } from './payment.ts';

/** @throws 40902 upon which the mini-program signs in to WeChat, hands over the code, and repeats its call */
export const checkedSession = (user: StoredUser): string => {
  const sessionKey = sessionOf(user);
  if (sessionKey) return sessionKey;
  throw stateNotAllowed(orderSentences.signInAnew, { needsWechatSession: true });
};

/** @throws 40902 where WeChat cannot pay on this iPhone, or does not say which version it is */
export const checkIosVersion = (version = '', least: string): void => {
  const isOld = version.localeCompare(least, 'en', { numeric: true }) < 0;
  if (isOld) throw stateNotAllowed(orderSentences.updateWeChat);
};

const envOf = ({ virtual }: StoredOrder): VirtualEnv => virtual?.env ?? 0;

/** The parameters of `wx.requestVirtualPayment`; nothing is asked of WeChat for them. @throws 40902 */
export const virtualPayment = async (order: StoredOrder) => {
  const [user, settings] = await Promise.all([users.require(order.userId), virtualSettings()]);
  if (!settings.enabled) throw stateNotAllowed(orderSentences.payClosed);
  const sessionKey = checkedSession(user);
  const env = envOf(order);
  const signData = JSON.stringify({
    offerId: settings.offerId,
    buyQuantity: 1,
    env,
    currencyType: 'CNY',
    productId: order.virtual?.productId,
    goodsPrice: order.payFen,
    outTradeNo: order.orderNo,
    attach: order._id,
  });
  return {
    kind: 'virtual' as const,
    mode: 'short_series_goods' as const,
    signData,
    paySig: paySig(settings.appKey(env), 'requestVirtualPayment', signData),
    signature: hmac(sessionKey, signData),
  };
};

export interface VirtualPaid {
  env: VirtualEnv;
  transactionId: string;
  payTime: number;
  totalFen: number;
}

/** Records what WeChat says was paid. Null where it is not this order's: nothing is granted then. */
export const recordVirtual = async (
  order: StoredOrder,
  paid: VirtualPaid,
  actor: Actor,
): Promise<StoredOrder | null> => {
  const isPlayMoney = paid.env === 1 && (await virtualSettings()).env !== 1;
  const fits =
    order.payChannel === 'virtual' && paid.env === envOf(order) && paid.totalFen === order.payFen;
  if (fits && !isPlayMoney) return recordPayment(order, paid, actor);
  report('a virtual payment that does not fit', undefined, order._id);
  return null;
};

/** The used parts of `query_order`. */
const answered = z.object({
  order: z.object({
    order_id: z.string(),
    status: z.int(),
    env_type: z.int(),
    paid_fee: z.int().default(0),
    paid_time: z.int().default(0),
    wx_order_id: z.string().default(''),
    wxpay_order_id: z.string().default(''),
  }),
});
/** 2 paid, 3 being provided, 4 provided. What was refunded there (5) before we heard of it is not granted. */
const PAID = [2, 3, 4];
const UNPROVIDED = [2, 3];
const UNPAID = [0, 1, 6];
/** A field is wrong, or there is no such order: it was never begun on the phone. */
const NO_ORDER = 268490002;

/** Asks WeChat about an order, because pushes get lost, records its payment, and says that it was provided. */
export const askVirtual = async (
  order: StoredOrder,
  actor: Actor,
): Promise<{ kind: 'paid'; order: StoredOrder } | { kind: 'unpaid' | 'unknown' }> => {
  const env = envOf(order);
  const key = (await virtualSettings()).appKey(env);
  const asked = { openid: order.openid, env, order_id: order.orderNo };
  const answer = await callWeChat('xpay/query_order', asked, answered, key);
  if (answer.kind === 'refused' && answer.code === NO_ORDER) return { kind: 'unpaid' };
  if (answer.kind !== 'ok' || answer.data.order.order_id !== order.orderNo)
    return { kind: 'unknown' };
  const its = answer.data.order;
  if (UNPAID.includes(its.status)) return { kind: 'unpaid' };
  if (!PAID.includes(its.status)) return { kind: 'unknown' };
  const paid = {
    env: (its.env_type - 1) as VirtualEnv,
    transactionId: its.wxpay_order_id || its.wx_order_id,
    payTime: its.paid_time * 1_000 || Date.now(),
    totalFen: its.paid_fee,
  };
  const recorded = await recordVirtual(order, paid, actor);
  if (!recorded) return { kind: 'unknown' };
  if (UNPROVIDED.includes(its.status))
    await callWeChat(
      'xpay/notify_provide_goods',
      { order_id: order.orderNo, env },
      z.unknown(),
      key,
    );
  return { kind: 'paid', order: recorded };
};
