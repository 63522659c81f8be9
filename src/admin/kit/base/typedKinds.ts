import { typedSentences } from '#contract/sentences/typed.ts';
import { decimalIn, numberIn, numberProblem } from '#contract/typedNumber.ts';
import { dayEnd, dayOf, dayStart, minuteOf, minuteStart } from '../../../shared/time.ts';
import { fenToYuan, yuanToFen } from './yuan.ts';

/** How a value is typed that is held as a number. */
export interface TypedKind {
  /** `undefined` for what is none. */
  read: (text: string) => number | undefined;
  write: (value: number) => string;
  /** What is said of a text that is none. */
  problem: (text: string) => string;
  type?: 'date' | 'datetime-local';
}

/** Of what a field holds: a text stands there only if it is no value. */
export const problemOf = (kind: TypedKind, held: unknown): string | undefined =>
  typeof held === 'string' && held !== '' ? kind.problem(held) : undefined;

/** Also the smallest without an exponent, which is not read. */
const plain = new Intl.NumberFormat('en-US', { useGrouping: false, maximumFractionDigits: 20 });

export const typedNumber: TypedKind = {
  read: numberIn,
  write: value => plain.format(value),
  problem: numberProblem,
};

const within = (least: number, most: number) => (text: string) => {
  const value = numberIn(text);
  return Number.isSafeInteger(value) && value! >= least && value! <= most ? value : undefined;
};

/** One of so many. */
export const typedQty = (most: number): TypedKind => ({
  read: within(1, most),
  write: String,
  problem: () => typedSentences.between(1, most),
});

/** A number whose sign is chosen beside it. */
export const typedAmount: TypedKind = {
  ...typedNumber,
  read: text => {
    const value = numberIn(text);
    return value === undefined || value < 0 ? undefined : value;
  },
  problem: text => ((numberIn(text) ?? 0) < 0 ? typedSentences.negative : numberProblem(text)),
};

/** Held in small units, read in ones that people think in, to thousandths. */
export const inUnits = (unit: number): TypedKind => ({
  ...typedNumber,
  read: text => {
    const value = numberIn(text);
    if (value === undefined || Math.round(value * 1_000) / 1_000 !== value) return undefined;
    return Math.round(value * unit);
  },
  write: value => String(Math.round((value / unit) * 1_000) / 1_000),
  problem: text =>
    decimalIn(text) === undefined ? typedSentences.noNumber : typedSentences.tooManyDigits,
});

export const typedMoney: TypedKind = {
  read: yuanToFen,
  write: fenToYuan,
  problem: () => typedSentences.noAmount,
};

const onCalendar = (
  type: 'date' | 'datetime-local',
  write: (instant: number) => string,
  instantOf: (text: string) => number,
): TypedKind => ({
  type,
  read: text => {
    const instant = instantOf(text);
    // Years of five digits are none, and 30 February is another day to some browsers.
    return instant >= 0 && write(instant) === text ? instant : undefined;
  },
  write,
  problem: () => typedSentences.noDate,
});

export const typedMinute = onCalendar('datetime-local', minuteOf, minuteStart);
/** A day by its first or its last millisecond. */
export const typedDay = onCalendar('date', dayOf, dayStart);
export const typedLastDay = onCalendar('date', dayOf, dayEnd);
