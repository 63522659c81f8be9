import type { ActionInput } from '#contract/index.ts';
import { printOrderEntity } from '#contract/printOrder.ts';
import { printPapers } from '#contract/printPapers.ts';
import type { PrintQuote } from '#contract/printQuote.ts';
import { type PrintSize } from '#contract/printSize.ts';
import { printOrderSentences } from '#contract/sentences/printOrders.ts';
import { DAY_MS, MINUTE_MS } from '#contract/shanghai.ts';
import type { FileRow } from '../_shared/base/files.ts';
import type { New } from '../_shared/base/repository.ts';
import { blankOrder, newOrderNo, orderGrams, type StoredOrder } from '../_shared/orders/orders.ts';
import { addressFieldsOf } from '../_shared/prints/address.ts';
import type { PriceBook } from '../_shared/prints/pricing.ts';
import { newPrintNo, printGrams, type StoredPrintOrder } from '../_shared/prints/records.ts';
import type { StoredUser } from '../_shared/users/ledger.ts';
import { isWechatOpenid } from '../_shared/users/visitorUser.ts';
import type { Merchant } from '../_shared/wechatPay/settings.ts';
import { issuesOf, photoItem } from './items.ts';

type Wish = ActionInput<'appPrint', 'createPrintOrder'>;
type Quote = PrintQuote<Wish['items'][number]>;

const emptySnapshot = { type: 'print', credits: 0, giftCredits: 0, days: null };

/** One item for each size and paper, and one for shipping: their sum is the order's total. */
const orderItems = (quote: Quote, sizes: PriceBook['sizes']): StoredOrder['items'] => [
  ...quote.lines.map(({ sizeId, paper, qty, unitFen, amountFen }) => ({
    refId: sizeId,
    name: printOrderSentences
      .itemName(sizes.get(sizeId)?.name ?? '', printPapers[paper].label)
      .trim(),
    qty,
    unitFen,
    amountFen,
    snapshot: emptySnapshot,
  })),
  ...(quote.shippingFen > 0
    ? [
        {
          refId: 'shipping',
          name: printOrderSentences.shippingFee,
          qty: 1,
          unitFen: quote.shippingFen,
          amountFen: quote.shippingFen,
          snapshot: emptySnapshot,
        },
      ]
    : []),
];

/** The order and the print order as they will be stored, each with the other's id. */
export const rowsOf = (
  ids: { orderId: string; printId: string },
  user: StoredUser,
  wish: Wish,
  quote: Quote,
  sizes: PriceBook['sizes'],
  photos: Map<string, FileRow>,
  merchant: Pick<Merchant, 'orderExpireMin' | 'webOrderDays'>,
  now: number,
): { order: New<StoredOrder>; print: New<StoredPrintOrder> } => {
  const { _id: userId, openid, nickName, phoneTail } = user;
  const isWeb = !isWechatOpenid(openid);
  const common = {
    userId,
    openid,
    userSnap: { nickName, phoneTail },
    source: isWeb ? ('web' as const) : ('mini_program' as const),
    claim: null,
    expireTime:
      now + (isWeb ? merchant.webOrderDays * DAY_MS : merchant.orderExpireMin * MINUTE_MS),
  };
  const { goodsFen, discountFen, shippingFen, payFen } = quote;
  const orderNo = newOrderNo(now);
  const order = {
    ...blankOrder(),
    _id: ids.orderId,
    ...common,
    orderNo,
    type: 'print' as const,
    refundRules: wish.refundRules ?? '',
    items: orderItems(quote, sizes),
    totalFen: goodsFen + shippingFen,
    discountFen,
    payFen,
    payChannel: 'wxpay' as const,
    printOrderId: ids.printId,
    remark: wish.userRemark ?? '',
    // Set before the gateway is called, so that the gateway is asked before the order is closed.
    prepaid: true,
  };
  const items = quote.items.map(({ filePath, crop, ...priced }) => {
    const { sizeId, paper, qty, unitFen, amountFen, priceId } = priced;
    const size = sizes.get(sizeId) as PrintSize;
    const row = photos.get(filePath) as FileRow;
    return photoItem({ filePath, crop }, row, size, { paper, qty, unitFen, amountFen, priceId });
  });
  const print = {
    ...printOrderEntity.blank(),
    _id: ids.printId,
    ...common,
    claimCipher: '',
    placedOpenid: isWeb ? openid : '',
    printNo: newPrintNo(now),
    orderId: ids.orderId,
    orderNo,
    items,
    photoCount: items.reduce((sum, { qty }) => sum + qty, 0),
    goodsFen,
    discountFen,
    shippingFen,
    payFen,
    ...addressFieldsOf(ids.printId, wish.address),
    status: 'pending' as const,
    issues: issuesOf(items, now),
    userRemark: wish.userRemark ?? '',
    sizeIds: [...new Set(items.map(({ sizeId }) => sizeId))],
    files: [...new Set(items.map(({ filePath }) => filePath))],
  };
  return {
    order: { ...order, grams: orderGrams(order) },
    print: { ...print, grams: printGrams(print) },
  };
};
