import { randomInt } from 'node:crypto';
import type { FieldErrors } from '#contract/envelope.ts';
import { isEmptyInput, isPhotoInput, problemOfInput } from '#contract/inputProblem.ts';
import { type Preset, presetValues } from '#contract/preset.ts';
import { templateInputSentences } from '#contract/sentences/templateInputs.ts';
import type { Template } from '#contract/template.ts';
import type { TemplateInput } from '#contract/templateInput.ts';
import type { TaskInputs } from '#contract/visitorTask.ts';
import { invalid } from '../base/errors.ts';
import type { PlannedNode, StoredTask } from './tasks.ts';

type Value = TaskInputs[string];

/** What the provider takes as a seed. */
const MOST_SEED = 2 ** 32 - 1;

/** Several photos go into as many nodes, whose numbers are separated by commas. */
const nodesOf = ({ nodeId }: TemplateInput) => nodeId.split(/[,，]/).map(one => one.trim());
export const mostPhotosOf = (input: TemplateInput): number => nodesOf(input).length;

const photosIn = (input: TemplateInput, value: Value | undefined): string[] =>
  isPhotoInput(input) && value !== undefined ? [value].flat().map(String).filter(Boolean) : [];

const nodesFor = (input: TemplateInput, value: Value | undefined): PlannedNode[] => {
  const { fieldName } = input;
  if (isPhotoInput(input)) {
    const nodes = nodesOf(input);
    return photosIn(input, value).map((filePath, at) => ({
      nodeId: nodes[at]!,
      fieldName,
      fieldValue: '',
      filePath,
    }));
  }
  if (isEmptyInput(value)) return [];
  return [{ nodeId: input.nodeId, fieldName, fieldValue: value as string | number | boolean }];
};

const storedInputs = (input: TemplateInput, value: Value | undefined): StoredTask['inputs'] => {
  const { key, type } = input;
  if (isPhotoInput(input))
    return photosIn(input, value).map(filePath => ({ key, type, value: null, filePath }));
  return [{ key, type, value: (value as string | number | boolean) ?? null, filePath: '' }];
};

export interface PlannedInputs {
  inputs: StoredTask['inputs'];
  nodes: PlannedNode[];
  /** The photos that were given, by the input they are for. */
  photos: { input: TemplateInput; filePath: string }[];
}

/**
 * What a task sends to the provider, from what the visitor gave, the preset and the template's defaults.
 * @throws 40001 with a sentence for each input: `inputs.photo`
 */
export const planInputs = (
  template: Pick<Template, 'inputs'>,
  preset: Preset | null,
  given: TaskInputs,
): PlannedInputs => {
  const { inputs } = template;
  const preselected: TaskInputs = preset ? presetValues(preset, inputs) : {};
  const problems: FieldErrors = {};
  for (const key of Object.keys(given)) {
    if (!inputs.some(input => input.key === key))
      problems[`inputs.${key}`] = templateInputSentences.unknown;
    else if (key in preselected) problems[`inputs.${key}`] = templateInputSentences.setByPreset;
  }
  const values = inputs.map(input => {
    const value =
      preselected[input.key] ?? given[input.key] ?? (input.default as Value | null) ?? undefined;
    if (input.type === 'seed' && isEmptyInput(value)) return randomInt(MOST_SEED);
    return value;
  });
  inputs.forEach((input, at) => {
    const problem = problemOfInput(input, values[at], mostPhotosOf(input));
    if (problem) problems[`inputs.${input.key}`] ??= problem;
  });
  if (Object.keys(problems).length > 0) throw invalid(problems);
  return {
    inputs: inputs.flatMap((input, at) => storedInputs(input, values[at])),
    nodes: inputs.flatMap((input, at) => nodesFor(input, values[at])),
    photos: inputs.flatMap(input =>
      photosIn(input, given[input.key]).map(filePath => ({ input, filePath })),
    ),
  };
};
