import type { Input } from '#contract/action.ts';
import { codes } from '#contract/envelope.ts';
import type { OrderItem } from '#contract/orderItem.ts';
import { packageItem } from '#contract/package.ts';
import { orderSentences } from '#contract/sentences/orders.ts';
import type { appOrderActions } from '#contract/visitorOrder.ts';
import { _ } from '../_shared/base/cloud.ts';
import type { CallContext } from '../_shared/base/dispatcher.ts';
import { ActionError, stateNotAllowed, notFound } from '../_shared/base/errors.ts';
import { idFromKey } from '../_shared/base/ids.ts';
import { intended, madeBefore } from '../_shared/base/repeats.ts';
import { type Settings, settingsOf } from '../_shared/base/settings.ts';
import { count } from '../_shared/counting/counters.ts';
import {
  envIn,
  paysVirtually,
  productIdOf,
  type Sold,
  usableNow,
} from '../_shared/orders/goods.ts';
import {
  blankOrder,
  newOrderNo,
  orderGrams,
  orders,
  type StoredOrder,
  nextAskTime,
} from '../_shared/orders/orders.ts';
import { prepared } from '../_shared/orders/prepay.ts';
import { placeInSequence, sequenceOf } from '../_shared/orders/sequence.ts';
import { countedOrder, counterOfOrders, hasTooManyUnpaid } from '../_shared/orders/unpaid.ts';
import { checkedSession, checkIosVersion } from '../_shared/orders/virtual.ts';
import type { Purchase } from '../_shared/tasks/bought.ts';
import { checkedInputs, offerOf } from '../_shared/tasks/create.ts';
import { checkRefundRules, checkTerms } from '../_shared/users/consents.ts';
import { type StoredUser, packages } from '../_shared/users/ledger.ts';
import { notOpenFor } from '../_shared/users/opening.ts';
import {
  isWechatOpenid,
  openidOf,
  stillAdmitted,
  visitorSeen,
  visitorUser,
} from '../_shared/users/visitorUser.ts';
import { wechatPay } from '../_shared/wechatPay/client.ts';

/** Apple sells nothing for less. */
const IOS_LEAST_FEN = 100;

type Wish = Input<typeof appOrderActions.createOrder>;

/** What an order sells: prices and grants are the current ones; the caller only chooses. */
interface Sale {
  type: 'package' | 'template';
  item: OrderItem;
  /** How often one user may buy it; null for no limit. */
  limitPerUser: number | null;
  purchase: Purchase | null;
  /** Null where it is paid by WeChat Pay. */
  virtual: NonNullable<StoredOrder['virtual']> | null;
}

/** @throws 40400, 40902 and 40001 where it cannot be bought like this */
const saleOf = (wish: Wish, context: CallContext): Promise<Sale> =>
  wish.templateId === undefined
    ? packageSale({ ...wish, packageId: wish.packageId! }, context)
    : templateSale({ ...wish, templateId: wish.templateId }, context);

const packageSale = async (
  wish: Wish & { packageId: string },
  context: CallContext,
): Promise<Sale> => {
  const [bought, { virtual: its }] = await Promise.all([
    packages.get(wish.packageId),
    settingsOf('payment'),
  ]);
  if (bought?.status !== 'enabled') throw notFound();
  const { limitPerUser, payChannels } = bought;
  const isVirtual = payChannels.includes('virtual') && paysVirtually(openidOf(context), its);
  if (!isVirtual && !payChannels.includes('wxpay'))
    throw stateNotAllowed(orderSentences.buyInMiniProgram);
  const virtual = isVirtual ? await virtualOf(bought, its, wish) : null;
  return { type: 'package', item: packageItem(bought), limitPerUser, purchase: null, virtual };
};

/** @throws 40902 where it cannot be paid virtually now */
const virtualOf = async (
  sold: Sold,
  its: Settings<'payment'>['virtual'],
  { isIos = false, wechatVersion }: Wish,
): Promise<Sale['virtual']> => {
  const env = envIn(its);
  // Apple's payment knows no sandbox.
  if (isIos && (!its.ios || env === 1)) throw stateNotAllowed(orderSentences.notOnIos);
  if (isIos) checkIosVersion(wechatVersion, its.iosLeastVersion);
  if (isIos && sold.priceFen < IOS_LEAST_FEN) throw stateNotAllowed(orderSentences.tooCheapOnIos);
  if (!(await usableNow([sold], env)).has(sold._id))
    throw stateNotAllowed(orderSentences.goodsNotReady);
  return { env, productId: productIdOf(sold, env) };
};

const templateSale = async (
  wish: Wish & { templateId: string },
  context: CallContext,
): Promise<Sale> => {
  const { templateId, presetId = '', inputs = {}, expectFen } = wish;
  const [offer, { virtual: its }] = await Promise.all([
    offerOf({ templateId, ...(presetId && { presetId }) }, context),
    settingsOf('payment'),
  ]);
  const { priceFen, name } = offer.template;
  if (offer.refusal) throw stateNotAllowed(offer.refusal);
  if (!priceFen) throw stateNotAllowed(orderSentences.notSold);
  if (expectFen !== undefined && expectFen !== priceFen)
    throw stateNotAllowed(orderSentences.priceChanged, { payFen: priceFen });
  await checkedInputs(offer, inputs);
  const virtual = paysVirtually(openidOf(context), its)
    ? await virtualOf({ _id: templateId, priceFen }, its, wish)
    : null;
  const snapshot = { type: 'template', credits: 0, giftCredits: 0, days: null };
  const item = {
    refId: templateId,
    name,
    qty: 1,
    unitFen: priceFen,
    amountFen: priceFen,
    snapshot,
  };
  return {
    type: 'template',
    item,
    limitPerUser: null,
    purchase: { templateId, presetId, inputs },
    virtual,
  };
};

