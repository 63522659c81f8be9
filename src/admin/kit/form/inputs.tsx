import { InputAdornment } from '@mui/material';
import { type ComponentType, type ReactNode, useState } from 'react';
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
  type TextInputProps,
  useResourceContext,
  useTranslate,
} from 'react-admin';
import { minuteOf, minuteStart } from '../../../shared/time.ts';
import { fenToYuan, yuanToFen } from '../base/yuan.ts';
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

const toYuan = (value: unknown) => (typeof value === 'number' ? fenToYuan(value) : '');

export interface MoneyInputProps {
  source: string;
  helperText?: string;
  label?: string | false;
  /** Name for screen readers where there is no visible label. */
  name?: string;
}

/** Typed in yuan, held in fen. An invalid amount is held as typed, so that the form can report it. */
export const MoneyInput = ({ source, helperText, label, name }: MoneyInputProps) => {
  const translate = useTranslate();
  /** `19.` is incomplete; it stays as it is while typing. */
  const [typed, setTyped] = useState<{ text: string; value: unknown } | null>(null);
  return (
    <TextInput
      source={source}
      helperText={helperText}
      {...(label !== undefined && { label })}
      format={value =>
        typed && typed.value === value
          ? typed.text
          : typeof value === 'string'
            ? value
            : toYuan(value)
      }
      parse={(text: string) => {
        const value = text.trim() === '' ? null : (yuanToFen(text) ?? text);
        setTyped({ text, value });
        return value;
      }}
      onBlur={() => setTyped(null)}
      slotProps={{
        htmlInput: { inputMode: 'decimal', ...(name && { 'aria-label': name }) },
        input: {
          endAdornment: (
            <InputAdornment position="end">{translate('form.unit.yuan')}</InputAdornment>
          ),
        },
      }}
    />
  );
};

/** react-admin's `DateTimeInput` for an instant in Shanghai time, held in epoch milliseconds; `null` when empty. */
export const DateTimeInput = (props: TextInputProps) => (
  <TextInput
    type="datetime-local"
    format={(value: unknown) => (typeof value === 'number' ? minuteOf(value) : '')}
    parse={(text: string) => (text === '' ? null : minuteStart(text))}
    {...props}
  />
);
