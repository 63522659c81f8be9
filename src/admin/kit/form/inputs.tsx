import { InputAdornment } from '@mui/material';
import type { ClipboardEvent, ComponentType, ReactNode } from 'react';
import {
  BooleanInput as RaBooleanInput,
  CheckboxGroupInput as RaCheckboxGroupInput,
  type CheckboxGroupInputProps,
  FieldTitle,
  type NumberInputProps,
  PasswordInput as RaPasswordInput,
  RadioButtonGroupInput as RaRadioButtonGroupInput,
  type RadioButtonGroupInputProps,
  sanitizeInputRestProps,
  SelectInput as RaSelectInput,
  type SelectInputProps,
  TextArrayInput as RaTextArrayInput,
  type TextArrayInputProps as RaTextArrayInputProps,
  TextInput as RaTextInput,
  type TextInputProps,
  useInput,
  useResourceContext,
  useTranslate,
  useWrappedSource,
} from 'react-admin';
import { useFormContext } from 'react-hook-form';
import { namesIn } from '#contract/pasted.ts';
import { useTexts } from '../base/hooks.ts';
import { takeNames } from '../base/takeNames.ts';
import { TypedField } from '../base/TypedField.tsx';
import {
  problemOf,
  typedDay,
  type TypedKind,
  typedMinute,
  typedMoney,
  typedNumber,
} from '../base/typedKinds.ts';
import { sentenceOf } from './sentenceOf.ts';

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
export const PasswordInput = helped(RaPasswordInput);
const HelpedArrayInput = helped(RaTextArrayInput);

const namesOfLines = (text: string) => namesIn(text, /[\r\n]+/);

export interface TextArrayInputProps extends RaTextArrayInputProps {
  /** Its texts are sentences, which have commas themselves. */
  ofSentences?: boolean;
}

/** Several texts; what is pasted or typed together becomes several. */
export const TextArrayInput = ({ ofSentences = false, ...props }: TextArrayInputProps) => {
  const source = useWrappedSource(props.source);
  const { getValues, setValue } = useFormContext();
  const read = ofSentences ? namesOfLines : namesIn;
  const take = (names: string[]) => {
    const before = (getValues(source) ?? []) as string[];
    const options = { shouldDirty: true, shouldTouch: true, shouldValidate: true };
    setValue(source, [...new Set([...before, ...names])], options);
  };
  return (
    <HelpedArrayInput
      parse={(texts: string[]) => texts.flatMap(text => read(text))}
      onPaste={(event: ClipboardEvent) => takeNames(event, read, take)}
      {...(props as RaTextArrayInputProps)}
    />
  );
};
export const TextInput = helped(RaTextInput);
export const CheckboxGroupInput = choosing<CheckboxGroupInputProps>(helped(RaCheckboxGroupInput));
export const RadioButtonGroupInput = choosing<RadioButtonGroupInputProps>(
  helped(RaRadioButtonGroupInput),
);
export const SelectInput = choosing<SelectInputProps>(helped(RaSelectInput));

/** 1Password, LastPass, Bitwarden and Dashlane. */
const left = {
  'data-1p-ignore': 'true',
  'data-lpignore': 'true',
  'data-bwignore': 'true',
  'data-form-type': 'other',
};

export type KeyInputProps = TextInputProps & {
  /** A key of several lines is pasted into a visible text area; a name beside a key is visible too. */
  isVisible?: boolean;
};

/**
 * A key or secret of another service. It is no password of this site, which browsers and password managers would fill
 * in here, and ask to keep; browsers obey only `new-password`.
 */
export const KeyInput = ({ isVisible = false, ...props }: KeyInputProps) => {
  const Input = isVisible ? TextInput : PasswordInput;
  return (
    <Input
      autoComplete={isVisible ? 'off' : 'new-password'}
      fullWidth
      slotProps={{ htmlInput: left }}
      {...props}
    />
  );
};

export interface TypedInputProps extends NumberInputProps {
  kind?: TypedKind;
}

/** A `TypedField` of a form, with the props of react-admin's `NumberInput`. */
const TypedInput = ({ kind = typedNumber, ...props }: TypedInputProps) => {
  const {
    source,
    label,
    resource,
    className,
    validate = [],
    readOnly = false,
    disabled = readOnly,
    // `useInput` calls it.
    onChange: _onChange,
    // Of an input of type `number`.
    min: _min,
    max: _max,
    step: _step,
    ...rest
  } = props;
  const help = useHelp(source, props.helperText);
  const { field, fieldState, id, isRequired } = useInput({
    defaultValue: null,
    ...props,
    // Where the form has no rules of its own.
    validate: [(value: unknown) => problemOf(kind, value), validate].flat(),
  });
  const { ref, ...held } = field;
  return (
    <TypedField
      size="small"
      {...sanitizeInputRestProps(rest)}
      {...held}
      kind={kind}
      id={id}
      inputRef={ref}
      disabled={disabled}
      className={`ra-input ra-input-${source} ${className ?? ''}`}
      label={
        label === false ? null : (
          <FieldTitle label={label} source={source} resource={resource} isRequired={isRequired} />
        )
      }
      error={fieldState.invalid}
      helperText={sentenceOf(fieldState.error) ?? help}
    />
  );
};

/** A number; what is none is held as typed, so that the form reports it. */
export const NumberInput = (props: TypedInputProps) => <TypedInput {...props} />;

/** An instant in Shanghai time, held in epoch milliseconds; `null` when empty. */
export const DateTimeInput = (props: TypedInputProps) => (
  <TypedInput kind={typedMinute} {...props} />
);

/** A day in Shanghai, held as the instant that it begins with. */
export const DateInput = (props: TypedInputProps) => <TypedInput kind={typedDay} {...props} />;

export interface MoneyInputProps extends TypedInputProps {
  /** Name for screen readers where there is no visible label. */
  name?: string;
}

/** Typed in yuan, held in fen. */
export const MoneyInput = ({ name, ...props }: MoneyInputProps) => {
  const t = useTexts('form.unit');
  return (
    <TypedInput
      kind={typedMoney}
      {...props}
      slotProps={{
        ...(name && { htmlInput: { 'aria-label': name } }),
        input: {
          endAdornment: <InputAdornment position="end">{t('yuan')}</InputAdornment>,
        },
      }}
    />
  );
};

/** A table of choices in the form of react-admin's inputs. */
export const choicesOf = (choices: Readonly<Record<string, { label: string }>>) =>
  Object.entries(choices).map(([id, { label }]) => ({ id, name: label }));
