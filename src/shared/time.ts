/** All times are shown in Shanghai time, which has no daylight saving. */
const TIME_ZONE = 'Asia/Shanghai';
const SHANGHAI_OFFSET_MS = 8 * 3_600_000;
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

const parts = new Intl.DateTimeFormat('zh-CN', {
  timeZone: TIME_ZONE,
  hourCycle: 'h23',
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
});

const partsOf = (ms: number) =>
  Object.fromEntries(parts.formatToParts(ms).map(({ type, value }) => [type, value]));

/** `2026-11-03 09:05:07`. */
export const exactTime = (ms: number): string => {
  const { year, month, day, hour, minute, second } = partsOf(ms);
  return `${year}-${month}-${day} ${hour}:${minute}:${second}`;
};

/** Days since 1970 by the calendar in Shanghai. */
const dayNumber = (ms: number) => Math.floor((ms + SHANGHAI_OFFSET_MS) / DAY);

/** `刚刚`, `5 分钟前`, `3 小时前`, `昨天 09:05`, `11-03 09:05`, `2025-11-03`; a time slightly ahead counts as now. */
export const relativeTime = (ms: number, now: number): string => {
  const age = now - ms;
  if (age < MINUTE) return '刚刚';
  if (age < HOUR) return `${Math.floor(age / MINUTE)} 分钟前`;
  const days = dayNumber(now) - dayNumber(ms);
  if (days === 0) return `${Math.floor(age / HOUR)} 小时前`;
  const { year, month, day, hour, minute } = partsOf(ms);
  if (days === 1) return `昨天 ${hour}:${minute}`;
  return year === partsOf(now).year
    ? `${month}-${day} ${hour}:${minute}`
    : `${year}-${month}-${day}`;
};

/** `40 分钟`, `5 小时`, `2 天 4 小时`: a duration in its two greatest units. */
export const duration = (ms: number): string => {
  if (ms < HOUR) return `${Math.max(1, Math.floor(ms / MINUTE))} 分钟`;
  const hours = Math.floor((ms % DAY) / HOUR);
  if (ms < DAY) return `${hours} 小时`;
  const days = Math.floor(ms / DAY);
  return hours > 0 ? `${days} 天 ${hours} 小时` : `${days} 天`;
};

/** `2026-11-03`, by the calendar there. */
export const dayOf = (ms: number): string => exactTime(ms).slice(0, 10);

/** `2026-11-03T09:05`, as an input of date and time holds it, and the moment it names. */
export const minuteOf = (ms: number): string => exactTime(ms).slice(0, 16).replace(' ', 'T');
export const minuteStart = (minute: string): number => Date.parse(`${minute}:00+08:00`);

/** The first and the last millisecond of such a day. */
export const dayStart = (day: string): number => Date.parse(`${day}T00:00:00+08:00`);
export const dayEnd = (day: string): number => dayStart(day) + DAY - 1;
