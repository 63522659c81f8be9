import type { z } from '#contract/zod.ts';

const WORDS = '文字';

/** A field of the contract that takes whatever people write: no choice, reference, picture, number, switch or list. */
export const isProse = (schema: unknown): boolean =>
  (schema as z.ZodType | undefined)?.safeParse(WORDS).success === true;
