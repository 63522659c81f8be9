import { isDeepStrictEqual } from 'node:util';
import type { Line } from './platform.ts';

/**
 * Whether two texts are the same document. The same platform answers the same text; another one may write a number or an
 * instant in the other way of Extended JSON, or the fields in another order.
 */
export const sameDocument = (one: Line, other: Line): boolean =>
  one === other || isDeepStrictEqual(plain(JSON.parse(one)), plain(JSON.parse(other)));

const plain = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(plain);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value);
  const [name, body] = entries.length === 1 ? entries[0]! : [];
  if (name === '$date') return { $date: instantOf(body) };
  if (name === '$numberInt' || name === '$numberLong' || name === '$numberDouble')
    return numberOf(String(body));
  return Object.fromEntries(entries.map(([key, one]) => [key, plain(one)]));
};

const instantOf = (body: unknown): number =>
  typeof body === 'object'
    ? Number((body as { $numberLong?: unknown } | null)?.$numberLong)
    : new Date(body as string).getTime();

/** One that a double cannot hold stays its text. */
const numberOf = (text: string): unknown => {
  const number = Number(text);
  if (!Number.isFinite(number)) return { $numberDouble: text };
  return Number.isInteger(number) && !Number.isSafeInteger(number) ? { $numberLong: text } : number;
};
