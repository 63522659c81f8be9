import { numberProblem } from './typedNumber.ts';
import { line, optionalLine, shaped, textValue, z } from './zod.ts';

export const inputTypes = {
  image: { label: '单张图片' },
  images: { label: '多张图片' },
  text: { label: '单行文字' },
  textarea: { label: '多行文字' },
  select: { label: '单选' },
  number: { label: '数字' },
  slider: { label: '滑块' },
  switch: { label: '开关' },
  seed: { label: '随机种子' },
} as const satisfies Record<string, { label: string }>;
export type InputType = keyof typeof inputTypes;
const inputType = z.enum(Object.keys(inputTypes) as [InputType, ...InputType[]]);

/** The name by which values are given to an input. */
export const inputKey = shaped(
  /^[A-Za-z][A-Za-z0-9_]{0,31}$/,
  '以字母开头的字母、数字和下划线，最多 32 位',
  'style_1',
);

/** One input of the visitor; sent to the image service as `{nodeId, fieldName, fieldValue}`. */
export const templateInput = z.strictObject({
  key: inputKey,
  label: line(20).min(1),
  type: inputType,
  required: z.boolean(),
  nodeId: optionalLine(32).default(''),
  fieldName: optionalLine(64).default(''),
  /** The node's kind when the input was mapped to it; absent where the number was typed. */
  nodeClass: line(100).optional(),
  default: z
    .union([textValue().max(500), z.number(), z.boolean()])
    .nullable()
    .optional(),
  options: z
    .array(z.strictObject({ label: line(20).min(1), value: line(100).min(1) }))
    .max(50)
    .optional(),
  min: z.number().nullable().optional(),
  max: z.number().nullable().optional(),
  step: z.number().positive().nullable().optional(),
  maxLength: z.int().min(1).max(5_000).nullable().optional(),
  /** Only for photos: least length of the shorter side, in pixels. */
  minSide: z.int().min(64).max(2_048).nullable().optional(),
  /** Only for photos: the ratio that they are cropped to, width to height. */
  ratio: shaped(/^[1-9]\d?:[1-9]\d?$/, '宽高比', '3:4')
    .nullable()
    .optional(),
});
export type TemplateInput = z.output<typeof templateInput>;

/** Their values are numbers. */
export const isNumeric = (type: InputType) => ['number', 'slider', 'seed'].includes(type);

/** Fields, and what is wrong with each. */
function* wrongIn(input: TemplateInput, others: readonly TemplateInput[]) {
  if (others.some(({ key }) => key === input.key))
    yield ['key', '与另一个输入项的标识重复'] as const;
  if (input.type === 'select' && !input.options?.length)
    yield ['options', '请至少添加一个选项'] as const;
  if (input.min != null && input.max != null && input.max < input.min)
    yield ['max', '不能小于最小值'] as const;
  if (input.min != null && input.max === input.min) yield ['max', '须大于最小值'] as const;
  if (isNumeric(input.type) && typeof input.default === 'string')
    yield ['default', numberProblem(input.default)] as const;
}

/** All inputs of the visitor, in this order. */
export const templateInputs = z
  .array(templateInput)
  .max(30)
  .superRefine((inputs, context) => {
    inputs.forEach((input, at) => {
      for (const [field, message] of wrongIn(input, inputs.slice(0, at)))
        context.addIssue({ code: 'custom', path: [at, field], message });
    });
  });
