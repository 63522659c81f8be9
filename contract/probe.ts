import { z } from './zod.ts';

/** What a test of a service showed. A failure is an answer, not an error. */
export const probe = z.object({
  ok: z.boolean(),
  /** Shown to people. */
  message: z.string(),
  costMs: z.int(),
});
