import type { PackagePrice, PriceTier } from '#contract/packagePrice.ts';
import type { RecordOf } from '../../kit/base/hooks.ts';

export type PriceRecord = RecordOf<PackagePrice>;

/** A new version begins when it is saved unless it is given a time. */
export const timesOf = ({
  effectiveTime,
  endTime,
}: Pick<PackagePrice, 'effectiveTime' | 'endTime'>) => ({
  effectiveTime: effectiveTime > Date.now() ? effectiveTime : null,
  endTime: endTime !== null && endTime > Date.now() ? endTime : null,
});

/** What a change is measured by: a new version has its own start and end. */
export const withoutTimes = <P extends object>(price: P) => ({
  ...price,
  effectiveTime: undefined,
  endTime: null,
});

export type Translate = (key: string, values?: object) => string;

/** `1–29 张`, `30 张及以上`: how far each tier reaches. */
export const tierRanges = (tiers: readonly Pick<PriceTier, 'minQty'>[], t: Translate): string[] =>
  tiers.map(({ minQty }, at) => {
    const next = tiers[at + 1]?.minQty;
    if (next === undefined) return t('above', { from: minQty });
    return next - 1 <= minQty
      ? t('one', { from: minQty })
      : t('range', { from: minQty, to: next - 1 });
  });

export interface TierProblem {
  minQty?: string;
  unitFen?: string;
}

const isCount = (value: unknown): value is number =>
  Number.isSafeInteger(value) && Number(value) > 0;

/** The errors of each tier, beside the input: the contract's rules, row by row. */
export const tierProblems = (
  tiers: readonly { minQty?: unknown; unitFen?: unknown }[],
  t: Translate,
  yuan: (fen: number) => string,
): TierProblem[] =>
  tiers.map(({ minQty, unitFen }, at) => {
    const before = tiers[at - 1];
    const problem: TierProblem = {};
    if (!isCount(minQty)) problem.minQty = t('tiers.number');
    else if (at === 0 && minQty !== 1) problem.minQty = t('tiers.first');
    else if (isCount(before?.minQty) && minQty <= before.minQty)
      problem.minQty = t('tiers.order', { qty: before.minQty });
    if (!isCount(unitFen)) problem.unitFen = t('tiers.amount');
    else if (isCount(before?.unitFen) && unitFen > before.unitFen)
      problem.unitFen = t('tiers.price', { price: yuan(before.unitFen) });
    return problem;
  });
