import { randomInt } from 'node:crypto';
import { ONE_TIME_PASSWORD_DAYS } from '#contract/constants.ts';
import { DAY_MS } from '#contract/shanghai.ts';

/** Without i, l, o, 0 and 1, which people confuse when they read it to each other. */
const ALPHABET = 'abcdefghjkmnpqrstuvwxyz23456789';
const [GROUPS, GROUP_LENGTH] = [3, 4];

/** 59 random bits, `k7mp-2xqd-w9ha`. */
export const makeOneTimePassword = (): string =>
  Array.from({ length: GROUPS }, () =>
    Array.from({ length: GROUP_LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join(''),
  ).join('-');

export const oneTimeEnd = (now: number): number => now + ONE_TIME_PASSWORD_DAYS * DAY_MS;
