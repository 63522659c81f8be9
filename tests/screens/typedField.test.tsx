import { fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { describe, expect, it } from 'vitest';
import { type Typed, TypedField } from '#src/admin/kit/base/TypedField.tsx';
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
 * Whatever is typed: either the field holds that very value, or it holds the text and says what is wrong.
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

let held: Typed = null;
const Field = ({ kind }: { kind: TypedKind }) => {
  const [value, setValue] = useState<Typed>(null);
  const hold = (next: Typed) => {
    held = next;
    setValue(next);
  };
  return <TypedField kind={kind} label="typed" value={value} onChange={hold} />;
};
const type = (text: string) => {
  const field = screen.getByLabelText<HTMLInputElement>('typed');
  fireEvent.change(field, { target: { value: text } });
  fireEvent.blur(field);
  return field;
};
const errorOf = (field: HTMLInputElement) =>
  field.getAttribute('aria-invalid') === 'true' &&
  document.getElementById(field.getAttribute('aria-describedby') ?? '')?.textContent;

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
  it('is held as it is, or stays as text with an error', () => {
    render(<Field kind={kind} />);
    let taken = 0;
    for (const text of [...known, ...hostile]) {
      const field = type(text);
      if (typeof held === 'number') {
        taken += 1;
        const value = scaled(text);
        const difference = (value ?? 10n ** 60n) * unit - scaled(plain.format(held))!;
        // A part of a byte or of a millisecond is not held.
        const slack = unit > 100n ? ONE / 2n : 0n;
        expect([text, difference <= slack && -difference <= slack]).toEqual([text, true]);
        expect([text, errorOf(field)]).toEqual([text, false]);
      } else if (text.trim() === '') expect([text, held]).toEqual([text, null]);
      else
        expect([text, held, field.value, errorOf(field)]).toEqual([
          text,
          text,
          text,
          expect.any(String),
        ]);
    }
    expect(taken).toBeGreaterThan(20);
  });
});

describe.each([
  ['a day', typedDay],
  ['the end of a day', typedLastDay],
  ['a minute', typedMinute],
] as const)('what is typed where %s belongs', (_what, kind) => {
  const time = kind.type === 'date' ? '' : 'T07:08';
  it('is held as that very day', () => {
    render(<Field kind={kind} />);
    for (const day of ['2026-11-26', '2028-02-29', '2000-01-01', '9999-12-31', '1971-01-01']) {
      type(day + time);
      const shown = new Date((held as number) + 8 * 3_600_000).toISOString();
      expect([day, shown.slice(0, 10)]).toEqual([day, day]);
    }
  });

  it('is refused where there is no such day', () => {
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
