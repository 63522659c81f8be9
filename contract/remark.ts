import { instant, text, z } from './zod.ts';

export const MOST_REMARKS = 100;
export const MAX_REMARK_LENGTH = 500;

/** What administrators note about a record, oldest first; users never see it. */
export const adminRemarks = z
  .array(z.object({ time: instant, by: z.string(), text: z.string() }))
  .default([]);
export type AdminRemark = z.output<typeof adminRemarks>[number];

export const remarkText = text(MAX_REMARK_LENGTH).min(1);
