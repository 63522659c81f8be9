import { shape } from './shape.ts';

/** What is said beside a field whose text is no value of its kind. */
export const typedSentences = {
  noNumber: shape('数字', '12'),
  negative: '不能小于 0',
  tooManyDigits: '数字的位数过多',
  noAmount: shape('金额，最多两位小数', '12.50'),
  noDate: '请填写完整且存在的日期',
  between: (least: number, most: number) => `请填写 ${least} 到 ${most} 的整数`,
} as const;
