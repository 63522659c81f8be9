import { createHash } from 'node:crypto';
import { codes } from '#contract/envelope.ts';
import type { ActionInput } from '#contract/index.ts';
import { count } from '../_shared/counters.ts';
import type { CallContext } from '../_shared/dispatcher.ts';
import { environment } from '../_shared/environment.ts';
import { ActionError, isDuplicate, stateNotAllowed } from '../_shared/errors.ts';
import { noteUse } from '../_shared/fileUse.ts';
import { orders } from '../_shared/orders/orders.ts';
import { prepared } from '../_shared/orders/prepay.ts';
import { loadPriceBook, quoteFrom } from '../_shared/prints/pricing.ts';
import { printOrders } from '../_shared/prints/records.ts';
import { newId } from '../_shared/repository.ts';
import { inTransaction } from '../_shared/transaction.ts';
import { visitorUser } from '../_shared/visitorUser.ts';
import { wechatPay, type WechatPay } from '../_shared/wechatPay/client.ts';
import { notOwn, ownPhotos } from './items.ts';
import { rowsOf } from './rows.ts';

type Wish = ActionInput<'appPrint', 'createPrintOrder'>;
/** Both or neither; a repeated click finds what the first one stored. */
const store = async (rows: ReturnType<typeof rowsOf>): Promise<typeof rows> => {
  const { order, print } = rows;
  const stored = async () => {
    const [first, firstPrint] = await Promise.all([
      orders.get(order._id),
      printOrders.get(print._id),
    ]);
    return first && firstPrint ? { order: first, print: firstPrint } : null;
  };
  try {
    await inTransaction(async transaction => {
      if (await transaction.get('orders', order._id)) throw new Repeated();
      await transaction.insert('orders', order);
      await transaction.insert('printOrders', print);
    });
  } catch (error) {
    const conflicted = (error as { code?: unknown }).code === 'DATABASE_TRANSACTION_CONFLICT';
    const repeats = error instanceof Repeated || isDuplicate(error) || conflicted;
    const first = repeats ? await stored() : null;
    if (!first) throw error;
    return first;
  }
  await Promise.all([
    count(order.createTime, { createdOrders: 1, createdPrints: 1, printPhotos: print.photoCount }),
    noteUse([], print.files),
  ]);
  return rows;
};
class Repeated extends Error {}

const answer = async ({ order, print }: ReturnType<typeof rowsOf>, pay: WechatPay) => ({
  ...print,
  payment: (await prepared(order, pay)).payment,
});

export const createPrintOrder = async (wish: Wish, context: CallContext) => {
  const asked = visitorUser(context);
  const paths = wish.items.map(({ filePath }) => filePath);
  const [user, pay, book, photos] = await Promise.all([
    asked,
    wechatPay(),
    loadPriceBook(wish.items.map(({ sizeId }) => sizeId)),
    ownPhotos(paths, async () => (await asked)._id),
  ]);
  const hash = createHash('sha256').update(`print\n${user.openid}\n${wish.idemKey}`).digest('hex');
  const key = wish.idemKey ? hash.slice(0, 24) : newId();
  const ids = { orderId: `ord_${key}`, printId: `prt_${key}` };
  const [unpaid, order, print] = await Promise.all([
    orders.count({ userId: user._id, status: 'pending' }),
    wish.idemKey ? orders.get(ids.orderId) : null,
    wish.idemKey ? printOrders.get(ids.printId) : null,
  ]);
  if (order && print) return answer({ order, print }, pay);

  if (!pay.merchant.enabled) throw stateNotAllowed('支付暂未开放');
  if (unpaid >= environment.ORDERS_UNPAID_PER_USER)
    throw new ActionError(codes.tooOften, '未支付的订单过多，请先支付或取消');
  const missing = paths.findIndex(path => !photos.has(path));
  if (missing >= 0) throw notOwn(`items.${missing}.filePath`);
  const now = Date.now();
  const quote = quoteFrom(book, wish.items, now);
  if (wish.expectPayFen !== undefined && wish.expectPayFen !== quote.payFen)
    throw stateNotAllowed('价格已更新，请重新确认', { payFen: quote.payFen });
  const minutes = pay.merchant.orderExpireMin;
  const rows = rowsOf(ids, user, wish, quote, book.sizes, photos, minutes, now);
  return answer(await store(rows), pay);
};
