import { Box, TextField, ToggleButton, ToggleButtonGroup } from '@mui/material';
import { useState } from 'react';
import { useInput, useTranslate } from 'react-admin';
import { sentenceOf } from '../../kit/form/sentenceOf.ts';

/** A sign to tap and digits, because phones' number keys have no minus. */
export const CreditDeltaInput = ({ source }: { source: string }) => {
  const translate = useTranslate();
  const { field, fieldState, id } = useInput({ source });
  const [sign, setSign] = useState<1 | -1>(1);
  const [digits, setDigits] = useState('');
  const hold = (text: string, by: 1 | -1) =>
    field.onChange(/^\d{1,9}$/.test(text) ? Number(text) * by : text === '' ? null : text);
  return (
    <Box sx={{ display: 'flex', gap: 1, alignItems: 'flex-start' }}>
      <ToggleButtonGroup
        exclusive
        size="small"
        value={sign}
        aria-label={translate('resources.users.adjust.direction')}
        onChange={(_event, chosen: 1 | -1 | null) => {
          if (chosen === null) return;
          setSign(chosen);
          hold(digits, chosen);
        }}
        sx={{
          mt: '30px',
          '& .MuiToggleButton-root': { minHeight: 37, px: 1.75, whiteSpace: 'nowrap' },
        }}
      >
        <ToggleButton value={1}>{translate('resources.users.adjust.give')}</ToggleButton>
        <ToggleButton value={-1}>{translate('resources.users.adjust.take')}</ToggleButton>
      </ToggleButtonGroup>
      <TextField
        id={id}
        label={translate('resources.users.adjust.amount')}
        required
        fullWidth
        value={digits}
        autoComplete="off"
        onChange={({ target }) => {
          const text = target.value.trim();
          setDigits(text);
          hold(text, sign);
        }}
        onBlur={field.onBlur}
        inputRef={field.ref}
        error={fieldState.invalid}
        helperText={sentenceOf(fieldState.error)}
        slotProps={{ htmlInput: { inputMode: 'numeric' } }}
      />
    </Box>
  );
};
