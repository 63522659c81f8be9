import { Box, Button, TextField } from '@mui/material';
import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useRef, useState } from 'react';
import { useNotify } from 'react-admin';
import { type AdminRemark, MAX_REMARK_LENGTH } from '#contract/remark.ts';
import { useReread } from '../action/useReread.ts';
import { useTexts } from '../base/hooks.ts';
import { PlainList } from '../base/PlainList.tsx';
import { Quiet, Time } from '../field/valueFields.tsx';
import { Panel } from './Panel.tsx';

export interface RemarksPanelProps {
  remarks: readonly AdminRemark[];
  add: (text: string) => Promise<unknown>;
  /** Above them: what the user wrote. */
  children?: ReactNode;
}

/** What administrators have written about a record, newest first, and room for more. */
export const RemarksPanel = ({ remarks, add, children }: RemarksPanelProps) => {
  const t = useTexts('form.remarks');
  return (
    <Panel title={t('title')}>
      {children}
      <RemarkInput add={add} />
      {remarks.length > 0 && (
        <PlainList sx={{ mt: 1, fontSize: '0.8125rem' }}>
          {[...remarks].reverse().map(({ time, by, text }) => (
            <Box
              key={`${time} ${text}`}
              component="li"
              sx={{ py: 1, borderTop: 1, borderColor: 'divider' }}
            >
              <Box sx={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>{text}</Box>
              <Quiet tiny>
                {by} · <Time instant={time} />
              </Quiet>
            </Box>
          ))}
        </PlainList>
      )}
    </Panel>
  );
};

const RemarkInput = ({ add }: Pick<RemarksPanelProps, 'add'>) => {
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
