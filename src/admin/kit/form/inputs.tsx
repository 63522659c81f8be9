import type { ComponentType, ReactNode } from 'react';
import {
  BooleanInput as RaBooleanInput,
  CheckboxGroupInput as RaCheckboxGroupInput,
  type CheckboxGroupInputProps,
  NumberInput as RaNumberInput,
  PasswordInput as RaPasswordInput,
  RadioButtonGroupInput as RaRadioButtonGroupInput,
  type RadioButtonGroupInputProps,
  SelectInput as RaSelectInput,
  type SelectInputProps,
  TextArrayInput as RaTextArrayInput,
  TextInput as RaTextInput,
  useResourceContext,
  useTranslate,
} from 'react-admin';
import { choicesOf } from './choicesOf.ts';

/** What is said below an input: what it is given, or else the resource's message `help.<source>`. */
export const useHelp = (source = '', given?: ReactNode) => {
  const translate = useTranslate();
  const resource = useResourceContext();
  return given ?? (translate(`resources.${resource}.help.${source}`, { _: '' }) || false);
};

interface HelpedProps {
  source?: string;
  helperText?: ReactNode;
}

const helped = <P extends HelpedProps>(Input: ComponentType<P>) => {
  const Helped = (props: P) => (
    <Input {...props} helperText={useHelp(props.source, props.helperText)} />
  );
  return Helped;
};

type Table = Readonly<Record<string, { label: string }>>;
type WithTable<P> = Omit<P, 'choices'> & { choices?: readonly unknown[] | Table };

/** Its choices may be a table of the contract. */
const choosing = <P extends HelpedProps>(Input: ComponentType<P>) => {
  const Choosing = ({ choices, ...props }: WithTable<P>) => (
    <Input
      {...(props as unknown as P)}
      {...(choices && { choices: Array.isArray(choices) ? choices : choicesOf(choices as Table) })}
    />
  );
  return Choosing;
};

/** react-admin's inputs, with their help. */
export const BooleanInput = helped(RaBooleanInput);
export const NumberInput = helped(RaNumberInput);
export const PasswordInput = helped(RaPasswordInput);
export const TextArrayInput = helped(RaTextArrayInput);
export const TextInput = helped(RaTextInput);
export const CheckboxGroupInput = choosing<CheckboxGroupInputProps>(helped(RaCheckboxGroupInput));
export const RadioButtonGroupInput = choosing<RadioButtonGroupInputProps>(
  helped(RaRadioButtonGroupInput),
);
export const SelectInput = choosing<SelectInputProps>(helped(RaSelectInput));
