import { MINUTE_MS } from '#contract/shanghai.ts';

/** When the provider is asked again: five times quickly, then ever more slowly. Milliseconds. */
const QUICK_QUESTIONS = 5;

/**
 * @param polls questions asked so far
 * @param sinceMs since the submission
 * @param quickMs the first interval, as set
 */
export const nextQuestionIn = (polls: number, sinceMs: number, quickMs: number): number => {
  if (sinceMs >= 5 * MINUTE_MS) return Math.max(quickMs, 30_000);
  if (sinceMs >= MINUTE_MS) return Math.max(quickMs, 10_000);
  return polls < QUICK_QUESTIONS ? quickMs : Math.max(quickMs, 5_000);
};

/** @param silent questions without an answer so far, this one included: 6 s, 12 s, 24 s, … up to a minute */
export const afterSilence = (silent: number): number => Math.min(3_000 * 2 ** silent, MINUTE_MS);
