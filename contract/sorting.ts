import { id, z } from './zod.ts';

const MOST_SORT = 1_000_000;
/** New sort values of some records: `{items: [{_id, sort}]}`, greater values first. */
export const sortItems = z.strictObject({
  items: z
    .array(z.strictObject({ _id: id, sort: z.int().min(-MOST_SORT).max(MOST_SORT) }))
    .min(1)
    .max(100),
});
export type SortItems = z.output<typeof sortItems>;

/** Records that no longer exist are left out. */
export const sorted = z.object({ updated: z.int() });
