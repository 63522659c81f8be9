import { MenuItem, TextField } from '@mui/material';
import { useState } from 'react';
import { carrierNamed } from '#contract/carrierNames.ts';
import { carrierKeys, carriers } from '#contract/carriers.ts';
import { useTexts } from '../../../kit/base/hooks.ts';
import type { ShippingRow } from './readLine.ts';
import type { ImportRow } from './useShippingImport.ts';

export interface CellInputProps {
  row: ImportRow;
  column: keyof ShippingRow;
  onCorrect: (cells: Partial<ShippingRow>) => void;
}

/** A cell of a doubtful row, with what is wrong about it; it is checked again when one leaves it. */
export const CellInput = ({ row, column, onCorrect }: CellInputProps) => {
  const t = useTexts('resources.print-orders.import');
  const [typed, setTyped] = useState<string | null>(null);
  const value = row[column];
  const message = row.result === 'failed' && (row.field ?? 'printNo') === column && row.message;
  const label = `${t(`columns.${column}`)} ${row.row + 1}`;
  const shared = {
    size: 'small',
    fullWidth: true,
    error: Boolean(message),
    helperText: message || undefined,
    sx: { minWidth: 128, '& .MuiFormHelperText-root': { mx: 0 } },
  } as const;
  if (column === 'expressCompany') {
    const known = carrierNamed(value);
    return (
      <TextField
        {...shared}
        select
        value={known ?? value}
        onChange={({ target }) => onCorrect({ expressCompany: target.value })}
        slotProps={{
          select: { displayEmpty: true, SelectDisplayProps: { 'aria-label': label } },
        }}
      >
        <MenuItem value="">{t('guessed')}</MenuItem>
        {!known && value !== '' && <MenuItem value={value}>{value}</MenuItem>}
        {carrierKeys.map(key => (
          <MenuItem key={key} value={key}>
            {carriers[key].label}
          </MenuItem>
        ))}
      </TextField>
    );
  }
  const leave = () => {
    setTyped(null);
    if (typed !== null && typed !== value) onCorrect({ [column]: typed });
  };
  return (
    <TextField
      {...shared}
      value={typed ?? value}
      onChange={({ target }) => setTyped(target.value)}
      onBlur={leave}
      onKeyDown={event => {
        if (event.key === 'Enter' && !event.nativeEvent.isComposing) leave();
      }}
      slotProps={{
        htmlInput: { 'aria-label': label, autoComplete: 'off', spellCheck: false },
      }}
    />
  );
};
