import { plainText } from './pasted.ts';
import { typedSentences } from './sentences/typed.ts';

/** More significant digits than so many may be rounded by a number that is not whole. */
const MOST_DIGITS = 15;

/** Whether a number, written as in JSON, stays the same when it is read. */
const isExact = (literal: string): boolean => {
  const value = Number(literal);
  const [mantissa = ''] = literal.split(/e/i);
  const digits = mantissa.replace(/\D/g, '').replace(/^0+/, '').replace(/0+$/, '');
  if (!Number.isFinite(value) || (value === 0 && digits !== '')) return false;
  return digits.length <= MOST_DIGITS || (/^-?\d+$/.test(literal) && Number.isSafeInteger(value));
};

const DECIMAL = /^([+-]?)(?=\.?\d)(\d*|\d{1,3}(?:,\d{3})+)(?:\.(\d*))?$/;

/**
 * A number as people type it, as JSON writes it: full width is read, and thousands separators between groups of three.
 * `undefined` for anything else, as `1-2`, `1e3` or `0x1F`.
 */
export const decimalIn = (text: string): string | undefined => {
  const [found, sign = '', whole = '', decimals = ''] = DECIMAL.exec(plainText(text)) ?? [];
  if (found === undefined) return undefined;
  const digits = whole.replaceAll(',', '').replace(/^0+(?=\d)/, '') || '0';
  const fraction = decimals.replace(/0+$/, '');
  return `${sign === '-' ? '-' : ''}${digits}${fraction && `.${fraction}`}`;
};

/** The very number that is typed; `undefined` where it is none, or would be rounded. */
export const numberIn = (text: string): number | undefined => {
  const decimal = decimalIn(text);
  // Adding 0 makes 0 of -0.
  return decimal !== undefined && isExact(decimal) ? Number(decimal) + 0 : undefined;
};

/** Why a text stands where a number belongs. */
export const numberProblem = (text: string): string =>
  decimalIn(text) !== undefined && numberIn(text) === undefined
    ? typedSentences.tooManyDigits
    : typedSentences.noNumber;

/** Texts, which are passed over, and numbers, those of Python included, which JSON does not know. */
const LITERALS = /"(?:[^"\\]|\\.)*"|-?\b(?:NaN|Infinity|\d+(?:\.\d+)?(?:[eE][+-]?\d+)?)\b/g;

/** Texts as JSON writes them; signs as a Chinese keyboard, notes and messengers write them. */
const SIGNS = /"(?:[^"\\]|\\.)*"|[：，｛｝［］]/g;

/** What is JSON, or would be with the quotes and signs that it had before it was typed or pasted; otherwise it throws. */
export const jsonIn = (text: string): unknown => {
  const json = text.replace(/^\ufeff/, '').trim();
  try {
    return JSON.parse(json);
  } catch {
    return JSON.parse(
      json
        .replace(/[“”＂]/g, '"')
        .replace(SIGNS, sign => (sign.startsWith('"') ? sign : sign.normalize('NFKC'))),
    );
  }
};

/** JSON with another text in place of each number that would not stay the same. */
export const replaceInexact = (
  json: string,
  replacement: (literal: string, at: number) => string,
): string =>
  json.replace(LITERALS, (literal: string, at: number) =>
    literal.startsWith('"') || isExact(literal) ? literal : replacement(literal, at),
  );
