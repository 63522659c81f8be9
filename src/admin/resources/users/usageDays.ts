import { dayOf, dayStart } from '../../../shared/time.ts';

const DAY = 86_400_000;
const HOUR = 3_600_000;
const short = (instant: number) => dayOf(instant).replaceAll('-', '');

/** The last so many days of the calendar, today included, as counters name them: `20261120`. */
export const lastDays = (count: number, now = Date.now()) => ({
  from: short(now - (count - 1) * DAY),
  to: short(now),
});

/** Every day from one to the other, both included. */
export const daysBetween = (from: string, to: string): string[] => {
  const start = dayStart(`${from.slice(0, 4)}-${from.slice(4, 6)}-${from.slice(6)}`);
  const days: string[] = [];
  for (let at = start + HOUR; short(at) <= to; at += DAY) days.push(short(at));
  return days;
};
