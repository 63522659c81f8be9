import { TextField } from '@mui/material';
import { useState } from 'react';
import { Quiet } from '../field/valueFields.tsx';

export interface QtyInputProps {
  /** Not shown. */
  label: string;
  qty: number;
  most: number;
  /** CSS pixels. */
  width?: number;
  onChoose: (qty: number) => void;
}

/** How many of so many. What is typed stays until the field is left; only a number that is possible counts. */
export const QtyInput = ({ label, qty, most, width = 84, onChoose }: QtyInputProps) => {
  const [text, setText] = useState<string | null>(null);
  const isPossible = (typed: string) => /^\d{1,5}$/.test(typed) && +typed >= 1 && +typed <= most;
  return (
    <TextField
      margin="none"
      value={text ?? qty}
      error={text !== null && !isPossible(text)}
      onChange={({ target }) => {
        setText(target.value);
        if (isPossible(target.value)) onChoose(Number(target.value));
      }}
      onBlur={() => setText(null)}
      // It would send the number before.
      onKeyDown={event =>
        event.key === 'Enter' && text !== null && !isPossible(text) && event.preventDefault()
      }
      sx={{ '&&': { width } }}
      slotProps={{
        htmlInput: { 'aria-label': label, inputMode: 'numeric', autoComplete: 'off' },
        input: {
          endAdornment: (
            <Quiet tiny sx={{ whiteSpace: 'nowrap' }}>
              / {most}
            </Quiet>
          ),
        },
      }}
    />
  );
};
