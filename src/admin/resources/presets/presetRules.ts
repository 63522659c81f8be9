import { presetEntity, type PresetParams, presetProblems } from '#contract/preset.ts';
import type { TemplateInput } from '#contract/templateInput.ts';

export interface PresetRules {
  fields: typeof presetEntity.inputs;
  /** The template's inputs and the stored values: unchanged values may stay while something else changes. */
  know: (inputs: readonly TemplateInput[], stored: PresetParams | undefined) => void;
}

/** The contract's rules and, as on the server, those of the template's inputs. */
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
