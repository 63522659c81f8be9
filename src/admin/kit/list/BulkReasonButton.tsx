import { Box, TextField } from '@mui/material';
import { type ReactNode, useState } from 'react';
import type { z } from '#contract/zod.ts';
import { BulkActionButton, type BulkActionButtonProps } from './BulkActionButton.tsx';

export interface BulkReasonButtonProps extends Pick<
  BulkActionButtonProps,
  'label' | 'icon' | 'color' | 'title' | 'right'
> {
  /** The effect on the records. */
  facts: ReactNode;
  /** The input's label, and the contract's rule for it. */
  reasonLabel: string;
  rule: z.ZodType<string>;
  /** A second input: what the user reads. */
  userNote?: { label: string; help: string; rule: z.ZodType };
  run: (id: string, reason: string, userNote: string) => Promise<unknown>;
}

/** A bulk action that needs a reason, the same for all records. */
export const BulkReasonButton = ({
  facts,
  reasonLabel,
  rule,
  userNote,
  run,
  ...button
}: BulkReasonButtonProps) => {
  const [reason, setReason] = useState('');
  const [note, setNote] = useState('');
  const { success, data, error } = rule.safeParse(reason);
  const isWrong = reason.trim() !== '' && !success;
  const noteProblem = userNote?.rule.safeParse(note).error?.issues[0]?.message;
  return (
    <BulkActionButton
      {...button}
      canConfirm={success && !noteProblem}
      actOn={({ id }) => run(String(id), data ?? '', note)}
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
        {userNote && (
          <TextField
            label={userNote.label}
            value={note}
            onChange={({ target }) => setNote(target.value)}
            error={note !== '' && Boolean(noteProblem)}
            helperText={(note !== '' && noteProblem) || userNote.help}
            autoComplete="off"
            fullWidth
          />
        )}
      </Box>
    </BulkActionButton>
  );
};
