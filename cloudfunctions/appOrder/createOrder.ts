import { createHash } from 'node:crypto';
import { codes } from '#contract/envelope.ts';
import type { Input } from '#contract/action.ts';
import type { Package } from '#contract/package.ts';
import type { appOrderActions } from '#contract/visitorOrder.ts';
import { _ } from '../_shared/cloud.ts';
import { count } from '../_shared/counters.ts';
import type { CallContext } from '../_shared/dispatcher.ts';
import { environment } from '../_shared/environment.ts';
import { ActionError, notFound, stateNotAllowed } from '../_shared/errors.ts';
import type { StoredUser } from '../_shared/ledger.ts';
import {
  blankOrder,
  newOrderNo,
  orderGrams,
  orders,
  type StoredOrder,
} from '../_shared/orders/orders.ts';
import { prepared } from '../_shared/orders/prepay.ts';
import { placeInTurn, turnOf } from '../_shared/orders/turn.ts';
import { newId, repository } from '../_shared/repository.ts';
import { isWechatOpenid, openidOf, visitorUser } from '../_shared/visitorUser.ts';
import { wechatPay } from '../_shared/wechatPay/client.ts';

const packages = repository<Package>('packages');

type Wish = Input<typeof appOrderActions.createOrder>;

/** A repeated call with the same key finds the first one's order. */
const idOf = (openid: string, idemKey: string) =>
  `ord_${createHash('sha256').update(`${openid}\n${idemKey}`).digest('hex').slice(0, 24)}`;

const checkLimits = async (user: StoredUser, bought: Package) => {
  const unpaid = orders.count({ userId: user._id, status: 'pending' });
  const had = bought.limitPerUser
    ? orders.count({
        userId: user._id,
        status: _.in(['pending', 'paid', 'completed']),
        'items.refId': bought._id,
      })
    : Promise.resolve(0);
  if ((await unpaid) >= environment.ORDERS_UNPAID_PER_USER)
    throw new ActionError(codes.tooOften, '未支付的订单过多，请先支付或取消');
  if ((await had) >= (bought.limitPerUser ?? Infinity))
    throw stateNotAllowed('已达到该套餐的限购次数');
};

/** Prices and grants are the package's current ones; the caller only chooses the package. */
const fieldsOf = (user: StoredUser, bought: Package, wish: Wish, minutes: number, now: number) => {
  const { name, priceFen, type, credits, giftCredits, days } = bought;
  const snapshot = { type, credits, giftCredits, days };
  const item = {
    refId: bought._id,
    name,
    qty: 1,
    unitFen: priceFen,
    amountFen: priceFen,
    snapshot,
  };
  const { nickName, phoneTail } = user;
  const fields = {
    ...blankOrder,
    orderNo: newOrderNo(now),
    type: 'package' as const,
    userId: user._id,
    openid: user.openid,
    userSnap: { nickName, phoneTail },
    items: [item],
    totalFen: priceFen,
    payFen: priceFen,
    payChannel: 'wxpay' as const,
    expireTime: now + minutes * 60_000,
    remark: wish.remark ?? '',
    source: isWechatOpenid(user.openid) ? ('mini_program' as const) : ('web' as const),
    // Set before the gateway is called, so that the gateway is asked before the order is closed.
    prepaid: true,
  };
  return { ...fields, grams: orderGrams(fields) };
};

/**
 * The order of an earlier call with the same key; otherwise checks the limits, which then hold until the user's next
 * order.
 */
const firstWithinLimits = async (
  find: () => Promise<StoredOrder | null>,
  user: StoredUser,
  bought: Package,
): Promise<StoredOrder | null> => {
  const first = await find();
  if (first) return first;
  try {
    await checkLimits(user, bought);
    return null;
  } catch (refusal) {
    // The limit may be reached by the first call's order.
    const meanwhile = await find();
    if (meanwhile) return meanwhile;
    throw refusal;
  }
};

export const createOrder = async (wish: Wish, context: CallContext) => {
  const openid = openidOf(context);
  const [user, bought, pay, turn] = await Promise.all([
    visitorUser(context),
    packages.get(wish.packageId),
    wechatPay(),
    turnOf(openid),
  ]);
  const id = wish.idemKey ? idOf(openid, wish.idemKey) : `ord_${newId()}`;
  const find = () => (wish.idemKey ? orders.get(id) : Promise.resolve(null));
  const isOnSale = bought?.status === 'enabled' && bought.payChannels.includes('wxpay');
  if (!isOnSale || !pay.merchant.enabled) {
    const first = await find();
    if (first) return prepared(first, pay);
    if (bought?.status !== 'enabled') throw notFound();
    throw stateNotAllowed(isOnSale ? '支付暂未开放' : '该套餐请在小程序内购买');
  }
  const first = await firstWithinLimits(find, user, bought);
  if (first) return prepared(first, pay);
  const now = Date.now();
  const stored = { _id: id, rev: 1, createTime: now, updateTime: now };
  const order = { ...fieldsOf(user, bought, wish, pay.merchant.orderExpireMin, now), ...stored };
  const twin = await placeInTurn({
    openid,
    turn,
    store: transaction => transaction.insert('orders', order),
    recount: () => firstWithinLimits(find, user, bought),
  });
  if (twin) return prepared(twin, pay);
  await count(now, { createdOrders: 1 });
  return prepared<StoredOrder>(order, pay);
};
