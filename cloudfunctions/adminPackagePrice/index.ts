import {
  type PackagePrice,
  packagePriceActions,
  packagePriceEntity,
} from '#contract/packagePrice.ts';
import { printPriceSentences } from '#contract/sentences/printPrices.ts';
import { actorOf } from '../_shared/base/actor.ts';
import { type ChangeEntry, changeRecord } from '../_shared/base/changeRecord.ts';
import { _ } from '../_shared/base/cloud.ts';
import { crud } from '../_shared/base/crud.ts';
import { type AdminContext, defineFunction, withLoad } from '../_shared/base/dispatcher.ts';
import { conflict, invalid, notFound, stateNotAllowed } from '../_shared/base/errors.ts';
import { isInEffect } from '../_shared/prints/pricing.ts';
import { packagePrices, printSizes, type StoredPrice } from '../_shared/prints/records.ts';
import { changeLine, createLine, mustBeLatest } from './versions.ts';

const { list } = crud(packagePriceEntity);

const MOST_VERSIONS = 1_000;

const historyOf = async (id: string) => {
  const price = await packagePrices.require(id);
  return packagePrices.find(
    { lineId: price.lineId },
    { sort: [['createTime', 'desc']], limit: MOST_VERSIONS },
  );
};

/** A price to come, and what holds until then. Waits only where there is one. */
const withCurrent = async <P extends PackagePrice>(prices: P[]): Promise<P[]> => {
  const now = Date.now();
  const lineIds = prices
    .filter(({ effectiveTime }) => effectiveTime > now)
    .map(({ lineId }) => lineId);
  if (lineIds.length === 0) return prices;
  const versions = await packagePrices.find(
    { lineId: _.in(lineIds) },
    { sort: [['createTime', 'desc']], limit: MOST_VERSIONS },
  );
  const holding = versions.filter(version => isInEffect(version, now));
  return prices.map(price => {
    const current = holding.find(({ lineId }) => lineId === price.lineId);
    return price.effectiveTime > now && current ? { ...price, current } : price;
  });
};

const entryOf = async (context: AdminContext, { lineId }: StoredPrice): Promise<ChangeEntry> => ({
  by: await actorOf(context),
  resource: 'packagePrice',
  resourceId: lineId,
  keepAuthor: true,
});

export const main = defineFunction('adminPackagePrice', packagePriceActions, {
  getPackagePrices: async request => {
    const page = await list(request, request.filter?.ids ? {} : { isLatest: true });
    return { ...page, list: await withCurrent(page.list) };
  },

  getPackagePriceById: async ({ id }) => {
    const price = await packagePrices.require(id);
    if (price.deleteTime !== null) throw notFound();
    return price;
  },

  createPackagePrice: withLoad(
    ({ sizeId }) => printSizes.get(sizeId),
    (fields, context, size) => {
      if (!size) throw invalid({ sizeId: printPriceSentences.sizeGone });
      if (!size.papers.includes(fields.paper))
        throw invalid({ paper: printPriceSentences.paperNotOffered });
      return createLine(fields, context);
    },
  ),

  updatePackagePrice: withLoad(
    ({ _id }) => packagePrices.get(_id),
    async (change, context, seen) =>
      changeLine(change, await mustBeLatest(seen, change.rev), context),
  ),

  deletePackagePrice: withLoad(
    ({ id }) => packagePrices.get(id),
    async ({ id, rev }, context, seen) => {
      const before = await mustBeLatest(seen, rev);
      if (before.status === 'enabled') throw stateNotAllowed(printPriceSentences.inUse);
      const now = Date.now();
      const after = await changeRecord(
        packagePrices,
        before,
        { isLatest: true, status: 'disabled', rev: before.rev },
        { isLatest: false, slot: id, deleteTime: now, endTime: now },
        await entryOf(context, before),
      );
      if (!after) throw conflict(await packagePrices.get(id));
      return { _id: id };
    },
  ),

  /** For the whole line, so that no earlier version becomes effective while a later one is scheduled. */
  setPackagePriceStatus: withLoad(
    ({ id }) => packagePrices.get(id),
    async ({ id, status, rev }, context, seen) => {
      const before = await mustBeLatest(seen, rev);
      const after = await changeRecord(
        packagePrices,
        before,
        { isLatest: true, ...(rev !== undefined && { rev }) },
        { status },
        await entryOf(context, before),
      );
      if (!after) throw conflict(await packagePrices.get(id));
      const others = await packagePrices.find({ lineId: before.lineId }, { limit: MOST_VERSIONS });
      const ids = others.map(({ _id }) => _id).filter(other => other !== id);
      await packagePrices.compareAndSetMany(ids, { status: _.neq(status) }, { status });
      return after;
    },
  ),

  getPriceHistory: async ({ id }) => ({ list: await historyOf(id) }),
});
