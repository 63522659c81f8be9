import { isPhotoInput } from '#contract/inputProblem.ts';
import { type InputType, isNumeric, type TemplateInput } from '#contract/templateInput.ts';

export const MAX_INPUTS = 30;

const NAMES: Record<InputType, string> = {
  image: 'photo',
  images: 'photos',
  text: 'text',
  textarea: 'text',
  select: 'choice',
  number: 'number',
  slider: 'level',
  switch: 'flag',
  seed: 'seed',
};

/** What an input of a type starts with, and no more than it may have. */
const startOf = (type: InputType): Partial<TemplateInput> => {
  switch (type) {
    case 'select':
      return { options: [{ label: '', value: '' }] };
    case 'slider':
      return { min: 0, max: 1, step: 0.05, default: 0.5 };
    case 'switch':
      return { default: false };
    default:
      return {};
  }
};

export const withDefault = (type: InputType) => type !== 'image' && type !== 'images';

/** A key that no other input has: `photo`, `photo2`. */
const freeKey = (type: InputType, inputs: readonly TemplateInput[]) => {
  const taken = new Set(inputs.map(({ key }) => key));
  for (let at = 1; ; at += 1) {
    const key = at === 1 ? NAMES[type] : `${NAMES[type]}${at}`;
    if (!taken.has(key)) return key;
  }
};

export const newInput = (type: InputType, inputs: readonly TemplateInput[]): TemplateInput => ({
  key: freeKey(type, inputs),
  label: '',
  type,
  required: isPhotoInput({ type }),
  nodeId: '',
  fieldName: '',
  ...startOf(type),
});

/** The same input of another type: what the new one knows is kept. */
export const retyped = (input: TemplateInput, type: InputType): TemplateInput => {
  const { key, label, required, nodeId, fieldName, nodeClass } = input;
  const { options, min, max, step, maxLength } = input;
  const isText = type === 'text' || type === 'textarea';
  return {
    key,
    label,
    type,
    required,
    nodeId,
    fieldName,
    ...(nodeClass && { nodeClass }),
    ...startOf(type),
    ...(type === 'select' && options && { options }),
    ...(isNumeric(type) && min != null && { min }),
    ...(isNumeric(type) && max != null && { max }),
    ...(isNumeric(type) && step != null && { step }),
    ...(isText && maxLength != null && { maxLength }),
  };
};
