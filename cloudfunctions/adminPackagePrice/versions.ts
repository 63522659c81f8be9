import type { ActionInput } from '#contract/index.ts';
import { type PackagePrice, packagePriceEntity } from '#contract/packagePrice.ts';
import { printPriceSentences } from '#contract/sentences/printPrices.ts';
import { actorOf, authorOf } from '../_shared/base/actor.ts';
import { existing } from '../_shared/base/changeRecord.ts';
import type { AdminContext } from '../_shared/base/dispatcher.ts';
import { conflict, invalid, isDuplicate, notFound } from '../_shared/base/errors.ts';
import { idFromKey } from '../_shared/base/ids.ts';
import { intended, once } from '../_shared/base/repeats.ts';
import { patched } from '../_shared/base/repository.ts';
import { inTransaction } from '../_shared/base/transaction.ts';
import { packagePrices, type StoredPrice } from '../_shared/prints/records.ts';

type Terms = Pick<
  PackagePrice,
  'packFen' | 'packQty' | 'effectiveTime' | 'endTime' | 'tiers' | 'name'
>;

const slotOf = ({ sizeId, paper }: Pick<PackagePrice, 'sizeId' | 'paper'>) => `${sizeId}|${paper}`;

/** @throws 40001 for the field that contradicts the others */
const checkTerms = ({ packFen, packQty, effectiveTime, endTime }: Terms): void => {
  if (packFen !== null && packQty === null)
    throw invalid({ packQty: printPriceSentences.packQtyRequired });
  if (packQty !== null && packFen === null)
    throw invalid({ packFen: printPriceSentences.packPriceRequired });
  if (endTime !== null && endTime <= effectiveTime)
    throw invalid({ endTime: printPriceSentences.endsBeforeStart });
};

/** What was sold keeps its price, so nothing takes effect in the past. */
const fromNow = (effectiveTime: number | undefined, now: number) =>
  Math.max(now, effectiveTime ?? 0);

/** The newest version of a line, given any of its versions. */
const latestOf = async (lineId: string): Promise<StoredPrice | null> => {
  const rows = await packagePrices.find(
    { lineId },
    { sort: [['createTime', 'desc']], limit: 1_000 },
  );
  return rows.find(row => row.isLatest) ?? null;
};

/** @throws 40901 with the newest version if this is an older one or has changed */
export const mustBeLatest = async (
  seen: StoredPrice | null,
  rev: number | undefined,
): Promise<StoredPrice> => {
  if (!seen || seen.deleteTime !== null) throw notFound();
  if (!seen.isLatest) throw conflict(await latestOf(seen.lineId));
  return existing(seen, rev);
};

type NewLine = ActionInput<'adminPackagePrice', 'createPackagePrice'>;

export const createLine = async (request: NewLine, context: AdminContext): Promise<StoredPrice> => {
  const { idemKey, ...fields } = request;
  const now = Date.now();
  const by = await actorOf(context);
  const admin = await context.admin();
  const author = authorOf(admin);
  const id = idFromKey(idemKey, ['price', admin._id]);
  const terms = patched(packagePriceEntity.defaults, fields) as NewLine &
    typeof packagePriceEntity.defaults;
  const line = { ...terms, effectiveTime: fromNow(fields.effectiveTime, now) };
  checkTerms(line);
  const record = {
    ...line,
    ...intended(request),
    _id: id,
    lineId: id,
    isLatest: true,
    status: 'enabled' as const,
    slot: slotOf(line),
    deleteTime: null,
    createBy: author,
    updateBy: author,
  };
  const entry = { by, resource: 'packagePrice' };
  return once<StoredPrice>(
    request,
    () => inTransaction(transaction => transaction.insert('packagePrices', record, entry)),
    () => packagePrices.get(id),
  ).catch((error: unknown) => {
    throw isDuplicate(error) ? invalid({ paper: printPriceSentences.taken }) : error;
  });
};

type Change = ActionInput<'adminPackagePrice', 'updatePackagePrice'>;

/** The new version, the end of the previous one and the audit row are stored in one transaction. */
export const changeLine = async (
  { _id, rev, ...fields }: Change,
  seen: StoredPrice,
  context: AdminContext,
): Promise<StoredPrice> => {
  const now = Date.now();
  const by = await actorOf(context);
  const author = authorOf(await context.admin());
  const ends = fields.endTime === undefined ? { endTime: null } : {};
  const terms = { ...(patched(seen, fields) as StoredPrice), ...ends };
  const effectiveTime = fromNow(fields.effectiveTime, now);
  checkTerms({ ...terms, effectiveTime });
  const next = {
    ...terms,
    effectiveTime,
    isLatest: true,
    slot: slotOf(seen),
    createBy: author,
    updateBy: author,
  };
  const earlier = await precedes(seen, now);
  return inTransaction(async transaction => {
    const before = await transaction.require<StoredPrice>('packagePrices', _id);
    if (!before.isLatest || before.rev !== rev) throw conflict(await latestOf(before.lineId));
    // A scheduled version never takes effect: it ends at its beginning, and the one before it continues.
    const until = Math.max(effectiveTime, before.effectiveTime);
    await transaction.change('packagePrices', before, {
      isLatest: false,
      slot: _id,
      endTime: Math.min(before.endTime ?? Infinity, until),
      updateBy: author,
    });
    if (earlier) await transaction.change('packagePrices', earlier, { endTime: effectiveTime });
    const entry = { by, resource: 'packagePrice', resourceId: before.lineId, before };
    const version = { ...next, _id: transaction.newId() };
    return transaction.insert('packagePrices', version, entry);
  });
};

/** The version in effect before a scheduled one. */
const precedes = async (waiting: StoredPrice, now: number): Promise<StoredPrice | undefined> => {
  if (waiting.effectiveTime <= now) return undefined;
  const rows = await packagePrices.find({ lineId: waiting.lineId }, { limit: 1_000 });
  return rows.find(
    ({ _id, effectiveTime, endTime }) =>
      _id !== waiting._id && endTime === waiting.effectiveTime && effectiveTime < endTime,
  );
};
