import { Box, Button, TextField } from '@mui/material';
import { useMutation } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useNotify } from 'react-admin';
import { MAX_REMARK_LENGTH } from '#contract/remark.ts';
import { useReread } from '../action/useRun.ts';
import { useTexts } from '../base/hooks.ts';

/** Room for what an administrator writes about a record, for colleagues. */
export const RemarkInput = ({ add }: { add: (text: string) => Promise<unknown> }) => {
  const t = useTexts('form.remarks');
  const notify = useNotify();
  const reread = useReread();
  const [text, setText] = useState('');
  const input = useRef<HTMLTextAreaElement>(null);
  const { mutate, isPending } = useMutation({
    mutationFn: () => add(text.trim()),
    onSuccess: record => {
      setText('');
      // The button that had it is gone.
      input.current?.focus();
      void reread(record);
    },
    // What was written stays for another try.
    onError: error => notify(error.message, { type: 'error' }),
  });
  const label = t('input');
  return (
    <Box
      component="form"
      onSubmit={event => {
        event.preventDefault();
        if (text.trim() && !isPending) mutate();
      }}
    >
      <TextField
        multiline
        fullWidth
        margin="none"
        minRows={text ? 2 : 1}
        placeholder={label}
        inputRef={input}
        value={text}
        onChange={({ target }) => setText(target.value)}
        slotProps={{ htmlInput: { 'aria-label': label, maxLength: MAX_REMARK_LENGTH } }}
      />
      {text.trim() && (
        <Box sx={{ display: 'flex', justifyContent: 'flex-end', mt: 1 }}>
          <Button type="submit" variant="contained" size="small" loading={isPending}>
            {t('add')}
          </Button>
        </Box>
      )}
    </Box>
  );
};
