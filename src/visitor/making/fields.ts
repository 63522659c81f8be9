import { isPhotoInput, problemOfInput } from '#contract/inputProblem.ts';
import { numberIn } from '#contract/typedNumber.ts';
import type { PublicInput, PublicPreset } from '#contract/visitor.ts';
import type { TaskInputs } from '#contract/visitorTask.ts';
import { ratioOf } from '../photos/crop.ts';
import type { PhotoNeeds } from '../photos/photoFile.ts';
import type { Draft } from './draft.ts';

/** As many as the contract allows where the template does not say. */
const MOST_PHOTOS = 9;
export const mostPhotosOf = ({ type, mostPhotos = MOST_PHOTOS }: PublicInput) =>
  type === 'images' ? mostPhotos : 1;

export const photoNeedsOf = ({ ratio, minSide }: PublicInput): PhotoNeeds => ({
  ratioFor: () => ratioOf(ratio),
  minSide: minSide ?? 0,
  sentSide: minSide ?? 0,
});

/** What the visitor fills in: not what the preset sets. */
export const openInputs = (inputs: readonly PublicInput[], preset: PublicPreset | undefined) =>
  inputs.filter(({ key }) => !preset?.sets.includes(key));

/** The preset that is in use: the visitor's choice while it is offered, otherwise the default one. */
export const chosenPreset = (presets: readonly PublicPreset[], chosen: string | undefined) =>
  chosen === ''
    ? undefined
    : (presets.find(({ _id }) => _id === chosen) ?? presets.find(({ isDefault }) => isDefault));

/** The ends and step of a slider, which a template need not name. */
export const rangeOf = (input: PublicInput) => {
  const min = input.min ?? 0;
  const max = input.max ?? Math.max(min, 100);
  return { min, max, step: input.step ?? (max - min > 2 ? 1 : 0.01) };
};

/** What a field shows before it is touched. */
export const initialValue = (input: PublicInput): string | boolean => {
  if (input.type === 'switch') return input.default === true;
  if (input.type === 'seed') return '';
  if (input.type === 'slider') return String(input.default ?? rangeOf(input).min);
  const known = input.default ?? '';
  const isGone =
    input.type === 'select' && !input.options?.some(({ value }) => value === String(known));
  return isGone ? '' : String(known);
};

const isNumeric = ({ type }: PublicInput) =>
  type === 'number' || type === 'slider' || type === 'seed';

/** As it is sent; undefined for an empty field, and the text where a number belongs and it is none. */
const valueOf = (input: PublicInput, { values, photos }: Draft): TaskInputs[string] | undefined => {
  const { key, type } = input;
  if (isPhotoInput(input)) {
    const paths = (photos[key] ?? []).map(({ filePath }) => filePath);
    return type === 'image' ? paths[0] : paths.length > 0 ? paths : undefined;
  }
  const value = values[key] ?? initialValue(input);
  if (typeof value === 'boolean') return value;
  if (value.trim() === '') return undefined;
  return isNumeric(input) ? (numberIn(value) ?? value) : value;
};

/** The inputs of the task, of the fields that are shown. */
export const taskInputsOf = (shown: readonly PublicInput[], draft: Draft): TaskInputs =>
  Object.fromEntries(
    shown.flatMap(input => {
      const value = valueOf(input, draft);
      return value === undefined ? [] : [[input.key, value]];
    }),
  );

/** A sentence for each field that cannot be sent like this. */
export const problemsOf = (shown: readonly PublicInput[], draft: Draft): Record<string, string> => {
  const problems = shown.map(input => {
    // Where nothing is sent, the server takes the default, and a seed of its own.
    const isGiven = (input.default ?? '') !== '' || input.type === 'seed';
    const asked = { ...input, required: input.required && !isGiven };
    return problemOfInput(asked, valueOf(input, draft), mostPhotosOf(input));
  });
  return Object.fromEntries(
    shown.flatMap(({ key }, at) => (problems[at] ? [[key, problems[at]]] : [])),
  );
};
