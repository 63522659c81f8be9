import type { Clock } from '../types.ts';

/** What was set, and what was there before, which holds until the change has reached all parts of the platform. */
export interface Changing<T> {
  value: T;
  before: T;
  /** Epoch milliseconds. */
  from: number;
}

/** @param otherwise what holds where nothing was set */
export const inEffect = <T>(clock: Clock, kept: Changing<T> | undefined, otherwise: T): T => {
  if (!kept) return otherwise;
  return clock.now() < kept.from ? kept.before : kept.value;
};

/** @param delay milliseconds until it holds */
export const changed = <T>(
  clock: Clock,
  kept: Changing<T> | undefined,
  { value, otherwise, delay }: { value: T; otherwise: T; delay: number },
): Changing<T> => ({
  value,
  before: inEffect(clock, kept, otherwise),
  from: clock.now() + delay,
});
