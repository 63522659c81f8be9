import { FILE_PATH } from './constants.ts';
import { templateInputSentences } from './sentences/templateInputs.ts';
import { typedSentences } from './sentences/typed.ts';
import type { TemplateInput } from './templateInput.ts';
import { numberProblem } from './typedNumber.ts';

const { photoRequired, required, tooManyPhotos } = templateInputSentences;

export const isPhotoInput = ({ type }: Pick<TemplateInput, 'type'>) =>
  type === 'image' || type === 'images';

type Input = Pick<TemplateInput, 'type' | 'options' | 'min' | 'max' | 'maxLength'>;
type Value = string | number | boolean | readonly string[];

/** Nothing that could be sent. */
export const isEmptyInput = (value: Value | undefined): value is '' | [] | undefined =>
  value === undefined || value === '' || (Array.isArray(value) && value.length === 0);

/**
 * Why an input cannot be sent like this. Forms of visitors ask this too, which do not load zod.
 * @param input `required`: whether a value has to be given for it
 * @param mostPhotos of `images`
 */
export const problemOfInput = (
  input: Input & Pick<TemplateInput, 'required'>,
  value: Value | undefined,
  mostPhotos: number,
): string | undefined => {
  if (isEmptyInput(value)) {
    if (!input.required) return undefined;
    return isPhotoInput(input) ? photoRequired : required;
  }
  if (isPhotoInput(input) && Array.isArray(value) && value.length > mostPhotos)
    return tooManyPhotos(mostPhotos);
  return problemOfValue(input, value);
};

/** Why a value does not fit an input of the template. */
export const problemOfValue = (input: Input, value: Value): string | undefined => {
  switch (input.type) {
    case 'image':
      return typeof value === 'string' && FILE_PATH.test(value) ? undefined : photoRequired;
    case 'images':
      return Array.isArray(value) ? undefined : photoRequired;
    case 'switch':
      return typeof value === 'boolean' ? undefined : '请选择开或关';
    case 'select':
      return input.options?.some(option => option.value === value)
        ? undefined
        : '选项已不存在，请重新选择';
    case 'number':
    case 'slider':
    case 'seed':
      if (typeof value === 'string') return numberProblem(value);
      if (typeof value !== 'number') return typedSentences.noNumber;
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
