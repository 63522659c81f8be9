import { listInput, listOutput, publicRead } from './action.ts';
import { byId } from './action.ts';
import { templateEntity } from './template.ts';
import { templateInput } from './templateInput.ts';
import { id, z } from './zod.ts';

/** What a visitor may see of a published template: no workflow, no keys, no author. */
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
    /** Cannot be started now, because no key of its pool works. */
    suspended: z.boolean().default(false),
    inputs: z
      .array(templateInput.omit({ nodeId: true, fieldName: true, nodeClass: true }).strip())
      .default([]),
  });
export type PublicTemplate = z.output<typeof publicTemplate>;

export const publicCategory = z.object({
  _id: id,
  name: z.string(),
  coverImage: z.string().default(''),
});
export type PublicCategory = z.output<typeof publicCategory>;

export const appTemplateActions = {
  /** Published templates only, recommended first, then by `sort` descending. */
  getTemplates: publicRead({
    input: listInput({ categoryIds: id, isRecommend: z.boolean() }, ['sort', 'createTime']),
    output: listOutput(publicTemplate),
    example: { page: 1, pageSize: 20 },
  }),
  getTemplateById: publicRead({
    input: byId,
    output: publicTemplate,
    example: { id: 'tpl_0001' },
  }),
  /** Enabled categories. */
  getCategories: publicRead({
    input: z.strictObject({}),
    output: z.object({ list: z.array(publicCategory) }),
    example: {},
  }),
};
