import type { PackagePrice } from '#contract/packagePrice.ts';
import { formatYuan } from '../../../shared/money.ts';
import { exactTime } from '../../../shared/time.ts';
import { tierRanges, type Translate } from './price.ts';

/** The terms of a version, in words, by field. */
const termsOf = (price: PackagePrice, t: Translate): Record<string, string> => {
  const none = t('history.none');
  const ranges = tierRanges(price.tiers, t);
  return {
    name: price.name,
    tiers: price.tiers.map(({ unitFen }, at) => `${ranges[at]} ${formatYuan(unitFen)}`).join('；'),
    pack:
      price.packFen !== null && price.packQty !== null
        ? t('pack', { qty: price.packQty, price: formatYuan(price.packFen) })
        : none,
    shippingFen: formatYuan(price.shippingFen),
    freeShippingFromFen:
      price.freeShippingFromFen === null ? none : formatYuan(price.freeShippingFromFen),
  };
};

/** The differences to the previous version; for the first one, all values. */
export const priceChanges = (
  version: PackagePrice,
  before: PackagePrice | undefined,
  t: Translate,
): { field: string; from: string; to: string }[] => {
  const now = termsOf(version, t);
  const then = before ? termsOf(before, t) : {};
  return Object.entries(now)
    .filter(([field, to]) => then[field] !== to && !(before === undefined && field === 'name'))
    .map(([field, to]) => ({ field, from: then[field] ?? '', to }));
};

export type VersionState = 'current' | 'waiting' | 'ended' | 'never';

export const versionState = (
  { effectiveTime, endTime }: PackagePrice,
  now: number,
): VersionState => {
  if (endTime !== null && endTime <= effectiveTime) return 'never';
  if (effectiveTime > now) return 'waiting';
  return endTime !== null && endTime <= now ? 'ended' : 'current';
};

export const periodOf = ({ effectiveTime, endTime }: PackagePrice, t: Translate): string => {
  const minute = (instant: number) => exactTime(instant).slice(0, 16);
  return endTime === null
    ? t('history.period', { from: minute(effectiveTime) })
    : t('history.periodTo', { from: minute(effectiveTime), to: minute(endTime) });
};
