import { codes } from '#contract/envelope.ts';
import type { ActionInput } from '#contract/index.ts';
import { orderSentences } from '#contract/sentences/orders.ts';
import { printOrderSentences } from '#contract/sentences/printOrders.ts';
import type { CallContext } from '../_shared/base/dispatcher.ts';
import { ActionError, stateNotAllowed } from '../_shared/base/errors.ts';
import { noteUse } from '../_shared/base/fileUse.ts';
import { idFromKey } from '../_shared/base/ids.ts';
import { intended, madeBefore } from '../_shared/base/repeats.ts';
import { settingsOf } from '../_shared/base/settings.ts';
import { count } from '../_shared/counting/counters.ts';
import { orders } from '../_shared/orders/orders.ts';
import { placeInSequence, sequenceOf } from '../_shared/orders/sequence.ts';
import { countedOrder, counterOfOrders, hasTooManyUnpaid } from '../_shared/orders/unpaid.ts';
import { loadPriceBook, quoteFrom } from '../_shared/prints/pricing.ts';
import { printOrders } from '../_shared/prints/records.ts';
import { checkRefundRules, checkTerms } from '../_shared/users/consents.ts';
import type { StoredUser } from '../_shared/users/ledger.ts';
import { notOpenFor } from '../_shared/users/opening.ts';
import { ownPhotos } from '../_shared/users/ownPhotos.ts';
import { openidOf, stillAdmitted, visitorSeen, visitorUser } from '../_shared/users/visitorUser.ts';
import { wechatPay } from '../_shared/wechatPay/client.ts';
import { notOwn } from './items.ts';
import { rowsOf } from './rows.ts';
import { type Rows, withPayment } from './visitorView.ts';

type Wish = ActionInput<'appPrint', 'createPrintOrder'>;

interface Ids {
  orderId: string;
  printId: string;
}

const stored = async ({ orderId, printId }: Ids): Promise<Rows | null> => {
  const [order, print] = await Promise.all([orders.get(orderId), printOrders.get(printId)]);
  return order && print ? { order, print } : null;
};

/** The order of an earlier call with the same key; otherwise checks the number of unpaid orders. */
const firstWithinLimits = async (ids: Ids, user: StoredUser, wish: Wish) => {
  const find = async () => {
    const rows = wish.idemKey ? await stored(ids) : null;
    if (rows) madeBefore(rows.order, wish);
    return rows;
  };
  const [first, tooMany] = await Promise.all([find(), hasTooManyUnpaid(user._id)]);
  if (first || !tooMany) return first;
  // The limit may be reached by the first call's order.
  const meanwhile = await find();
  if (meanwhile) return meanwhile;
  throw new ActionError(codes.tooOften, orderSentences.tooManyUnpaid);
};

export const createPrintOrder = async (wish: Wish, context: CallContext) => {
  const asked = visitorSeen(context);
  const openid = openidOf(context);
  const paths = wish.items.map(({ filePath }) => filePath);
  const [seen, pay, book, photos, turn, counter, general, compliance] = await Promise.all([
    asked,
    wechatPay(),
    loadPriceBook(wish.items.map(({ sizeId }) => sizeId)),
    ownPhotos(paths, async () => (await asked)._id),
    sequenceOf(openid),
    counterOfOrders(context),
    settingsOf('general'),
    settingsOf('compliance'),
  ]);
  const key = idFromKey(wish.idemKey, ['print', openid]);
  const ids = { orderId: `ord_${key}`, printId: `prt_${key}` };
  const now = Date.now();
  let quote: ReturnType<typeof quoteFrom<Wish['items'][number]>>;
  const earlier = async () => {
    const first = await firstWithinLimits(ids, seen, wish);
    if (first) return first;
    const closed = notOpenFor(context, general);
    if (closed) throw stateNotAllowed(closed);
    if (!pay.merchant.enabled) throw stateNotAllowed(orderSentences.payClosed);
    checkTerms(seen, general, compliance);
    checkRefundRules(openid, wish.refundRules, compliance);
    const missing = paths.findIndex(path => !photos.has(path));
    if (missing >= 0) throw notOwn(`items.${missing}.filePath`);
    quote = quoteFrom(book, wish.items, now);
    const { payFen } = quote;
    if (wish.expectPayFen !== undefined && wish.expectPayFen !== payFen)
      throw stateNotAllowed(printOrderSentences.priceChanged, { payFen });
    return null;
  };
  const noted: Promise<unknown>[] = [];
  const placed = await countedOrder(context, counter, earlier, async checks => {
    // Nobody gets an account for an order that is refused.
    const first = seen._id === '' ? await checks : null;
    if (first) return { placed: first, isNew: false };
    const user = await visitorUser(context, seen);
    return placeInSequence<Rows>({
      openid,
      turn,
      checks,
      // With numbers of its own each time: another's may be the same.
      store: async transaction => {
        const rows = rowsOf(ids, user, wish, quote, book.sizes, photos, pay.merchant, now);
        const { print } = rows;
        const { expireTime } = rows.order;
        if (expireTime !== null) transaction.due('orders', expireTime);
        return {
          order: await transaction.insert(
            'orders',
            { ...rows.order, ...intended(wish) },
            undefined,
            now,
          ),
          print: await transaction.insert('printOrders', print, undefined, now),
        };
      },
      recount: async () => firstWithinLimits(ids, await stillAdmitted(user), wish),
      // Goes on while the gateway is asked.
      beside: async ({ print }) =>
        void noted.push(
          count(now, { createdOrders: 1, createdPrints: 1, printPhotos: print.photoCount }),
          noteUse([], print.files),
        ),
    });
  });
  const [answer] = await Promise.all([withPayment(placed, pay, openid), ...noted]);
  return answer;
};
