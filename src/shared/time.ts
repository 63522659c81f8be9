import { DAY_MS as DAY, dayNumber, shanghaiTime } from '#contract/shanghai.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/** `2026-11-03 09:05:07`. */
export const exactTime = shanghaiTime;

/** `2026-11-03 09:05`. */
export const exactMinute = (ms: number): string => exactTime(ms).slice(0, 16);

/** `刚刚`, `5 分钟前`, `3 小时前`, `昨天 09:05`, `11-03 09:05`, `2025-11-03`; a time slightly ahead counts as now. */
export const relativeTime = (ms: number, now: number): string => {
  const age = now - ms;
  if (age < MINUTE) return '刚刚';
  if (age < HOUR) return `${Math.floor(age / MINUTE)} 分钟前`;
  const days = dayNumber(now) - dayNumber(ms);
  if (days === 0) return `${Math.floor(age / HOUR)} 小时前`;
  const [date, minute] = [dayOf(ms), exactTime(ms).slice(11, 16)];
  if (days === 1) return `昨天 ${minute}`;
  return date.slice(0, 4) === dayOf(now).slice(0, 4) ? `${date.slice(5)} ${minute}` : date;
};

/** `40 分钟`, `5 小时`, `2 天 4 小时`, `12 天`: a duration in its two greatest units; hours count for ten days. */
export const duration = (ms: number): string => {
  if (ms < HOUR) return `${Math.max(1, Math.floor(ms / MINUTE))} 分钟`;
  const hours = Math.floor((ms % DAY) / HOUR);
  if (ms < DAY) return `${hours} 小时`;
  const days = Math.floor(ms / DAY);
  return hours > 0 && days < 10 ? `${days} 天 ${hours} 小时` : `${days} 天`;
};

/** `2026-11-03`, by the calendar there. */
export const dayOf = (ms: number): string => exactTime(ms).slice(0, 10);

/** The last day of what ends then: at midnight it is the one before. */
export const lastDay = (end: number): string => dayOf(end - 1);

/** `2026-11-03T09:05`, as an input of date and time holds it, and the moment it names. */
export const minuteOf = (ms: number): string => exactMinute(ms).replace(' ', 'T');
export const minuteStart = (minute: string): number => Date.parse(`${minute}:00+08:00`);

/** The first and the last millisecond of such a day. */
export const dayStart = (day: string): number => Date.parse(`${day}T00:00:00+08:00`);
export const dayEnd = (day: string): number => dayStart(day) + DAY - 1;

/** In Shanghai, as every date that is shown. */
export const currentYear = (): string => exactTime(Date.now()).slice(0, 4);
