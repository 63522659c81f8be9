import { FILE_PATH } from './constants.ts';
import { typedSentences } from './sentences/typed.ts';
import type { TemplateInput } from './templateInput.ts';
import { numberProblem } from './typedNumber.ts';

/** Why a value does not fit an input of the template; forms of visitors ask this too, which do not load zod. */
export const problemOfValue = (
  input: Pick<TemplateInput, 'type' | 'options' | 'min' | 'max' | 'maxLength'>,
  value: string | number | boolean | readonly string[],
): string | undefined => {
  switch (input.type) {
    case 'image':
      return typeof value === 'string' && FILE_PATH.test(value) ? undefined : '请选择图片';
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
