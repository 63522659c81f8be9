import { actors } from '#contract/sentences/actors.ts';
import { systemActor } from '../_shared/base/actor.ts';
import { recordIfPaid } from '../_shared/orders/close.ts';
import { orders } from '../_shared/orders/orders.ts';
import { gatewayTrade } from '../_shared/wechatPay/messages.ts';
import { NoticeRefused, once, readNotice } from '../_shared/wechatPay/notice.ts';
import { merchantSettings } from '../_shared/wechatPay/settings.ts';
import { noticeHandler } from './notice.ts';

/** Payment notice. Accepted only if signed, encrypted for us, and about one of our orders and its exact amount. */
export const payNotice = noticeHandler(async (request, requestId) => {
  const merchant = await merchantSettings();
  const { id, eventType, content } = readNotice(request, merchant, gatewayTrade);
  const [order] = await orders.find({ orderNo: content.outTradeNo }, { limit: 1 });
  const ours =
    eventType === 'TRANSACTION.SUCCESS' &&
    content.state === 'SUCCESS' &&
    content.mchid === merchant.mchid &&
    content.appid === merchant.appid &&
    content.currency === 'CNY' &&
    content.transactionId !== '' &&
    order?.payChannel === 'wxpay' &&
    order.payFen === content.totalFen;
  if (!ours || !order) throw new NoticeRefused();
  const actor = systemActor(actors.payNotice, 'callback', 'payNotice', requestId);
  const event = { id, source: 'wxpay', eventType, refId: order._id };
  return once(event, async () => void (await recordIfPaid(order, content, actor)));
});
