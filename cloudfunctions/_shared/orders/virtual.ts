import { orderSentences } from '#contract/sentences/orders.ts';
import { z } from '#contract/zod.ts';
import type { Actor } from '../base/actor.ts';
import { stateNotAllowed } from '../base/errors.ts';
import { report } from '../base/log.ts';
import { type StoredUser, users } from '../users/ledger.ts';
import { sessionOf } from '../users/session.ts';
import { callWeChat, hmac, paySig, type WeChatOutcome } from '../weChat/client.ts';
import { type VirtualEnv, virtualSettings } from '../wechatPay/virtualSettings.ts';
import { nextAskTime, type StoredOrder } from './orders.ts';
import { recordPayment } from './payment.ts';
import { renumber } from './renumber.ts';

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

export const envOf = ({ virtual }: StoredOrder): VirtualEnv => virtual?.env ?? 0;

/** The parameters of `wx.requestVirtualPayment`; nothing is asked of WeChat for them. @throws 40902 */
const virtualPayment = async (order: StoredOrder) => {
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
  /** Paid at Apple, where alone it can be refunded. */
  isApples?: boolean;
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

/** The used parts of `query_order`, about a payment or a refund. Sums in fen, times in seconds. */
const answered = z.object({
  order: z.object({
    order_id: z.string(),
    status: z.int(),
    env_type: z.int(),
    order_type: z.int().default(0),
    paid_fee: z.int().default(0),
    refund_fee: z.int().default(0),
    /** Of a payment: what of it may be refunded. */
    left_fee: z.int().nullable().default(null),
    paid_time: z.int().default(0),
    wx_order_id: z.string().default(''),
    wxpay_order_id: z.string().default(''),
    /** 2: settled, and WeChat's share is known. */
    sett_state: z.int().default(0),
    platform_fee_fen: z.int().default(0),
  }),
});
export type VirtualAnswer = z.output<typeof answered>['order'];

/** 2 paid, 3 being provided, 4 provided. */
const PAID = [2, 3, 4];
const UNPROVIDED = [2, 3];
/** Also what is refunded there before we heard of it: there is nothing to grant. */
const UNPAID = [0, 1, 5, 6];
/** Paid at Apple, and its refund. */
const APPLES = [7, 8];
/** A field is wrong, or there is no such order: it was never begun on the phone. */
export const NO_ORDER = 268490002;

/** Of a payment: also where it was refunded since. */
export const isPaidThere = ({ status, paid_fee }: VirtualAnswer) =>
  paid_fee > 0 && ![0, 1, 6].includes(status);
export const isApples = ({ order_type }: VirtualAnswer) => APPLES.includes(order_type);

/** What WeChat knows of an order, or of another number of it, such as that of a refund. */
export const queryVirtual = async (
  order: StoredOrder,
  number: { order_id: string } | { wx_order_id: string } = { order_id: order.orderNo },
): Promise<WeChatOutcome<VirtualAnswer>> => {
  const env = envOf(order);
  const key = (await virtualSettings()).appKey(env);
  const asked = { openid: order.openid, env, ...number };
  const answer = await callWeChat('xpay/query_order', asked, answered, key);
  if (answer.kind !== 'ok') return answer;
  const its = answer.data.order;
  const isIt = Object.entries(number).every(([name, given]) => its[name as 'order_id'] === given);
  return isIt ? { ...answer, data: its } : { kind: 'unknown' };
};

/** Asks WeChat about an order, because pushes get lost, records its payment, and says that it was provided. */
export const askVirtual = async (
  order: StoredOrder,
  actor: Actor,
): Promise<{ kind: 'paid'; order: StoredOrder } | { kind: 'unpaid' | 'unknown' }> => {
  const answer = await queryVirtual(order);
  if (answer.kind === 'refused' && answer.code === NO_ORDER) return { kind: 'unpaid' };
  if (answer.kind !== 'ok') return { kind: 'unknown' };
  const its = answer.data;
  if (UNPAID.includes(its.status)) return { kind: 'unpaid' };
  if (!PAID.includes(its.status)) return { kind: 'unknown' };
  const recorded = await recordVirtual(
    order,
    {
      env: (its.env_type - 1) as VirtualEnv,
      transactionId: its.wxpay_order_id || its.wx_order_id,
      payTime: its.paid_time * 1_000 || Date.now(),
      totalFen: its.paid_fee,
      isApples: isApples(its),
    },
    actor,
  );
  if (!recorded) return { kind: 'unknown' };
  if (UNPROVIDED.includes(its.status)) {
    const env = envOf(order);
    const key = (await virtualSettings()).appKey(env);
    const provided = { order_id: order.orderNo, env };
    await callWeChat('xpay/notify_provide_goods', provided, z.unknown(), key);
  }
  return { kind: 'paid', order: recorded };
};

/**
 * How to pay it now. A number is good for one attempt: where WeChat knows it from one that was broken off, the order is
 * paid under another. null where it is paid by now, or WeChat does not answer.
 */
export const preparedVirtually = async <O extends StoredOrder>(order: O, isNew: boolean) => {
  if (isNew) return { ...order, payment: await virtualPayment(order) };
  const asked = await queryVirtual(order);
  const isUnused = asked.kind === 'refused' && asked.code === NO_ORDER;
  const isSpent = asked.kind === 'ok' && UNPAID.includes(asked.data.status);
  const now = Date.now();
  const times = { prepayTime: now, askTime: nextAskTime(now, now) };
  const anew = isSpent ? await renumber(order, times) : {};
  if (!anew || !(isUnused || isSpent)) return { ...order, payment: null };
  const ready = { ...order, ...anew };
  return { ...ready, payment: await virtualPayment(ready) };
};
