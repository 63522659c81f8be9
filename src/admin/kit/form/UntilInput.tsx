import { Box, MenuItem, TextField } from '@mui/material';
import { useState } from 'react';
import { useInput, useTranslate } from 'react-admin';
import { dayEnd, dayOf, exactTime } from '../../../shared/time.ts';
import { TypedField } from '../base/TypedField.tsx';
import { typedLastDay } from '../base/typedKinds.ts';
import { useNow } from '../base/useNow.ts';
import { sentenceOf } from './sentenceOf.ts';

const DAY = 86_400_000;
const NONE = 'none';
const DATE = 'date';

export interface UntilInputProps {
  source: string;
  label: string;
  /** The meaning of an empty choice. */
  none: string;
  /** How many days from now can be chosen at once. */
  days: readonly number[];
}

/** An end in the future: none, after a number of days, or on a day of the calendar. Held as an instant, or null. */
export const UntilInput = ({ source, label, none, days }: UntilInputProps) => {
  const translate = useTranslate();
  const { field, fieldState, id } = useInput({ source });
  const now = useNow();
  const [choice, setChoice] = useState(NONE);
  const value: unknown = field.value;
  const choose = (chosen: string) => {
    setChoice(chosen);
    if (chosen === NONE) field.onChange(null);
    else if (chosen === DATE) field.onChange(dayEnd(dayOf(Date.now() + DAY)));
    else field.onChange(Date.now() + Number(chosen) * DAY);
  };
  const sentence = sentenceOf(fieldState.error);
  return (
    <Box sx={{ display: 'grid', gap: 1, gridTemplateColumns: choice === DATE ? '1fr 1fr' : '1fr' }}>
      <TextField
        id={id}
        select
        label={label}
        value={choice}
        onChange={({ target }) => choose(target.value)}
        error={fieldState.invalid && choice !== DATE}
        helperText={
          (choice !== DATE && sentence) ||
          (typeof value === 'number' ? exactTime(value) : undefined)
        }
      >
        <MenuItem value={NONE}>{none}</MenuItem>
        {days.map(count => (
          <MenuItem key={count} value={String(count)}>
            {translate('form.until.days', { count })}
          </MenuItem>
        ))}
        <MenuItem value={DATE}>{translate('form.until.date')}</MenuItem>
      </TextField>
      {choice === DATE && (
        <TypedField
          kind={typedLastDay}
          label={translate('form.until.lastDay')}
          value={value}
          // A day was asked for; none would mean that there is no end.
          onChange={until => field.onChange(until ?? '')}
          error={fieldState.invalid}
          helperText={sentence}
          slotProps={{ htmlInput: { min: dayOf(now) } }}
        />
      )}
    </Box>
  );
};
