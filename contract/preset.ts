import { changeOf, oneOrMany } from './action.ts';
import { enabledStatus, enabledStatuses } from './enabledStatuses.ts';
import { entity, type RecordOf } from './entity.ts';
import type { FieldErrors } from './envelope.ts';
import { field } from './field.ts';
import { problemOfValue } from './inputProblem.ts';
import { revisionActions } from './revision.ts';
import { templateInputSentences } from './sentences/templateInputs.ts';
import { inputKey, type TemplateInput } from './templateInput.ts';
import { filePath, id, idemKey, labelled, textValue, z } from './zod.ts';

/** A preset's value for one input of its template. */
const paramValue = z.union([textValue(), z.number(), z.boolean(), z.array(filePath).max(9)]);
const params = z
  .record(inputKey, paramValue)
  .refine(value => Object.keys(value).length <= 30, '最多 30 项');
export type PresetParams = z.output<typeof params>;

export const presetEntity = entity({
  kind: 'preset',
  name: '预设',
  function: 'adminTemplatePreset',
  collection: 'templatePresets',
  words: {
    setDefaultPreset: '设为默认预设',
    copyPreset: '复制预设',
    restoreRevision: '恢复历史版本',
  },
  fields: {
    name: field.line('名称', 30),
    coverImage: field.picture('封面图'),
    /** Key of the template's input → value; the visitor fills in the missing ones. */
    params: field
      .data(
        '参数',
        params,
        z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.array(z.string())])),
      )
      .initial({}),
    prompt: field.prose('提示词', 2_000),
    negativePrompt: field.prose('反向提示词', 2_000),
    tags: field.lines('标签', 20, 10),
    sort: field.sort(),
    status: field.choice('状态', enabledStatuses).initial('enabled'),
  },
  /** The template is set on creation and cannot be changed. */
  fixed: { templateId: field.reference('模板', 'templates') },
  also: {
    /** One default for each template; set by `setDefaultPreset`. */
    isDefault: labelled('默认', z.boolean().default(false)),
    /** The template's inputs have changed and `params` no longer fits them; saving a fitting preset clears the flag. */
    needsReview: labelled('检查', z.boolean().default(false)),
    useCount: labelled('使用次数', z.int().default(0)),
  },
  filter: {
    templateId: oneOrMany(id),
    status: enabledStatus,
    needsReview: z.boolean(),
    isDefault: z.boolean(),
  },
  states: enabledStatuses,
  sorts: ['sort', 'createTime', 'updateTime', 'useCount'],
  // `defaultOf`: the template's id for the default preset, otherwise the preset's own: one default for each template.
  unique: ['defaultOf'],
  uniqueName: 'templateId name',
  indexes: ['templateId status -sort'],
  /** Visitors find the template by a tag. */
  search: ['name', 'tags'],
  actions: {
    list: {
      name: 'getPresets',
      example: { page: 1, pageSize: 20, filter: { templateId: 'tpl_0001' } },
    },
    get: { name: 'getPresetById', id: 'id', example: { id: 'pre_0001' } },
    create: {
      name: 'createPreset',
      example: { name: '示例预设', templateId: 'tpl_0001', prompt: '暖色调' },
    },
    update: {
      name: 'updatePreset',
      id: 'id',
      within: 'updates',
      example: { id: 'pre_0002', updates: { rev: 1, sort: 5 } },
    },
    delete: { name: 'deletePreset', id: 'id', example: { id: 'pre_0003' } },
  },
});
export type Preset = RecordOf<typeof presetEntity>;

/** The preset created together with a template: all fields except the template, which does not exist yet. */
export const firstPreset = presetEntity.createInput.omit({ templateId: true, idemKey: true });
export type FirstPreset = z.output<typeof firstPreset>;

/** Values that do not fit the template's inputs, with a sentence each: `{'params.strength': '不能大于 1'}`. */
export const presetProblems = (
  inputs: readonly TemplateInput[],
  values: PresetParams,
): FieldErrors => {
  const byKey = new Map(inputs.map(input => [input.key, input]));
  return Object.fromEntries(
    Object.entries(values).flatMap(([key, value]) => {
      const input = byKey.get(key);
      const problem = input ? problemOfValue(input, value) : templateInputSentences.unknown;
      return problem ? [[`params.${key}`, problem]] : [];
    }),
  );
};

/** What the preset sets: its values, and its prompts where the template has inputs of these names. */
export const presetValues = (
  { prompt, negativePrompt, params }: Pick<Preset, 'prompt' | 'negativePrompt' | 'params'>,
  inputs: readonly TemplateInput[],
): PresetParams => {
  const has = (key: string) => inputs.some(input => input.key === key);
  return {
    ...(prompt && has('prompt') && { prompt }),
    ...(negativePrompt && has('negativePrompt') && { negativePrompt }),
    ...(params as PresetParams),
  };
};

/** The template's inputs whose values the preset sets. */
export const keysSetBy = (
  preset: Pick<Preset, 'prompt' | 'negativePrompt' | 'params'>,
  inputs: readonly TemplateInput[],
): string[] =>
  Object.keys(presetValues(preset, inputs)).filter(key => inputs.some(input => input.key === key));

export const presetActions = {
  ...presetEntity.actions,
  ...revisionActions(presetEntity, { id: 'pre_0001', logId: 'log_0002' }),
  /** Makes this preset the default; the previous default stops being it in the same step. */
  setDefaultPreset: changeOf(presetEntity, {
    right: 'templates.write',
    example: { id: 'pre_0002' },
  }),
  copyPreset: changeOf(presetEntity, {
    right: 'templates.write',
    more: { idemKey: idemKey.optional() },
    example: { id: 'pre_0001' },
  }),
};
