import { actors } from '#contract/sentences/actors.ts';
import { printOrderSentences } from '#contract/sentences/printOrders.ts';
import { appPrintActions } from '#contract/visitorPrint.ts';
import { systemActor } from '../_shared/base/actor.ts';
import { defineFunction } from '../_shared/base/dispatcher.ts';
import { notFound, stateNotAllowed } from '../_shared/base/errors.ts';
import { listing } from '../_shared/base/listing.ts';
import { completePrintOrder } from '../_shared/orders/completePrint.ts';
import { loadPriceBook, quoteFrom, ruleFor } from '../_shared/prints/pricing.ts';
import { printOrders, type StoredPrintOrder } from '../_shared/prints/records.ts';
import { openidOf } from '../_shared/users/visitorUser.ts';
import { createPrintOrder } from './createPrintOrder.ts';
import { replacePhoto } from './photos.ts';

const list = listing<StoredPrintOrder>({
  collection: 'printOrders',
  defaultSort: [['createTime', 'desc']],
});

/** Other users' print orders are answered as missing. */
const own = async (id: string, openid: string): Promise<StoredPrintOrder> => {
  const found = await printOrders.get(id);
  if (found?.openid !== openid) throw notFound();
  return found;
};

export const main = defineFunction('appPrint', appPrintActions, {
  getPrintSizes: async () => {
    const now = Date.now();
    const book = await loadPriceBook();
    const sizes = [...book.sizes.values()].map(size => ({
      ...size,
      prices: size.papers.flatMap(paper => {
        const rule = ruleFor(book, { sizeId: size._id, paper }, now);
        return rule ? [{ ...rule, tiers: [...rule.tiers], paper }] : [];
      }),
    }));
    return { list: sizes.filter(({ prices }) => prices.length > 0) };
  },

  quote: async ({ items }) =>
    quoteFrom(await loadPriceBook(items.map(({ sizeId }) => sizeId)), items, Date.now()),

  createPrintOrder,

  getPrintOrders: ({ filter: _filter, ...request }, context) =>
    list(request, { openid: openidOf(context) }),

  replacePhoto: async (wish, context) => replacePhoto(wish, await own(wish.id, openidOf(context))),

  confirmReceipt: async ({ id }, context) => {
    const before = await own(id, openidOf(context));
    if (before.status === 'completed') return before;
    if (before.status !== 'shipped') throw stateNotAllowed(printOrderSentences.notShipped);
    const actor = systemActor(actors.user, context.function, context.action, context.requestId);
    return (await completePrintOrder(id, actor, printOrderSentences.confirmedByUser)) ?? before;
  },
});
