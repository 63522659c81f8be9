import {
  action,
  byId,
  createInput,
  deleted,
  listInput,
  listOutput,
  oneOrMany,
  updateInput,
} from './action.ts';
import { enabledStatus } from './category.ts';
import type { FieldErrors } from './envelope.ts';
import type { TemplateInput } from './templateInput.ts';
import {
  author,
  filePath,
  id,
  idemKey,
  line,
  optionalFilePath,
  optionalText,
  recordFields,
  rev,
  z,
} from './zod.ts';

/** A preset's value for one input of its template. */
const paramValue = z.union([
  z.string().max(5_000),
  z.number(),
  z.boolean(),
  z.array(filePath).max(9),
]);
const params = z
  .record(z.string().regex(/^[A-Za-z][A-Za-z0-9_]{0,31}$/, '格式不正确'), paramValue)
  .refine(value => Object.keys(value).length <= 30, '最多 30 项');
export type PresetParams = z.output<typeof params>;

const fields = {
  name: line(30).min(1),
  coverImage: optionalFilePath,
  /** Key of the template's input → value; the visitor fills in the missing ones. */
  params,
  prompt: optionalText(2_000),
  negativePrompt: optionalText(2_000),
  tags: z.array(line(20).min(1)).max(10),
  sort: z.int().min(-1_000_000).max(1_000_000),
  status: enabledStatus,
};
/** The template is set on creation and cannot be changed. */
export const presetFields = { templateId: id, ...fields };
export const presetDefaults = {
  coverImage: '',
  params: {},
  prompt: '',
  negativePrompt: '',
  tags: [],
  sort: 0,
  status: 'enabled' as const,
};

/** The preset created together with a template: all fields except the template, which does not exist yet. */
export const firstPreset = createInput(fields, presetDefaults).omit({ idemKey: true });
export type FirstPreset = z.output<typeof firstPreset>;

export const preset = z.object({
  ...recordFields,
  name: z.string(),
  templateId: id,
  coverImage: z.string().default(''),
  params: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.array(z.string())])),
  prompt: z.string().default(''),
  negativePrompt: z.string().default(''),
  tags: z.array(z.string()).default([]),
  sort: z.int().default(0),
  status: enabledStatus,
  /** One default for each template; set by `setDefaultPreset`. */
  isDefault: z.boolean().default(false),
  /** The template's inputs have changed and `params` no longer fits them; saving a fitting preset clears the flag. */
  needsReview: z.boolean().default(false),
  useCount: z.int().default(0),
  createBy: author.nullable().default(null),
  updateBy: author.nullable().default(null),
});
export type Preset = z.output<typeof preset>;

/** Values that do not fit the template's inputs, with a sentence each: `{'params.strength': '不能大于 1'}`. */
export const presetProblems = (
  inputs: readonly TemplateInput[],
  values: PresetParams,
): FieldErrors => {
  const byKey = new Map(inputs.map(input => [input.key, input]));
  return Object.fromEntries(
    Object.entries(values).flatMap(([key, value]) => {
      const input = byKey.get(key);
      const problem = input ? problemOf(input, value) : '模板没有这个输入项';
      return problem ? [[`params.${key}`, problem]] : [];
    }),
  );
};

const problemOf = (input: TemplateInput, value: PresetParams[string]): string | undefined => {
  switch (input.type) {
    case 'image':
      return filePath.safeParse(value).success ? undefined : '请选择图片';
    case 'images':
      return Array.isArray(value) ? undefined : '请选择图片';
    case 'switch':
      return typeof value === 'boolean' ? undefined : '请选择开或关';
    case 'select':
      return input.options?.some(option => option.value === value)
        ? undefined
        : '选项已不存在，请重新选择';
    case 'number':
    case 'slider':
    case 'seed':
      if (typeof value !== 'number') return '请填写数字';
      if (input.type === 'seed' && !Number.isSafeInteger(value)) return '请填写整数';
      if (input.min != null && value < input.min) return `不能小于 ${input.min}`;
      return input.max != null && value > input.max ? `不能大于 ${input.max}` : undefined;
    default:
      if (typeof value !== 'string') return '请填写文字';
      return input.maxLength != null && value.length > input.maxLength
        ? `最多 ${input.maxLength} 个字符`
        : undefined;
  }
};

export const presetFilter = {
  ids: z.array(id).max(100),
  templateId: oneOrMany(id),
  status: enabledStatus,
  needsReview: z.boolean(),
  isDefault: z.boolean(),
};
export const presetSorts = ['sort', 'createTime', 'updateTime', 'useCount'] as const;

export const presetActions = {
  getPresets: action({
    access: 'admin',
    effect: 'read',
    input: listInput(presetFilter, presetSorts),
    output: listOutput(preset),
    example: { page: 1, pageSize: 20, filter: { templateId: 'tpl_0001' } },
  }),
  getPresetById: action({
    access: 'admin',
    effect: 'read',
    input: byId,
    output: preset,
    example: { id: 'pre_0001' },
  }),
  createPreset: action({
    access: 'admin',
    effect: 'write',
    input: createInput(presetFields, presetDefaults),
    output: preset,
    example: { name: '示例预设', templateId: 'tpl_0001', prompt: '暖色调' },
  }),
  updatePreset: action({
    access: 'admin',
    effect: 'write',
    input: z.strictObject({ id, updates: updateInput(fields).extend({ rev }) }),
    output: preset,
    example: { id: 'pre_0002', updates: { rev: 1, sort: 5 } },
  }),
  deletePreset: action({
    access: 'admin',
    effect: 'write',
    input: byId.extend({ rev: rev.optional() }),
    output: deleted,
    example: { id: 'pre_0003' },
  }),
  /** Makes this preset the default; the previous default stops being it in the same step. */
  setDefaultPreset: action({
    access: 'admin',
    effect: 'write',
    input: byId,
    output: preset,
    example: { id: 'pre_0002' },
  }),
  copyPreset: action({
    access: 'admin',
    effect: 'write',
    input: byId.extend({ idemKey: idemKey.optional() }),
    output: preset,
    example: { id: 'pre_0001' },
  }),
};
