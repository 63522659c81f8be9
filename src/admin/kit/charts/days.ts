/** Days as counters name them, `20261120`. */
const split = (day: string) => [day.slice(0, 4), day.slice(4, 6), day.slice(6, 8)] as const;

/** `11-20`. */
export const shortDay = (day: string) => split(day).slice(1).join('-');

/** `2026-11-20`; the shape of the clock's days. */
export const writtenDay = (day: string) => split(day).join('-');
