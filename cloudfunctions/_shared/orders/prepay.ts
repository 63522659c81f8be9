import { fit } from '#contract/limits/limit.ts';
import { wechatPayLimits } from '#contract/limits/wechatPay.ts';
import { orderTypes } from '#contract/orderStates.ts';
import { markDue } from '../base/due.ts';
import { isWechatOpenid } from '../users/visitorUser.ts';
import type { WechatPay } from '../wechatPay/client.ts';
import type { Merchant } from '../wechatPay/settings.ts';
import { newNonce, signLines } from '../wechatPay/signing.ts';
import { nextAskTime, orders, type StoredOrder } from './orders.ts';
import { renumber } from './renumber.ts';
import { preparedVirtually } from './virtual.ts';

/** The parameters of `wx.requestPayment`, signed with the merchant's key, or the address for a QR code. */
const paymentOf = (order: StoredOrder, merchant: Merchant) => {
  if (!order.prepayId) return { kind: 'native' as const, codeUrl: order.codeUrl };
  const timeStamp = String(Math.floor(Date.now() / 1_000));
  const nonceStr = newNonce();
  const prepay = `prepay_id=${order.prepayId}`;
  return {
    kind: 'jsapi' as const,
    timeStamp,
    nonceStr,
    package: prepay,
    signType: 'RSA' as const,
    paySign: signLines(merchant.privateKey, merchant.appid, timeStamp, nonceStr, prepay),
  };
};

/** The gateway's codes are valid for two hours, and orders from the web may wait for days. */
const VALID_MS = 110 * 60_000;

const isUsable = ({ prepayId, codeUrl, prepayTime }: StoredOrder, now: number) =>
  (prepayId !== '' || codeUrl !== '') && now - prepayTime < VALID_MS;

const ask = (order: StoredOrder, now: number, pay: WechatPay) =>
  pay.prepay({
    outTradeNo: order.orderNo,
    description:
      fit(wechatPayLimits.prepay.description, order.items[0]?.name ?? '') ||
      orderTypes[order.type].label,
    amountFen: order.payFen,
    expireTime: order.expireTime ?? now,
    openid: isWechatOpenid(order.openid) ? order.openid : '',
  });

const SPENT = new Set(['ORDER_CLOSED', 'OUT_TRADE_NO_USED']);

/** Its trade was closed so that the order changes hands, or ends otherwise, and then nothing of that happened. */
const isClosedThere = async (order: StoredOrder, pay: WechatPay): Promise<boolean> => {
  const asked = await pay.queryTrade(order.orderNo);
  return asked.kind === 'ok' && asked.data.state === 'CLOSED';
};

/**
 * The code to pay with, made once while it is valid, and stored. null when the gateway does not answer: a repeated call asks
 * again. One that is made while the order changes hands is closed and not answered.
 * @param isNew stored by this call, so that the gateway knows nothing of it
 */
export const prepared = async <O extends StoredOrder>(order: O, pay: WechatPay, isNew = false) => {
  if (order.status !== 'pending') return { ...order, payment: null };
  if (order.payChannel === 'virtual') return preparedVirtually(order, isNew);
  let ready = order;
  const now = Date.now();
  if (!isUsable(order, now) || (await isClosedThere(order, pay))) {
    let answer = await ask(order, now, pay);
    if (answer.kind === 'refused' && SPENT.has(answer.code) && (await isClosedThere(order, pay))) {
      const anew = await renumber(order);
      if (!anew) return { ...order, payment: null };
      ready = { ...order, ...anew };
      answer = await ask(ready, now, pay);
    }
    if (answer.kind !== 'ok') return { ...ready, payment: null };
    const { orderNo } = ready;
    const { prepay_id: prepayId = '', code_url: codeUrl = '' } = answer.data;
    const made = { prepayId, codeUrl, prepayTime: now, askTime: nextAskTime(now, now) };
    const [isNoted] = await Promise.all([
      orders.noteWhile(order._id, { orderNo, status: 'pending' }, made),
      markDue('orders', made.askTime ?? now),
    ]);
    if (!isNoted) {
      await pay.closeTrade(orderNo);
      return { ...ready, payment: null };
    }
    ready = { ...ready, ...made };
  }
  return { ...ready, payment: paymentOf(ready, pay.merchant) };
};
