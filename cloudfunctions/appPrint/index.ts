import type { ActionInput } from '#contract/index.ts';
import { actors } from '#contract/sentences/actors.ts';
import { printOrderSentences } from '#contract/sentences/printOrders.ts';
import { appPrintActions } from '#contract/visitorPrint.ts';
import { visitorActor } from '../_shared/base/actor.ts';
import { defineFunction } from '../_shared/base/dispatcher.ts';
import { notFound, stateNotAllowed } from '../_shared/base/errors.ts';
import { noteUse } from '../_shared/base/fileUse.ts';
import { listing } from '../_shared/base/listing.ts';
import { completePrintOrder } from '../_shared/orders/completePrint.ts';
import { planPrintMove } from '../_shared/prints/moves.ts';
import { loadPriceBook, quoteFrom, ruleFor } from '../_shared/prints/pricing.ts';
import { printOrders, printSizes, type StoredPrintOrder } from '../_shared/prints/records.ts';
import { ownPhotos } from '../_shared/users/ownPhotos.ts';
import { isWechatOpenid, openidOf } from '../_shared/users/visitorUser.ts';
import { claimPrintOrder } from './claimPrintOrder.ts';
import { createPrintOrder } from './createPrintOrder.ts';
import { issuesOf, notOwn, photoItem } from './items.ts';
import { linkPrintOrder } from './linkPrintOrder.ts';
import { visitorView } from './visitorView.ts';

type Wish = ActionInput<'appPrint', 'replacePhoto'>;

const TRIES = 5;
const gone = () => stateNotAllowed(printOrderSentences.photoNotWanted);

/** The last replacement returns the print order to review and restarts its deadline. */
const replacePhoto = async (
  { itemIndex, filePath, crop }: Wish,
  seen: StoredPrintOrder,
): Promise<StoredPrintOrder> => {
  const photo = (await ownPhotos([filePath], () => Promise.resolve(seen.userId))).get(filePath);
  if (!photo) throw notOwn('filePath');
  const wanted = seen.items[itemIndex];
  if (!wanted) throw gone();
  const size = await printSizes.get(wanted.sizeId);
  const now = Date.now();
  let current = seen;
  for (let tries = 0; tries < TRIES; tries += 1) {
    const before = current.items[itemIndex];
    if (current.status !== 'on_hold' || before?.itemStatus !== 'bad') throw gone();
    const priced = photoItem({ filePath, crop }, photo, size ?? sizeFrom(before), before);
    const replaced = { ...priced, sizeSnap: before.sizeSnap, itemStatus: 'replaced' as const };
    const items = current.items.map((item, at) => (at === itemIndex ? replaced : item));
    const issues = [
      ...current.issues.map(issue =>
        issue.itemIndex === itemIndex ? { ...issue, resolved: true } : issue,
      ),
      ...issuesOf([replaced], now).map(issue => ({ ...issue, itemIndex })),
    ];
    const after = { ...current, items, issues };
    const patch = {
      items,
      issues,
      files: [...new Set(items.map(item => item.filePath))],
      ...(!items.some(({ itemStatus }) => itemStatus === 'bad') &&
        planPrintMove(
          after,
          { to: 'paid', by: actors.user, reason: printOrderSentences.photosReplaced, now },
          { items, issues },
        )),
    };
    const written = await printOrders.compareAndSet(current._id, { rev: current.rev }, patch);
    if (written) {
      await noteUse(current.files, written.files);
      return written;
    }
    current = (await printOrders.get(current._id)) ?? current;
  }
  throw stateNotAllowed(printOrderSentences.changedMeanwhile);
};

/** For a size that no longer exists: its stored copy is enough. */
const sizeFrom = ({ sizeId, sizeSnap, paper }: StoredPrintOrder['items'][number]) => ({
  _id: sizeId,
  rev: 1,
  createTime: 0,
  updateTime: 0,
  ...sizeSnap,
  dpi: 300,
  minPixelWidth: 0,
  minPixelHeight: 0,
  bleedMm: 0,
  papers: [paper],
  basePriceFen: 0,
  sort: 0,
  status: 'disabled' as const,
  createBy: null,
  updateBy: null,
});

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

  linkPrintOrder: async ({ id }, context) => linkPrintOrder(await own(id, openidOf(context))),

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
    const done = await completePrintOrder(before, actor, printOrderSentences.confirmedByUser);
    return visitorView(done ?? before, openid);
  },
});