const checkLimits = async (user: StoredUser, { item, limitPerUser }: Sale) => {
  const before = user.boughtBefore?.[item.refId] ?? 0;
  const [tooMany, had] = await Promise.all([
    hasTooManyUnpaid(user._id),
    limitPerUser && user._id !== ''
      ? orders.count({
          userId: user._id,
          status: _.in(['pending', 'paid', 'completed']),
          'items.refId': item.refId,
        })
      : 0,
  ]);
  if (tooMany) throw new ActionError(codes.tooOften, orderSentences.tooManyUnpaid);
  if (before + had >= (limitPerUser ?? Infinity))
    throw stateNotAllowed(orderSentences.limitReached);
};

const fieldsOf = (
  user: StoredUser,
  { type, item, purchase, virtual }: Sale,
  wish: Wish,
  minutes: number,
  now: number,
) => {
  const { nickName, phoneTail } = user;
  const fields = {
    ...blankOrder(),
    orderNo: newOrderNo(now),
    type,
    userId: user._id,
    openid: user.openid,
    userSnap: { nickName, phoneTail },
    items: [item],
    totalFen: item.amountFen,
    payFen: item.amountFen,
    payChannel: 'wxpay' as 'wxpay' | 'virtual',
    expireTime: now + minutes * 60_000,
    remark: wish.remark ?? '',
    refundRules: wish.refundRules ?? '',
    source: isWechatOpenid(user.openid) ? ('mini_program' as const) : ('web' as const),
    // Set before the gateway is called, so that the gateway is asked before the order is closed.
    prepaid: true,
    ...(purchase && { purchase }),
    // Its payment is prepared with it: nothing is asked of WeChat.
    ...(virtual && {
      payChannel: 'virtual' as const,
      virtual,
      prepayTime: now,
      askTime: nextAskTime(now, now),
    }),
    ...intended(wish),
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
  sale: Sale,
): Promise<StoredOrder | null> => {
  const [first, refusal] = await Promise.all([
    find(),
    checkLimits(user, sale).then(() => null, asRefusal),
  ]);
  // The limit may be reached by the first call's order.
  const earlier = first ?? (refusal && (await find()));
  if (refusal && !earlier) throw refusal;
  return earlier;
};

export const createOrder = async (wish: Wish, context: CallContext) => {
  const openid = openidOf(context);
  const [seen, offered, pay, turn, counter, general, compliance] = await Promise.all([
    visitorSeen(context),
    saleOf(wish, context).catch(asRefusal),
    wechatPay(),
    sequenceOf(openid),
    counterOfOrders(context),
    settingsOf('general'),
    settingsOf('compliance'),
  ]);
  const id = `ord_${idFromKey(wish.idemKey, [openid])}`;
  const find = async () => {
    const first = wish.idemKey ? await orders.get(id) : null;
    return first && madeBefore(first, wish);
  };
  const closed = notOpenFor(context, general);
  const refusal = closed ? stateNotAllowed(closed) : refusalOf(offered, pay.merchant.enabled);
  if (refusal || offered instanceof ActionError) {
    const first = await find();
    if (first) return prepared(first, pay);
    throw refusal;
  }
  const earlier = async () => {
    const first = await firstWithinLimits(find, seen, offered);
    if (first) return first;
    checkTerms(seen, general, compliance);
    if (offered.virtual) checkedSession(seen);
    checkRefundRules(openid, wish.refundRules, compliance);
    return null;
  };
  const noted: Promise<unknown>[] = [];
  const placed = await countedOrder(context, counter, earlier, async checks => {
    // Nobody gets an account for an order that is refused.
    const first = seen._id === '' ? await checks : null;
    if (first) return { placed: first, isNew: false };
    const user = await visitorUser(context, seen);
    const now = Date.now();
    const order = { ...fieldsOf(user, offered, wish, pay.merchant.orderExpireMin, now), _id: id };
    return placeInSequence<StoredOrder>({
      openid,
      turn,
      checks,
      store: transaction => {
        transaction.due('orders', order.askTime ?? order.expireTime);
        return transaction.insert('orders', order, undefined, now);
      },
      recount: async () => firstWithinLimits(find, await stillAdmitted(user), offered),
      // Goes on while the gateway is asked.
      beside: async () => void noted.push(count(now, { createdOrders: 1 })),
    });
  });
  const [answer] = await Promise.all([prepared(placed, pay, noted.length > 0), ...noted]);
  return answer;
};

/** A repeated call finds its first order also where the thing is sold no longer. */
const asRefusal = (error: unknown): ActionError => {
  if (error instanceof ActionError) return error;
  throw error;
};

const refusalOf = (offered: Sale | ActionError, isPayOpen: boolean): ActionError | null =>
  offered instanceof ActionError
    ? offered
    : isPayOpen || offered.virtual
      ? null
      : stateNotAllowed(orderSentences.payClosed);
