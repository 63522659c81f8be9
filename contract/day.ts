import { shape } from './sentences/shape.ts';
import { z } from './zod.ts';

const NO_DAY = shape('8 位日期', '20261120');

/** A day in Shanghai, `20261120`. */
export const day = z
  .string()
  .regex(/^20\d{2}(0[1-9]|1[0-2])(0[1-9]|[12]\d|3[01])$/, NO_DAY)
  .refine(isDay, NO_DAY);

function isDay(text: string): boolean {
  const date = new Date(instantOf(text));
  return !Number.isNaN(date.getTime()) && date.toISOString().slice(8, 10) === text.slice(6, 8);
}

/** The day as if it were UTC; use it for differences only. */
export function instantOf(text: string): number {
  return Date.parse(`${text.slice(0, 4)}-${text.slice(4, 6)}-${text.slice(6, 8)}T00:00:00Z`);
}
