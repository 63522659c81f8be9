import { InputAdornment } from '@mui/material';
import { useState } from 'react';
import { TextInput, useTranslate } from 'react-admin';
import { fenToYuan, yuanToFen } from '../base/yuan.ts';

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
