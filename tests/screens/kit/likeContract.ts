import type { z } from '#contract/zod.ts';

/**
 * A value of this shape: of each list nothing, of each choice the first, of each number one.
 * @param text of every string; with it a list has one element, and what may be missing is there
 */
export const like = (schema: z.core.$ZodType, text?: string): unknown => {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  const isFilled = text !== undefined;
  switch (def.type) {
    case 'object':
      return Object.fromEntries(
        Object.entries(def.shape).map(([name, field]) => [name, like(field, text)]),
      );
    case 'array':
      return isFilled ? [like(def.element, text)] : [];
    case 'record':
      return {};
    case 'string':
      return text ?? '';
    case 'number':
      return 1;
    case 'boolean':
      return false;
    case 'enum':
      return Object.values(def.entries)[0];
    case 'literal':
      return def.values[0];
    case 'union':
      return like(def.options[0]!, text);
    case 'default':
      return isFilled ? like(def.innerType, text) : def.defaultValue;
    case 'prefault':
    case 'catch':
    case 'readonly':
      return like(def.innerType, text);
    case 'pipe':
      return like(def.in, text);
    case 'optional':
      return isFilled ? like(def.innerType, text) : undefined;
    case 'nullable':
      return isFilled ? like(def.innerType, text) : null;
    default:
      return null;
  }
};
