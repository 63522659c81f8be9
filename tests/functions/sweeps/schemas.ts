import { z } from '#contract/zod.ts';

const inside = (schema: z.ZodType): [name: string, schema: z.core.$ZodType][] => {
  const { def } = (schema as unknown as z.core.$ZodTypes)._zod;
  switch (def.type) {
    case 'object':
      return Object.entries(def.shape);
    case 'array':
      return [['[]', def.element]];
    case 'record':
      return [
        ['(key)', def.keyType],
        ['{}', def.valueType],
      ];
    case 'union':
      return def.options.map((option, at) => [`|${at}`, option]);
    case 'optional':
    case 'nullable':
    case 'default':
      return [['', def.innerType]];
    case 'pipe':
      return [['', def.in]];
    default:
      return [];
  }
};

/** A schema and all those of which it is made, with where they stand. */
export const schemasIn = (schema: z.ZodType, at = ''): [path: string, schema: z.ZodType][] => [
  [at, schema],
  ...inside(schema).flatMap(([name, part]) =>
    schemasIn(part as z.ZodType, [at, name].filter(Boolean).join('.')),
  ),
];

/** Whether one of several given values is to be chosen. */
export const choiceIn = (schema: z.ZodType): boolean => {
  const { def } = (schema as unknown as z.core.$ZodTypes)._zod;
  if (def.type === 'object' || def.type === 'array') return false;
  if (def.type === 'enum') return true;
  const parts = inside(schema).map(([, part]) => part as z.ZodType);
  return parts.some(choiceIn) || (def.type === 'union' && parts.every(isLiteral));
};

const isLiteral = (schema: z.ZodType) => schema instanceof z.ZodLiteral;
