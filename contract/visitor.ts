import { action, listInput, listOutput } from './action.ts';
import { byId } from './action.ts';
import { templateEntity } from './template.ts';
import { templateInput } from './templateInput.ts';
import { id, z } from './zod.ts';

/** What a visitor may know of a published template: nothing of workflows, keys or who wrote it. */
export const publicTemplate = templateEntity.record
  .pick({
    _id: true,
    name: true,
    subtitle: true,
    description: true,
    coverImage: true,
    beforeImage: true,
    afterImage: true,
    sampleImages: true,
    categoryIds: true,
    costCredits: true,
    priceFen: true,
    vipOnly: true,
    isRecommend: true,
    isNew: true,
    publishTime: true,
  })
  .extend({
    /** Nobody can start it now; it comes back by itself. */
    suspended: z.boolean().default(false),
    inputs: z.array(templateInput.omit({ nodeId: true, fieldName: true }).strip()).default([]),
  });
export type PublicTemplate = z.output<typeof publicTemplate>;

export const publicCategory = z.object({
  _id: id,
  name: z.string(),
  coverImage: z.string().default(''),
});
export type PublicCategory = z.output<typeof publicCategory>;

export const appTemplateActions = {
  /** Published templates only, recommended and bigger `sort` first. */
  getTemplates: action({
    access: 'public',
    effect: 'read',
    input: listInput({ categoryIds: id, isRecommend: z.boolean() }, ['sort', 'createTime']),
    output: listOutput(publicTemplate),
    example: { page: 1, pageSize: 20 },
  }),
  getTemplateById: action({
    access: 'public',
    effect: 'read',
    input: byId,
    output: publicTemplate,
    example: { id: 'tpl_0001' },
  }),
  /** Enabled categories that a visitor can choose from. */
  getCategories: action({
    access: 'public',
    effect: 'read',
    input: z.strictObject({}),
    output: z.object({ list: z.array(publicCategory) }),
    example: {},
  }),
};
