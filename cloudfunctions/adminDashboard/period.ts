import { daysIn, type Period } from '#contract/dashboard.ts';
import { dayAfter, dayOf } from '#contract/shanghai.ts';
import { type Figures, type Reading, sumOf } from '../_shared/counting/counters.ts';

export interface Days {
  current: string[];
  /** The same number of days before the period. */
  previous: string[];
}

/** The days of the period, oldest first, up to today by default. */
export const daysOf = (asked: Period, now: number): Days => {
  const length = daysIn(asked);
  const last = asked.to ?? dayOf(now);
  const back = (from: number) =>
    Array.from({ length }, (_day, at) => dayAfter(last, at - from - length + 1));
  return { current: back(0), previous: back(length) };
};

export const periodAnswer = ({ current }: Days) => ({
  from: current[0] ?? '',
  to: current.at(-1) ?? '',
  days: current.length,
});

/**
 * Only the named figures; 0 for missing ones.
 * @param rename names of figures in the counters that differ in the answer
 */
export const pick = <K extends string>(
  figures: Figures | undefined,
  names: readonly K[],
  rename: Partial<Record<K, string>> = {},
) =>
  Object.fromEntries(names.map(name => [name, figures?.[rename[name] ?? name] ?? 0])) as Record<
    K,
    number
  >;

/** @param rename as of `pick` */
export const figuresOver = <K extends string>(
  reading: Reading,
  days: Days,
  names: readonly K[],
  rename: Partial<Record<K, string>> = {},
) => {
  const named = (figures: Figures | undefined) => pick(figures, names, rename);
  return {
    period: periodAnswer(days),
    current: named(sumOf(reading, days.current)),
    days: days.current.map(day => ({ day, ...named(sumOf(reading, [day])) })),
  };
};

/** What is left of all that were counted when they happened; null where one of the parts is more than was counted. */
export const remainder = (all: number, parts: readonly number[], most: number): number | null =>
  parts.some(part => part > most)
    ? null
    : Math.max(
        0,
        parts.reduce((left, part) => left - part, all),
      );
