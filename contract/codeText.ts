import { bareNumber, piecesOf } from './pasted.ts';

/**
 * An activation code: 17 random characters and a check character, from 32 characters that cannot be confused (no I, L,
 * O, U). The check is a sum over GF(32) with different weights, so it detects every wrong character and every swap of
 * two.
 */
export const CODE_ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
export const CODE_RANDOM_LENGTH = 17;
const CODE_LENGTH = CODE_RANDOM_LENGTH + 1;
const GROUPS = [4, 5, 5, 4];

/** Times x, modulo x⁵ + x² + 1. */
const timesX = (value: number) => ((value << 1) ^ (value & 16 ? 0b100101 : 0)) & 31;

/** 0 for a correct whole code. */
const remainder = (values: readonly number[]) =>
  values.reduce((sum, value) => timesX(sum) ^ value, 0);

/** @param values 17 numbers below 32 */
export const codeFrom = (values: readonly number[]): string =>
  [...values, timesX(remainder(values))].map(value => CODE_ALPHABET[value]).join('');

/** The stored form of a code alone: without hyphens, upper case, O read as zero, I and L as one. */
export const bareCode = (typed: string): string =>
  bareNumber(typed).replace(/[_.]/g, '').replaceAll('O', '0').replace(/[IL]/g, '1');

/** The same of a code among words or in brackets; what has none as it is. */
export const normaliseCode = (typed: string): string =>
  piecesOf(typed).map(bareCode).find(isWellFormedCode) ?? bareCode(typed);

/** @param code normalised */
export const isWellFormedCode = (code: string): boolean => {
  if (code.length !== CODE_LENGTH) return false;
  const values = [...code].map(character => CODE_ALPHABET.indexOf(character));
  return !values.includes(-1) && remainder(values) === 0;
};

/** The last four characters of a code, by which users name it. */
export const isTailOfCode = (typed: string): boolean =>
  new RegExp(`^[${CODE_ALPHABET}]{4}$`).test(bareCode(typed));

/** `AB7K-XXXXX-XXXXX-9QXM` */
export const formatCode = (code: string): string => {
  let at = 0;
  return GROUPS.map(length => code.slice(at, (at += length))).join('-');
};

/** `AB7K-****-****-9QXM`, the form that lists show. */
export const maskCode = (code: string): string => `${code.slice(0, 4)}-****-****-${code.slice(-4)}`;
