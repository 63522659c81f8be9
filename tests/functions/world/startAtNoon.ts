import { afterEach, beforeEach, vi } from 'vitest';
import { DAY_MS, dayAfter, dayOf, startOf } from '#contract/shanghai.ts';

/**
 * Every test of the file begins at noon of the next day in Shanghai, with a clock that only the test moves: none meets a
 * midnight that it does not look for, whatever the time of day it runs at.
 */
export const startAtNoon = () => {
  beforeEach(() => {
    const noon = startOf(dayAfter(dayOf(Date.now()))) + DAY_MS / 2;
    vi.useFakeTimers({ toFake: ['Date'], now: noon });
  });
  afterEach(() => vi.useRealTimers());
};
