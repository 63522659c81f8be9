import { adminWrite, batchResults, changeOf } from './action.ts';
import { MAX_BATCH_ROWS } from './constants.ts';
import { userIdOf } from './file.ts';
import { revisionActions } from './revision.ts';
import type { Demand } from './rights/demands.ts';
import { taskEntity } from './task.ts';
import { templateEntity, type TemplateStatus, templateStatus } from './template.ts';
import { taskInputs } from './visitorTask.ts';
import { workflowNodes } from './workflow.ts';
import { workflowField } from './workflowFields.ts';
import { id, idemKey, rev, z } from './zod.ts';

/** What a trial's result can be used as. */
export const trialPictureUses = ['coverImage', 'sampleImages', 'beforeAfter'] as const;
export type TrialPictureUse = (typeof trialPictureUses)[number];

/** The fields that can be set on many templates at once, each with its own schema. */
const batchFields = {
  status: templateStatus,
  isRecommend: templateEntity.inputs.isRecommend,
  isNew: templateEntity.inputs.isNew,
  vipOnly: templateEntity.inputs.vipOnly,
  costCredits: templateEntity.inputs.costCredits,
  sort: templateEntity.inputs.sort,
  categoryIds: templateEntity.inputs.categoryIds,
  keywordIds: templateEntity.inputs.keywordIds,
};

const many = { ids: z.array(id).min(1).max(MAX_BATCH_ROWS) };
/** Whether the given entries are added to those that the template has, instead of replacing them. */
const added = { add: z.boolean().optional() };

const batchInput = z.discriminatedUnion(
  'field',
  Object.entries(batchFields).map(([field, value]) =>
    z.strictObject({
      ...many,
      ...(field.endsWith('Ids') && added),
      field: z.literal(field),
      value,
    }),
  ) as never,
) as unknown as z.ZodType<
  { ids: string[]; add?: boolean } & (
    | { field: 'status'; value: TemplateStatus }
    | { field: 'isRecommend' | 'isNew' | 'vipOnly'; value: boolean }
    | { field: 'costCredits' | 'sort'; value: number }
    | { field: 'categoryIds' | 'keywordIds'; value: string[] }
  )
>;

/** A photo of a user is given to who may see it. */
const toTry = ({ inputs }: { inputs: z.output<typeof taskInputs> }): Demand =>
  Object.values(inputs).some(value => typeof value === 'string' && userIdOf({ filePath: value }))
    ? ['templates.write', 'users.pictures']
    : 'templates.write';

export const templateActions = {
  ...templateEntity.actions,
  /** A draft with the same values under another name. */
  copyTemplate: changeOf(templateEntity, {
    right: 'templates.write',
    more: { idemKey: idemKey.optional() },
    example: { id: 'tpl_0001' },
  }),
  /**
   * One field of many templates, each by the rules of `updateTemplateField`; a refused one does not stop the others.
   */
  batchUpdate: adminWrite({
    right: 'templates.write',
    input: batchInput,
    output: z.object({
      updated: z.int(),
      failed: z.int(),
      results: batchResults,
    }),
    example: { ids: ['tpl_0001', 'tpl_0002'], field: 'isNew', value: true },
  }),
  ...revisionActions(templateEntity, { id: 'tpl_0001', logId: 'log_0001' }),
  /** Reads a workflow from the image service with one of our keys; stores nothing. */
  importWorkflow: adminWrite({
    right: 'templates.write',
    input: z.strictObject({
      workflowId: z
        .string()
        .trim()
        .regex(/^\d{6,32}$/, '工作流编号是一串数字'),
      apiKeyId: id,
    }),
    output: z.object({ nodes: workflowNodes, fields: z.array(workflowField) }),
    example: { workflowId: '1985000000000000001', apiKeyId: 'key_0001' },
  }),
  /**
   * A task of the template as it is stored, published or not, without a user and free of charge. Photos are stored pictures of
   * any kind. The same `idemKey` answers the same task.
   */
  runTrial: adminWrite({
    right: toTry,
    input: z.strictObject({
      templateId: id,
      /** 40901 if the template is no longer at this version. */
      rev: rev.optional(),
      presetId: id.optional(),
      inputs: taskInputs,
      idemKey: idemKey.optional(),
    }),
    output: taskEntity.record,
    example: { templateId: 'tpl_0001', inputs: { photo: 'user_upload/demo/photo_0001.jpg' } },
  }),
  /** Ends an unfinished trial; 40902 for any other task. */
  cancelTrial: changeOf(taskEntity, {
    right: 'templates.write',
    example: { id: 'task_trial_0001' },
  }),
  /** Copies a trial's result, for the comparison also its photo, and shows it with the template. */
  useTrialPicture: adminWrite({
    right: 'templates.write',
    input: z.strictObject({
      taskId: id,
      /** The place of the result among those of the trial. */
      output: z.int().min(0).max(99),
      as: z.enum(trialPictureUses),
      /** Of the template. */
      rev: rev.optional(),
    }),
    output: templateEntity.record,
    example: { taskId: 'task_trial_0001', output: 0, as: 'coverImage' },
  }),
};
