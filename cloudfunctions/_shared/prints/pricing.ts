import {
  type PriceRule,
  type PrintQuote,
  type QuoteItem,
  quotePrints,
} from '#contract/printQuote.ts';
import type { PrintSize } from '#contract/printSize.ts';
import { printOrderSentences } from '#contract/sentences/printOrders.ts';
import { _ } from '../base/cloud.ts';
import { environment } from '../base/environment.ts';
import { invalid, stateNotAllowed } from '../base/errors.ts';
import { sortedBy } from '../base/repository.ts';
import { packagePrices, printSizes, type StoredPrice } from './records.ts';

/** More than any shop needs, fewer than the platform's maximum. */
const MOST = 1_000;
/** Upper limit of one parcel's value. */
const MOST_FEN = 10_000_000;

export interface PriceBook {
  sizes: Map<string, PrintSize>;
  prices: StoredPrice[];
}

/** The version of a line that is in effect, whether or not a later one is scheduled. */
export const isInEffect = (price: StoredPrice, now: number): boolean =>
  price.status === 'enabled' &&
  price.deleteTime === null &&
  price.effectiveTime <= now &&
  (price.endTime === null || price.endTime > now);

/** Sizes on sale and the versions that may be in effect. Database round trips: 1. */
export const loadPriceBook = async (sizeIds?: string[]): Promise<PriceBook> => {
  const ids = sizeIds && [...new Set(sizeIds)];
  const [sizes, prices] = await Promise.all([
    printSizes.find(
      { ...(ids && { _id: _.in(ids) }), status: 'enabled' },
      {
        sort: sortedBy('desc', 'sort', 'createTime'),
        limit: 100,
      },
    ),
    packagePrices.find(
      { ...(ids && { sizeId: _.in(ids) }), status: 'enabled' },
      { sort: [['createTime', 'desc']], limit: MOST },
    ),
  ]);
  return { sizes: new Map(sizes.map(size => [size._id, size])), prices };
};

/** Null where the size is not sold on this paper. */
export const ruleFor = (
  { sizes, prices }: PriceBook,
  { sizeId, paper }: Omit<QuoteItem, 'qty'>,
  now: number,
): PriceRule | null => {
  const size = sizes.get(sizeId);
  if (!size?.papers.includes(paper)) return null;
  const price = prices
    .filter(row => row.sizeId === sizeId && row.paper === paper && isInEffect(row, now))
    .sort((a, b) => b.effectiveTime - a.effectiveTime)[0];
  if (price) {
    const { _id: priceId, tiers, packFen, packQty, shippingFen, freeShippingFromFen } = price;
    return { priceId, tiers, packFen, packQty, shippingFen, freeShippingFromFen };
  }
  if (size.basePriceFen <= 0) return null;
  return {
    priceId: '',
    tiers: [{ minQty: 1, unitFen: size.basePriceFen }],
    packFen: null,
    packQty: null,
    shippingFen: environment.PRINT_SHIPPING_FEN,
    freeShippingFromFen: environment.PRINT_FREE_SHIPPING_FROM_FEN,
  };
};

/** @throws 40001 for each item that is not sold */
export const quoteFrom = <I extends QuoteItem>(
  book: PriceBook,
  items: readonly I[],
  now: number,
): PrintQuote<I> => {
  const missing = items.flatMap((item, at) => (ruleFor(book, item, now) ? [] : [at]));
  if (missing.length > 0)
    throw invalid(
      Object.fromEntries(
        missing.map(at => [`items.${at}.sizeId`, printOrderSentences.sizeUnavailable]),
      ),
    );
  const quote = quotePrints(items, item => ruleFor(book, item, now) as PriceRule);
  if (quote.payFen > MOST_FEN) throw stateNotAllowed(printOrderSentences.amountTooLarge);
  return quote;
};
