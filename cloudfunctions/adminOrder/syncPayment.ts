import { codes } from '#contract/envelope.ts';
import { ActionError } from '../_shared/errors.ts';
import { recordIfPaid } from '../_shared/orders/close.ts';
import type { Actor, StoredOrder } from '../_shared/orders/orders.ts';
import { wechatPay } from '../_shared/wechatPay/client.ts';

/** Only an unpaid order can turn out to be paid; others are answered unchanged. */
export const syncPayment = async (order: StoredOrder, actor: Actor): Promise<StoredOrder> => {
  const open = order.status === 'pending' || order.status === 'closed';
  if (!open || order.payChannel !== 'wxpay') return order;
  const pay = await wechatPay();
  const asked = await pay.queryTrade(order.orderNo);
  if (asked.kind === 'ok') return (await recordIfPaid(order, asked.data, actor)) ?? order;
  // The gateway does not know the order, so it was never paid.
  if (asked.kind === 'refused' && asked.httpStatus === 404) return order;
  throw new ActionError(codes.thirdParty);
};
