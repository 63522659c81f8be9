/**
 * Seven-field cron as Tencent writes it: `second minute hour day month week year`.
 * Read in Asia/Shanghai (UTC+8, no daylight saving), as the platform does.
 */
export interface Cron {
  /** First instant strictly after `after` (epoch ms), or null when the schedule has ended. */
  next(after: number): number | null;
}

const SHANGHAI = 8 * 3_600_000;
const DAY = 86_400_000;
const LAST_YEAR = 2099;
const MONTHS = ['JAN', 'FEB', 'MAR', 'APR', 'MAY', 'JUN', 'JUL', 'AUG', 'SEP', 'OCT', 'NOV', 'DEC'];
const WEEKDAYS = ['SUN', 'MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT'];

interface Field {
  any: boolean;
  has(value: number): boolean;
  values: number[];
}

function parseField(text: string, min: number, max: number, names: string[] = []): Field {
  const number = (part: string): number => {
    const name = names.indexOf(part.toUpperCase());
    const value = name >= 0 ? name + min : /^\d+$/.test(part) ? Number(part) : NaN;
    if (!(value >= min && value <= max))
      throw new Error(`${part} is not between ${min} and ${max}`);
    return value;
  };
  const found = new Set<number>();
  for (const part of text.split(',')) {
    const [range = '', step] = part.split('/');
    if (step !== undefined && !/^[1-9]\d*$/.test(step))
      throw new Error(`step ${step} is not a number`);
    const [low = '', high] =
      range === '*' || range === '?' ? [String(min), String(max)] : range.split('-');
    const from = number(low);
    const to = high !== undefined ? number(high) : step === undefined ? from : max;
    if (to < from) throw new Error(`${range} runs backwards`);
    for (let value = from; value <= to; value += Number(step ?? 1)) found.add(value);
  }
  return {
    any: text === '*' || text === '?',
    has: value => found.has(value),
    values: [...found].sort((a, b) => a - b),
  };
}

export function parseCron(text: string): Cron {
  const parts = text.trim().split(/\s+/);
  if (parts.length !== 7)
    throw new Error('a schedule has seven fields: second minute hour day month week year');
  const [s, m, h, d, mo, w, y] = parts as [string, string, string, string, string, string, string];
  const second = parseField(s, 0, 59);
  const minute = parseField(m, 0, 59);
  const hour = parseField(h, 0, 23);
  const day = parseField(d, 1, 31);
  const month = parseField(mo, 1, 12, MONTHS);
  const week = parseField(w, 0, 6, WEEKDAYS);
  const year = parseField(y, 1970, LAST_YEAR);

  const runsOn = (date: Date): boolean => {
    if (!year.has(date.getUTCFullYear()) || !month.has(date.getUTCMonth() + 1)) return false;
    const onDay = day.has(date.getUTCDate());
    const onWeek = week.has(date.getUTCDay());
    // With both given the platform fires on either.
    return day.any || week.any ? onDay && onWeek : onDay || onWeek;
  };

  return {
    next(after) {
      // Shanghai wall time carried in a UTC date.
      const start = (Math.floor(after / 1000) + 1) * 1000 + SHANGHAI;
      for (let midnight = start - (start % DAY); ; midnight += DAY) {
        const date = new Date(midnight);
        if (date.getUTCFullYear() > LAST_YEAR) return null;
        if (!runsOn(date)) continue;
        for (const hh of hour.values)
          for (const mm of minute.values) {
            if (midnight + (hh * 3600 + mm * 60 + 59) * 1000 < start) continue;
            for (const ss of second.values) {
              const at = midnight + (hh * 3600 + mm * 60 + ss) * 1000;
              if (at >= start) return at - SHANGHAI;
            }
          }
      }
    },
  };
}
