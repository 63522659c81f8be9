import { action, byUnderscoreId } from './action.ts';
import { sorted, sortItems } from './sorting.ts';
import { id, z } from './zod.ts';

const merged = z.object({
  /** The record that remains. */
  _id: id,
  /** Number of templates that were changed. */
  templates: z.int(),
});

export const categoryMoreActions = {
  updateCategorySort: action({
    access: 'admin',
    effect: 'write',
    input: sortItems,
    output: sorted,
    example: { items: [{ _id: 'cat_0001', sort: 200 }] },
  }),
  /**
   * Everything that names the first records names the second afterwards; then the first ones are deleted. An
   * interrupted merge is completed by calling it again.
   */
  mergeCategory: action({
    access: 'admin',
    effect: 'write',
    input: z.strictObject({ fromId: id, toId: id }),
    output: merged,
    example: { fromId: 'cat_0002', toId: 'cat_0001' },
  }),
  getUsage: action({
    access: 'admin',
    effect: 'read',
    input: byUnderscoreId,
    output: z.object({ templates: z.int(), children: z.int(), quickFunctions: z.int() }),
    example: { _id: 'cat_0001' },
  }),
};

export const keywordMoreActions = {
  /** The merged words become aliases of the remaining one. */
  mergeKeywords: action({
    access: 'admin',
    effect: 'write',
    input: z.strictObject({ fromIds: z.array(id).min(1).max(20), toId: id }),
    output: merged,
    example: { fromIds: ['kw_0002'], toId: 'kw_0001' },
  }),
  getUsage: action({
    access: 'admin',
    effect: 'read',
    input: byUnderscoreId,
    output: z.object({ templates: z.int() }),
    example: { _id: 'kw_0001' },
  }),
};
