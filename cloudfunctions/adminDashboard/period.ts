import { DEFAULT_DAYS, type Period } from '#contract/dashboard.ts';
import { dayAfter, dayOf } from '#contract/shanghai.ts';
import { type Figures, type Reading, sumOf } from '../_shared/counting/counters.ts';

export interface Days {
  current: string[];
  /** What the period is compared with: the one before it. */
  previous: string[];
  /** Both. */
  all: string[];
}

/** All days from one to another. */
const between = (from: string, to: string): string[] => {
  const days: string[] = [];
  for (let day = from; day <= to; day = dayAfter(day)) days.push(day);
  return days;
};

const isFirst = (day: string) => day.endsWith('01');
const firstOf = (day: string) => `${day.slice(0, 6)}01`;
const monthBefore = (day: string) => firstOf(dayAfter(firstOf(day), -1));

/** The ends of the period, up to today by default. */
const endsOf = ({ month, days = DEFAULT_DAYS, from, to }: Period, today: string) => {
  if (month === 'this') return [firstOf(today), today] as const;
  if (month === 'last') return [monthBefore(today), dayAfter(firstOf(today), -1)] as const;
  return [from ?? dayAfter(today, 1 - days), to ?? today] as const;
};

/**
 * The days of the period and of the one before, oldest first. The month of today is compared with the same days of the last
 * one, as far as it has them; whole months with as many before; other days with as many before.
 */
export const daysOf = (asked: Period, now: number): Days => {
  const [from, to] = endsOf(asked, dayOf(now));
  const current = between(from, to);
  const end = dayAfter(from, -1);
  const before = () => {
    if (asked.month === 'this') return between(firstOf(end), end).slice(0, current.length);
    const areMonths = isFirst(from) && isFirst(dayAfter(to));
    if (!areMonths) return between(dayAfter(from, -current.length), end);
    return between(current.filter(isFirst).reduce(monthBefore, from), end);
  };
  const previous = before();
  return { current, previous, all: [...previous, ...current] };
};

const answerOf = (days: string[]) => ({
  from: days[0] ?? '',
  to: days.at(-1) ?? '',
  days: days.length,
});

export const periodsOf = ({ current, previous }: Days) => ({
  period: answerOf(current),
  before: answerOf(previous),
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
    ...periodsOf(days),
    current: named(sumOf(reading, days.current)),
    previous: named(sumOf(reading, days.previous)),
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
