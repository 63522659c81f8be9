import type { ReactNode } from 'react';
import { z } from '#contract/zod.ts';
import { FormRow } from './FormSection.tsx';
import {
  BooleanInput,
  CheckboxGroupInput,
  DateTimeInput,
  MoneyInput,
  NumberInput,
  SelectInput,
  TextArrayInput,
  TextInput,
} from './inputs.tsx';
import type { FieldKinds } from './VersionValue.tsx';

/** What an input needs to know of an entity's field. */
export interface FormField extends FieldKinds {
  input: z.ZodType;
  /** Of one that may be left out. */
  initialValue?: unknown;
}

/** Pictures, videos, references and data have inputs with more to say. */
const inputOf = (source: string, { kind, about, input, initialValue }: FormField): ReactNode => {
  const isNew = initialValue === undefined;
  switch (kind) {
    case 'text':
    case 'code':
      return <TextInput key={source} source={source} isRequired={!input.safeParse('').success} />;
    case 'prose':
      return <TextInput key={source} source={source} multiline fullWidth />;
    case 'words':
      return <TextArrayInput key={source} source={source} fullWidth />;
    case 'number':
      return <NumberInput key={source} source={source} isRequired={isNew} />;
    case 'money':
      return <MoneyInput key={source} source={source} isRequired={isNew} />;
    case 'flag':
      return <BooleanInput key={source} source={source} />;
    case 'time':
      return <DateTimeInput key={source} source={source} isRequired={isNew} />;
    case 'choice':
      return input instanceof z.ZodArray ? (
        <CheckboxGroupInput key={source} source={source} choices={about.choices ?? {}} />
      ) : (
        <SelectInput key={source} source={source} choices={about.choices ?? {}} isRequired />
      );
    default:
      throw new Error(`${source}: a field of kind ${kind} is given its input by the form`);
  }
};

const isLong = ({ kind, input }: FormField) =>
  kind === 'prose' || kind === 'words' || input instanceof z.ZodArray;

export interface FieldInputsProps {
  entity: { fields: Readonly<Record<string, FormField>> };
  /** By default all that the entity declares. */
  names?: readonly string[];
  columns?: number;
}

/** The inputs of an entity's fields by their kinds, in order: short ones side by side, long ones across. */
export const FieldInputs = ({ entity, columns = 2, ...props }: FieldInputsProps) => {
  const { names = Object.keys(entity.fields) } = props;
  const rows: string[][] = [];
  let room = 0;
  for (const name of names) {
    const long = isLong(entity.fields[name]!);
    if (room === 0 || long) rows.push([]);
    rows.at(-1)!.push(name);
    room = long ? 0 : (room || columns) - 1;
  }
  return rows.map(row => {
    const inputs = row.map(name => inputOf(name, entity.fields[name]!));
    if (isLong(entity.fields[row[0]!]!)) return inputs;
    return (
      <FormRow key={row[0]} columns={columns}>
        {inputs}
      </FormRow>
    );
  });
};
