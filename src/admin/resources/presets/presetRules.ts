import { presetEntity, type PresetParams, presetProblems } from '#contract/preset.ts';
import type { TemplateInput } from '#contract/templateInput.ts';

export interface PresetRules {
  fields: typeof presetEntity.inputs;
  /** What the template asks for, and what is stored: that may stay as it is while something else is changed. */
  know: (inputs: readonly TemplateInput[], stored: PresetParams | undefined) => void;
}

/** The contract's rules and, as the server has them, those of the template's inputs. */
export const presetRules = (): PresetRules => {
  let known: { inputs: readonly TemplateInput[]; stored: PresetParams | undefined } | undefined;
  const params = presetEntity.inputs.params.superRefine((values, context) => {
    if (!known || JSON.stringify(values) === JSON.stringify(known.stored)) return;
    for (const [path, message] of Object.entries(presetProblems(known.inputs, values)))
      context.addIssue({ code: 'custom', path: path.split('.').slice(1), message });
  });
  return {
    fields: { ...presetEntity.inputs, params },
    know: (inputs, stored) => {
      known = { inputs, stored };
    },
  };
};
