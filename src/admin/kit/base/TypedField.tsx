import { TextField, type TextFieldProps } from '@mui/material';
import { useState } from 'react';
import { problemOf, type TypedKind, typedNumber } from './typedKinds.ts';

/** For an incomplete date the browser only reports that it is invalid. */
const INCOMPLETE = '-';
const LAST = { date: '9999-12-31', 'datetime-local': '9999-12-31T23:59' };

/** What a field holds: a value, nothing, or a text that is no value. */
export type Typed = number | string | null;

export interface TypedFieldProps extends Omit<TextFieldProps, 'onChange' | 'type' | 'value'> {
  kind?: TypedKind;
  value: unknown;
  onChange: (value: Typed) => void;
}

/**
 * MUI's `TextField` for a number, an amount of money or a date. What is no such value stays as typed and is held as text,
 * with an error beside it, so that saving can be refused. An input of type `number` would report nothing
 * instead, and the wheel would change it.
 */
export const TypedField = ({
  kind = typedNumber,
  value,
  onChange,
  onBlur,
  error = false,
  helperText,
  slotProps = {},
  ...props
}: TypedFieldProps) => {
  /** `19.` is `19.00` only once the field is left. */
  const [typed, setTyped] = useState<{ text: string; value: Typed } | null>(null);
  const { type } = kind;
  const problem = problemOf(kind, value);
  const written = () => {
    if (typed && typed.value === value) return typed.text;
    if (typeof value === 'number') return kind.write(value);
    return problem && !(type && value === INCOMPLETE) ? value : '';
  };
  const hold = (text: string, held: Typed) => {
    setTyped({ text, value: held });
    onChange(held);
  };
  /** The browser reports no change while a date is begun and not complete. */
  const look = ({ value: text, validity }: HTMLInputElement) => {
    if (type && validity?.badInput && value !== INCOMPLETE) hold('', INCOMPLETE);
    else if (text === '' && !validity?.badInput && value === INCOMPLETE) hold('', null);
  };
  const showsError = error || (problem !== undefined && !typed);
  return (
    <TextField
      autoComplete="off"
      {...props}
      type={type ?? 'text'}
      value={written()}
      onChange={({ target }) => {
        const { value: text, validity } = target as HTMLInputElement;
        const isEmpty = text.trim() === '' && !validity?.badInput;
        const read = isEmpty ? null : (kind.read(text) ?? (text || INCOMPLETE));
        hold(text, read);
      }}
      onKeyUp={({ target }) => look(target as HTMLInputElement)}
      onBlur={event => {
        look(event.target as HTMLInputElement);
        setTyped(null);
        onBlur?.(event);
      }}
      error={showsError}
      helperText={(showsError && problem) || helperText}
      slotProps={{
        ...slotProps,
        ...(type && { inputLabel: { shrink: true, ...slotProps.inputLabel } }),
        htmlInput: {
          ...(type ? { max: LAST[type] } : { inputMode: 'decimal' }),
          ...slotProps.htmlInput,
        },
      }}
    />
  );
};
