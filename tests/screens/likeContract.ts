import type { z } from '#contract/zod.ts';

/** A value of this shape: of each list nothing, of each choice the first, of each number one. */
export const like = (schema: z.core.$ZodType): unknown => {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  switch (def.type) {
    case 'object':
      return Object.fromEntries(
        Object.entries(def.shape).map(([name, field]) => [name, like(field)]),
      );
    case 'array':
      return [];
    case 'record':
      return {};
    case 'string':
      return '';
    case 'number':
      return 1;
    case 'boolean':
      return false;
    case 'enum':
      return Object.values(def.entries)[0];
    case 'literal':
      return def.values[0];
    case 'union':
      return like(def.options[0]!);
    case 'default':
      return def.defaultValue;
    case 'prefault':
    case 'catch':
    case 'readonly':
      return like(def.innerType);
    case 'pipe':
      return like(def.in);
    case 'optional':
      return undefined;
    default:
      return null;
  }
};
