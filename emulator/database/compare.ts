import { isDoc, type Value } from './ejson.ts';

/**
 * MongoDB's order of types. A missing field counts as null. `$gt` and its relatives only compare values of one rank.
 */
export function typeRank(value: Value | undefined): number {
  switch (typeof value) {
    case 'undefined':
      return 1;
    case 'number':
      return 2;
    case 'string':
      return 3;
    case 'boolean':
      return 8;
    default:
      if (value === null) return 1;
      if (Array.isArray(value)) return 5;
      if (value instanceof Date) return 9;
      if (value instanceof RegExp) return 11;
      return 4;
  }
}

/** Total order over all values, as MongoDB sorts them. */
export function compareValues(a: Value | undefined, b: Value | undefined): number {
  const rank = typeRank(a);
  const other = typeRank(b);
  if (rank !== other) return rank - other;
  switch (rank) {
    case 2:
      return compareNumbers(a as number, b as number);
    case 3:
      return compareStrings(a as string, b as string);
    case 4:
      return compareObjects(a as Value, b as Value);
    case 5:
      return compareArrays(a as Value[], b as Value[]);
    case 8:
      return Number(a) - Number(b);
    case 9:
      return Math.sign((a as Date).getTime() - (b as Date).getTime());
    case 11:
      return compareStrings(String(a), String(b));
    default:
      return 0;
  }
}

export const equalValues = (a: Value | undefined, b: Value | undefined) =>
  compareValues(a, b) === 0;

/** NaN comes before every other number and equals itself. */
function compareNumbers(a: number, b: number): number {
  if (a < b) return -1;
  if (a > b) return 1;
  if (a === b) return 0;
  return Number.isNaN(a) ? (Number.isNaN(b) ? 0 : -1) : 1;
}

/**
 * By code point, which is the order of UTF-8 bytes, and so of MongoDB and of SQLite.
 * Comparing JS strings directly would put U+FF5E after an emoji.
 */
function compareStrings(a: string, b: string): number {
  if (a === b) return 0;
  const length = Math.min(a.length, b.length);
  for (let i = 0; i < length; i++) {
    const x = a.charCodeAt(i);
    const y = b.charCodeAt(i);
    if (x !== y) return rotate(x) - rotate(y);
  }
  return a.length - b.length;
}

/** Moves surrogates behind the rest of the basic plane. */
function rotate(unit: number): number {
  if (unit < 0xd800) return unit;
  return unit >= 0xe000 ? unit - 0x800 : unit + 0x2000;
}

/** Field by field in stored order: type, then name, then value. So `{a, b}` and `{b, a}` differ. */
function compareObjects(a: Value, b: Value): number {
  if (!isDoc(a) || !isDoc(b)) return 0;
  const left = Object.keys(a);
  const right = Object.keys(b);
  for (let i = 0; i < Math.min(left.length, right.length); i++) {
    const x = left[i]!;
    const y = right[i]!;
    const result =
      typeRank(a[x]) - typeRank(b[y]) || compareStrings(x, y) || compareValues(a[x], b[y]);
    if (result) return result;
  }
  return left.length - right.length;
}

function compareArrays(a: Value[], b: Value[]): number {
  for (let i = 0; i < Math.min(a.length, b.length); i++) {
    const result = compareValues(a[i], b[i]);
    if (result) return result;
  }
  return a.length - b.length;
}
