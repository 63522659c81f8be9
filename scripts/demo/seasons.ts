import type { Random } from './random.ts';
import { DAY } from './record.ts';

const SHANGHAI_MS = 8 * 3_600_000;

/** Lunar dates of the years a demo may show; [Spring Festival, Qixi]. */
const lunar: Record<number, [string, string]> = {
  2024: ['02-10', '08-10'],
  2025: ['01-29', '08-29'],
  2026: ['02-17', '08-19'],
  2027: ['02-06', '08-08'],
  2028: ['01-26', '08-26'],
  2029: ['02-13', '08-16'],
  2030: ['02-03', '08-05'],
};

const daysFrom = (day: number, year: number, monthDay: string) =>
  (day - Date.parse(`${year}-${monthDay}T00:00:00Z`)) / DAY;

/** Activity of a day relative to an ordinary one. `day` is its midnight in Shanghai, as if it were UTC. */
const seasonOf = (day: number): number => {
  const date = new Date(day);
  const year = date.getUTCFullYear();
  const [spring, qixi] = lunar[year] ?? ['02-08', '08-15'];
  const toSpring = daysFrom(day, year, spring);
  if (toSpring >= -12 && toSpring <= 4) return 2.4;
  const toQixi = daysFrom(day, year, qixi);
  if (toQixi >= -4 && toQixi <= 1) return 2;
  const toYearEnd = Math.min(
    Math.abs(daysFrom(day, year, '12-31')),
    Math.abs(daysFrom(day, year - 1, '12-31')),
  );
  if (toYearEnd <= 10) return 1.7;
  const weekday = date.getUTCDay();
  return weekday === 0 || weekday === 6 ? 1.25 : 1;
};

/** By hour in Shanghai: quiet nights, a rise at noon, most in the evening. */
const hours = [3, 2, 1, 1, 1, 1, 2, 4, 6, 7, 8, 9, 11, 9, 8, 8, 8, 9, 10, 12, 14, 14, 11, 7];

const drawFrom = (weights: number[], random: Random): number => {
  let left = random.next() * weights.reduce((sum, weight) => sum + weight, 0);
  const at = weights.findIndex(weight => (left -= weight) < 0);
  return at < 0 ? weights.length - 1 : at;
};

/**
 * Instants of one year, in order: a service that grows, with its festivals and evenings. Today has as many as a day has
 * by this hour.
 * @param now nothing is later
 * @param taken instants that exist already: each takes the place of another of its day
 */
export const busyInstants = (
  random: Random,
  count: number,
  now: number,
  taken: readonly number[] = [],
): number[] => {
  const today = Math.floor((now + SHANGHAI_MS) / DAY) * DAY;
  const days = Array.from({ length: 365 }, (_, at) => today - (364 - at) * DAY);
  const weights = days.map((day, at) => seasonOf(day) * (0.25 + 1.6 * (at / 364) ** 2));
  const draw = (): number => {
    const day = days[drawFrom(weights, random)] ?? today;
    const within = drawFrom(hours, random) * 3_600_000 + random.int(0, 3_599_999);
    const instant = day + within - SHANGHAI_MS;
    return instant > now - 60_000 ? draw() : instant;
  };
  const instants = Array.from({ length: count + taken.length }, draw);
  const dayAt = (instant: number) => Math.floor((instant + SHANGHAI_MS) / DAY);
  for (const time of taken) {
    const sameDay = instants.findIndex(instant => dayAt(instant) === dayAt(time));
    instants.splice(sameDay < 0 ? random.int(0, instants.length - 1) : sameDay, 1);
  }
  return instants.sort((a, b) => a - b);
};
