import { MAX_BADGE, MAX_TOTAL } from '#contract/constants.ts';

/** `1234` → `1,234`. */
export const formatCount = (value: number): string => value.toLocaleString('zh-CN');

/** What was counted up to a most, undefined where there are more, as in react-admin's lists: `500+`. */
export const formatTotal = (value: number | undefined, most = MAX_TOTAL): string =>
  value === undefined || value > most ? `${formatCount(most)}+` : formatCount(value);

/** Below this number, one more or less changes a percentage too much for it to mean anything. */
export const MIN_BASE = 20;

/** A share: `4.2%`; of few in figures, `3/12`; of none a dash. */
export const formatShare = (part: number, whole: number): string => {
  if (whole === 0) return '—';
  return whole < MIN_BASE ? `${part}/${whole}` : `${((part / whole) * 100).toFixed(1)}%`;
};

/** The sum of what was counted up to `MAX_BADGE` each: `42`, `99+`. */
export const formatBadge = (...values: number[]): string =>
  formatTotal(
    values.reduce((total, value) => total + value, 0),
    MAX_BADGE,
  );
