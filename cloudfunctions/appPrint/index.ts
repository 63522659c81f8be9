import { printOrderSentences } from '#contract/sentences/printOrders.ts';
import { appPrintActions } from '#contract/visitorPrint.ts';
import { visitorActor } from '../_shared/base/actor.ts';
import { defineFunction } from '../_shared/base/dispatcher.ts';
import { notFound, stateNotAllowed } from '../_shared/base/errors.ts';
import { listing } from '../_shared/base/listing.ts';
import { completePrintOrder } from '../_shared/orders/completePrint.ts';
import { loadPriceBook, quoteFrom, ruleFor } from '../_shared/prints/pricing.ts';
import { printOrders, type StoredPrintOrder } from '../_shared/prints/records.ts';
import { isWechatOpenid, openidOf } from '../_shared/users/visitorUser.ts';
import { claimPrintOrder } from './claimPrintOrder.ts';
import { createPrintOrder } from './createPrintOrder.ts';
import { replacePhoto } from './photos.ts';
import { visitorView } from './visitorView.ts';

const list = listing<StoredPrintOrder>({ collection: 'printOrders' });

/** One's own, and those placed on the web that another user has taken over. Others are answered as missing. */
const visible = async (id: string, openid: string): Promise<StoredPrintOrder> => {
  const found = await printOrders.get(id);
  if (!found || ![found.openid, found.placedOpenid].includes(openid)) throw notFound();
  return found;
};

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

  claimPrintOrder,

  getPrintOrder: async ({ id }, context) => {
    const openid = openidOf(context);
    return visitorView(await visible(id, openid), openid);
  },

  getPrintOrders: async ({ filter: _filter, ...request }, context) => {
    const openid = openidOf(context);
    // Outside WeChat every print order was placed on the web, and stays listed when it has been taken over.
    const owner = isWechatOpenid(openid) ? { openid } : { placedOpenid: openid };
    const found = await list(request, owner);
    return { ...found, list: found.list.map(print => visitorView(print, openid)) };
  },

  replacePhoto: async (wish, context) => {
    const openid = openidOf(context);
    return visitorView(await replacePhoto(wish, await own(wish.id, openid)), openid);
  },

  confirmReceipt: async ({ id }, context) => {
    const openid = openidOf(context);
    const before = await own(id, openid);
    if (before.status === 'completed') return visitorView(before, openid);
    if (before.status !== 'shipped') throw stateNotAllowed(printOrderSentences.notShipped);
    const actor = visitorActor(context);
    const done = await completePrintOrder(id, actor, printOrderSentences.confirmedByUser);
    return visitorView(done ?? before, openid);
  },
});
