import { id, z } from './zod.ts';

/** New sort values of some records: `{items: [{_id, sort}]}`, greater values first. */
export const sortItems = z.strictObject({
  items: z
    .array(z.strictObject({ _id: id, sort: z.int().min(-1_000_000).max(1_000_000) }))
    .min(1)
    .max(100),
});
export type SortItems = z.output<typeof sortItems>;

/** Records that no longer exist are left out. */
export const sorted = z.object({ updated: z.int() });
