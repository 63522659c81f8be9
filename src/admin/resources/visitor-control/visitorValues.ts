import type { PresetParams } from '#contract/preset.ts';
import type { TemplateInput } from '#contract/templateInput.ts';

/** What a visitor, or a preset in the visitor's stead, answers to one input. */
export type VisitorValue = PresetParams[string];

const MAX_SEED = 2 ** 31 - 1;

export const randomSeed = ({ min, max }: TemplateInput): number => {
  const least = Math.ceil(min ?? 0);
  return least + Math.floor(Math.random() * ((max ?? MAX_SEED) - least + 1));
};

/** What an input starts from. */
export const startingValue = (input: TemplateInput): VisitorValue => {
  if (input.default != null) return input.default;
  switch (input.type) {
    case 'images':
      return [];
    case 'switch':
      return false;
    case 'number':
    case 'slider':
      return input.min ?? 0;
    case 'seed':
      return randomSeed(input);
    case 'select':
      return input.options?.[0]?.value ?? '';
    default:
      return '';
  }
};

/** What an input shows before it is touched: nothing is chosen for the visitor, and an empty seed is random. */
export const untouchedValue = (input: TemplateInput): VisitorValue =>
  input.type === 'seed' || input.type === 'number' || input.type === 'select'
    ? (input.default ?? '')
    : startingValue(input);
