import { createInput } from '#contract/action.ts';
import type { FieldErrors } from '#contract/envelope.ts';
import type { z } from '#contract/zod.ts';

type Values = Record<string, unknown>;

/** Dotted path → sentence, as the server says it; react-hook-form wants the same as a tree. */
const toTree = (errors: FieldErrors): Values => {
  const tree: Values = {};
  for (const [path, sentence] of Object.entries(errors)) {
    const keys = path.split('.');
    const last = keys.pop() as string;
    let branch = tree;
    for (const key of keys) branch = (branch[key] ??= {}) as Values;
    branch[last] ??= sentence;
  }
  return tree;
};

/** A form's `validate` from the contract's own schemas: the same rules and sentences as the server's. */
export const validateWith = (fields: z.ZodRawShape, defaults: Values = {}) => {
  const schema = createInput(fields, defaults);
  const writable = Object.keys(fields);
  return (values: Values): Values => {
    const written = Object.fromEntries(
      writable.filter(key => values[key] !== undefined).map(key => [key, values[key]]),
    );
    const { success, error } = schema.safeParse(written);
    if (success) return {};
    return toTree(
      Object.fromEntries(
        [...error.issues].reverse().map(({ path, message }) => [path.join('.'), message]),
      ),
    );
  };
};
