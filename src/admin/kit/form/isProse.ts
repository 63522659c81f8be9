import type { z } from '#contract/zod.ts';

const WORDS = '文字';

/** A field of free text: no choice, reference, picture, number, switch or list. */
export const isProse = (schema: unknown): boolean =>
  (schema as z.ZodType | undefined)?.safeParse(WORDS).success === true;
