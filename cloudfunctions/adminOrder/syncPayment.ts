import { codes } from '#contract/envelope.ts';
import { ActionError } from '../_shared/errors.ts';
import { recordIfPaid } from '../_shared/orders/close.ts';
import type { Actor, StoredOrder } from '../_shared/orders/orders.ts';
import { wechatPay } from '../_shared/wechatPay/client.ts';

/** Only what is not paid can turn out to be; anything else is answered as it stands. */
export const syncPayment = async (order: StoredOrder, actor: Actor): Promise<StoredOrder> => {
  const open = order.status === 'pending' || order.status === 'closed';
  if (!open || order.payChannel !== 'wxpay') return order;
  const pay = await wechatPay();
  const asked = await pay.queryTrade(order.orderNo);
  if (asked.kind === 'ok') return (await recordIfPaid(order, asked.data, actor)) ?? order;
  // Never paid, because the gateway has never heard of it.
  if (asked.kind === 'refused' && asked.httpStatus === 404) return order;
  throw new ActionError(codes.thirdParty);
};
