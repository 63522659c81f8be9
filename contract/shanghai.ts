/** All times are shown in Shanghai time, which has no daylight saving. */
const OFFSET_MS = 8 * 3_600_000;
export const MINUTE_MS = 60_000;
export const HOUR_MS = 3_600_000;
export const DAY_MS = 86_400_000;

/** `2026-11-20 14:05:09`. */
export const shanghaiTime = (instant: number): string =>
  new Date(instant + OFFSET_MS).toISOString().slice(0, 19).replace('T', ' ');

/** `20261120`. */
export const dayOf = (instant: number): string =>
  shanghaiTime(instant).slice(0, 10).replaceAll('-', '');

/** The midnight with which such a day begins. */
export const startOf = (day: string): number =>
  Date.parse(`${day.slice(0, 4)}-${day.slice(4, 6)}-${day.slice(6, 8)}T00:00:00+08:00`);

/** The day `days` later. */
export const dayAfter = (day: string, days = 1): string => dayOf(startOf(day) + days * DAY_MS);

/** Milliseconds since midnight. */
export const timeOfDay = (instant: number): number => (instant + OFFSET_MS) % DAY_MS;

/** Days since 1970, by the calendar there. */
export const dayNumber = (instant: number): number => Math.floor((instant + OFFSET_MS) / DAY_MS);

/** The end of the day that many weekdays later. Holidays and days moved for them are not known. */
export const weekdaysAfter = (instant: number, days: number): number => {
  let at = startOf(dayOf(instant));
  for (let left = days; left > 0;) {
    at += DAY_MS;
    // 1970 began on a Thursday.
    if (![0, 6].includes((dayNumber(at) + 4) % 7)) left -= 1;
  }
  return at + DAY_MS;
};

/** `261120` and the milliseconds of that day: what numbers that people read begin with. */
export const momentDigits = (instant: number): string =>
  `${dayOf(instant).slice(2)}${String(timeOfDay(instant)).padStart(8, '0')}`;
