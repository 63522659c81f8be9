import { codes } from '#contract/envelope.ts';
import type { Package } from '#contract/package.ts';
import { orderSentences } from '#contract/sentences/orders.ts';
import { appOrderActions } from '#contract/visitorOrder.ts';
import { type Actor, visitorActor } from '../_shared/base/actor.ts';
import { type CallContext, defineFunction } from '../_shared/base/dispatcher.ts';
import { ActionError, notFound, stateNotAllowed } from '../_shared/base/errors.ts';
import { listing } from '../_shared/base/listing.ts';
import { settingsOf } from '../_shared/base/settings.ts';
import { closeOrder } from '../_shared/orders/close.ts';
import { envIn, paysVirtually, usableNow } from '../_shared/orders/goods.ts';
import { askForInvoice } from '../_shared/orders/invoices.ts';
import { orders, type StoredOrder } from '../_shared/orders/orders.ts';
import { prepared } from '../_shared/orders/prepay.ts';
import {
  askRefund,
  type RefundAsking,
  refundAsking,
  withdrawRefundAsk,
} from '../_shared/refunds/asks.ts';
import { openidOf } from '../_shared/users/visitorUser.ts';
import { gatewayRead, wechatPay } from '../_shared/wechatPay/client.ts';
import { createOrder } from './createOrder.ts';

/** Without counts by state: those would reveal packages that are not on sale. */
const listPackages = listing<Package>({
  collection: 'packages',
  defaultSort: [['sort', 'desc']],
});

const listOrders = listing<StoredOrder>({ collection: 'orders' });

/** Other users' orders are answered as missing. */
const own = async (id: string, openid: string) => {
  const order = await orders.get(id);
  if (order?.openid !== openid) throw notFound();
  return order;
};

const listed = (order: StoredOrder, obstacleOf: RefundAsking) => ({
  ...order,
  mayAskRefund: obstacleOf(order) === '',
});

/** A change of the caller's own order, which answers it as the list does. */
const onOwn =
  <I extends { id: string }>(
    change: (order: StoredOrder, data: I, by: Actor, asking: RefundAsking) => Promise<StoredOrder>,
  ) =>
  async (data: I, context: CallContext) => {
    const [order, asking] = await Promise.all([
      own(data.id, openidOf(context)),
      refundAsking(context),
    ]);
    return listed(await change(order, data, visitorActor(context), asking), asking);
  };

export const main = defineFunction('appOrder', appOrderActions, {
  getPackages: async ({ filter: _filter, ...request }, context) => {
    const [page, { virtual, wxpay }] = await Promise.all([
      listPackages(request, { status: 'enabled' }),
      settingsOf('payment'),
    ]);
    const isVirtual = ({ payChannels }: Package) =>
      payChannels.includes('virtual') && paysVirtually(openidOf(context), virtual);
    const usable = await usableNow(page.list.filter(isVirtual), envIn(virtual));
    const mayBuy = (one: Package) =>
      isVirtual(one) ? usable.has(one._id) : wxpay.enabled && one.payChannels.includes('wxpay');
    return { ...page, list: page.list.map(one => ({ ...one, mayBuy: mayBuy(one) })) };
  },

  createOrder,

  getOrders: async (request, context) => {
    const [page, asking] = await Promise.all([
      listOrders(request, { openid: openidOf(context) }),
      refundAsking(context),
    ]);
    return { ...page, list: page.list.map(order => listed(order, asking)) };
  },

  getOrder: ({ id }, context) => own(id, openidOf(context)),

  payOrder: async ({ id }, context) => {
    const [order, pay] = await Promise.all([own(id, openidOf(context)), wechatPay()]);
    const isClosed = order.payChannel !== 'virtual' && !pay.merchant.enabled;
    if (order.status === 'pending' && isClosed) throw stateNotAllowed(orderSentences.payClosed);
    return prepared(order, pay);
  },

  askForInvoice: onOwn((order, { invoice }, by) => askForInvoice(order, invoice, by)),

  askRefund: onOwn((order, wish, by, asking) => askRefund(order, wish, asking, by)),

  withdrawRefundAsk: onOwn((order, _data, by) => withdrawRefundAsk(order, by)),

  cancelOrder: async ({ id }, context) => {
    const gateway = gatewayRead();
    const order = await own(id, openidOf(context));
    if (order.status === 'closed') return order;
    if (order.status !== 'pending') throw stateNotAllowed(orderSentences.paidAlready);
    const actor = visitorActor(context);
    const closing = await closeOrder(order, gateway, actor, orderSentences.cancelledByUser);
    if (closing.kind === 'closed') return closing.order;
    if (closing.kind === 'unknown') throw new ActionError(codes.thirdParty);
    throw stateNotAllowed(orderSentences.payingOrPaid);
  },
});
