import { describe, expect, it } from 'vitest';
import {
  inUnits,
  typedAmount,
  typedDay,
  type TypedKind,
  typedLastDay,
  typedMinute,
  typedMoney,
  typedNumber,
  typedQty,
} from '#src/admin/kit/base/typedKinds.ts';

/*
 * Whatever is typed: either it is read as that very value, or as none, and a sentence says what is wrong.
 */

/** How many of what is held are one of what is typed. */
const kinds: Record<string, [kind: TypedKind, unit: bigint]> = {
  'a number': [typedNumber, 1n],
  'one of a hundred': [typedQty(100), 1n],
  'an amount': [typedAmount, 1n],
  'megabytes held in bytes': [inUnits(1_048_576), 1_048_576n],
  'seconds held in milliseconds': [inUnits(1_000), 1_000n],
  money: [typedMoney, 100n],
};

/** Decimals as whole numbers of their last place, read without any of the product's code. */
const PLACES = 24;
const ONE = 10n ** BigInt(PLACES);
const plain = new Intl.NumberFormat('en-US', { useGrouping: false, maximumFractionDigits: 20 });
const scaled = (text: string): bigint | undefined => {
  const ascii = text
    .replace(/[\uff01-\uff5e]/g, sign => String.fromCharCode(sign.charCodeAt(0) - 0xfee0))
    .replace(/[\s\u200b]/g, '');
  const found = /^([+-]?)(\d{1,3}(?:,\d{3})+|\d*)(?:\.(\d*))?$/.exec(ascii);
  if (!found || !/\d/.test(ascii)) return undefined;
  const [, sign, whole = '', decimals = ''] = found;
  if (decimals.length > PLACES) return undefined;
  const digits = BigInt(whole.replaceAll(',', '') + decimals.padEnd(PLACES, '0'));
  return sign === '-' ? -digits : digits;
};

const signs = Array.from('01234567890123456789.-+,ex ３．\u200b/十');
/** The same texts in each run. */
const hostile = (() => {
  let seed = 20_261_126;
  const next = (most: number) => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((seed / 2_147_483_648) * most);
  };
  return Array.from({ length: 400 }, () =>
    Array.from({ length: 1 + next(next(4) === 0 ? 24 : 6) }, () => signs[next(signs.length)]).join(
      '',
    ),
  );
})();
const known = [
  '1-2',
  '1e3',
  '0x1F',
  'NaN',
  'Infinity',
  '-Infinity',
  '٣',
  '1 2',
  '1,23',
  '12,34,567',
  '+',
  '--',
  '1.2.3',
  '9007199254740993',
  '-9007199254740993',
  '0.1234567890123456789',
  '1'.repeat(400),
  '十二',
  '1_000',
  '0b11',
  '１２',
  '1,234',
  '+21',
  '007',
  '12.345',
  '-0',
  '-3',
  '33\u200b',
  '19.9',
];

describe.each(Object.entries(kinds))('what is typed where %s belongs', (_what, [kind, unit]) => {
  it('is read as it is, or as none with a sentence', () => {
    const texts = [...known, ...hostile].filter(typed => typed.trim() !== '');
    // A part of a byte or of a millisecond is not held.
    const slack = unit > 100n ? ONE / 2n : 0n;
    const isSound = (text: string) => {
      const value = kind.read(text);
      if (value === undefined) return kind.problem(text) !== '';
      const difference = (scaled(text) ?? 10n ** 60n) * unit - scaled(plain.format(value))!;
      return difference <= slack && -difference <= slack && kind.read(kind.write(value)) === value;
    };
    expect(texts.filter(text => !isSound(text))).toEqual([]);
    expect(texts.filter(text => kind.read(text) !== undefined).length).toBeGreaterThan(20);
  });
});

describe.each([
  ['a day', typedDay],
  ['the end of a day', typedLastDay],
  ['a minute', typedMinute],
] as const)('what is typed where %s belongs', (_what, kind) => {
  const time = kind.type === 'date' ? '' : 'T07:08';

  it('is read as that very day', () => {
    for (const day of ['2026-11-26', '2028-02-29', '2000-01-01', '9999-12-31', '1971-01-01']) {
      const shown = new Date(kind.read(day + time)! + 8 * 3_600_000).toISOString();
      expect([day, shown.slice(0, 10)]).toEqual([day, day]);
    }
  });

  it('is none where there is no such day', () => {
    for (const day of [
      '2026-02-30',
      '12345-12-31',
      '99999-01-01',
      '0000-00-00',
      '2026-1-1',
      '2026',
    ])
      expect([day, kind.read(day + time)]).toEqual([day, undefined]);
  });
});
