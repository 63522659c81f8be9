import { dayOf, exactTime } from '../../../shared/time.ts';

/** `08:00`, with the day where it is another. */
export const clock = (instant: number, now: number) =>
  exactTime(instant).slice(dayOf(instant) === dayOf(now) ? 11 : 5, 16);
