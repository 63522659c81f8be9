import { Box, TextField } from '@mui/material';
import { type ReactNode, useState } from 'react';
import type { z } from '#contract/zod.ts';
import { BulkActionButton, type BulkActionButtonProps } from './BulkActionButton.tsx';

export interface BulkReasonButtonProps extends Pick<
  BulkActionButtonProps,
  'label' | 'icon' | 'color' | 'title'
> {
  /** The effect on the records. */
  facts: ReactNode;
  /** The input's label, and the contract's rule for it. */
  reasonLabel: string;
  rule: z.ZodType<string>;
  run: (id: string, reason: string) => Promise<unknown>;
}

/** A bulk action that needs a reason, the same for all records. */
export const BulkReasonButton = ({
  facts,
  reasonLabel,
  rule,
  run,
  ...button
}: BulkReasonButtonProps) => {
  const [reason, setReason] = useState('');
  const { success, data, error } = rule.safeParse(reason);
  const isWrong = reason.trim() !== '' && !success;
  return (
    <BulkActionButton
      {...button}
      canConfirm={success}
      actOn={({ id }) => run(String(id), data ?? '')}
    >
      <Box sx={{ display: 'grid', gap: 1.5 }}>
        {facts}
        <TextField
          label={reasonLabel}
          value={reason}
          onChange={({ target }) => setReason(target.value)}
          error={isWrong}
          helperText={isWrong && error.issues[0]?.message}
          autoComplete="off"
          fullWidth
        />
      </Box>
    </BulkActionButton>
  );
};
