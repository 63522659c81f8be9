import { randomInt } from 'node:crypto';
import { ONE_TIME_PASSWORD_DAYS } from '#contract/constants.ts';
import { DAY_MS } from '#contract/shanghai.ts';

/** Without i, l, o, 0 and 1, which people confuse when they read it to each other. */
const ALPHABET = 'abcdefghjkmnpqrstuvwxyz23456789';
const GROUP_LENGTH = 4;

const groups = (count: number): string =>
  Array.from({ length: count }, () =>
    Array.from({ length: GROUP_LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join(''),
  ).join('-');

/** 59 random bits, `k7mp-2xqd-w9ha`. */
export const makeOneTimePassword = (): string => groups(3);

/** 79 random bits: a hash of it is stored, fast ones of fewer could be tried out. */
export const makeRecoveryCode = (): string => groups(4);

export const oneTimeEnd = (now: number): number => now + ONE_TIME_PASSWORD_DAYS * DAY_MS;
