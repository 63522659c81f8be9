import { Box, Button, TextField } from '@mui/material';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useNotify, useRefresh, useTranslate } from 'react-admin';
import { useInvoke, useRecord } from '../../kit/base/hooks.ts';
import { Quiet, Time } from '../../kit/field/valueFields.tsx';
import { Panel } from '../../kit/show/Panel.tsx';
import type { OrderOnPage } from './orderRecord.ts';

const MOST_CHARACTERS = 500;

/** What administrators have written about the order, newest first, and room for more. */
export const OrderRemarksPanel = () => {
  const translate = useTranslate();
  const order = useRecord<OrderOnPage>();
  const remarks = [...order.adminRemarks].reverse();
  return (
    <Panel title={translate('resources.orders.panels.remarks')}>
      <RemarkInput key={order.id} id={order.id} />
      {remarks.length > 0 && (
        <Box component="ul" sx={{ listStyle: 'none', m: 0, mt: 1, p: 0, fontSize: '0.8125rem' }}>
          {remarks.map(({ time, by, text }) => (
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
        </Box>
      )}
    </Panel>
  );
};

const RemarkInput = ({ id }: { id: string }) => {
  const translate = useTranslate();
  const invoke = useInvoke();
  const notify = useNotify();
  const refresh = useRefresh();
  const [text, setText] = useState('');
  const { mutate, isPending } = useMutation({
    mutationFn: () => invoke('adminOrder', 'addRemark', { id, text: text.trim() }),
    onSuccess: () => {
      setText('');
      refresh();
    },
    // What was written stays for another try.
    onError: error => notify(error.message, { type: 'error' }),
  });
  const label = translate('resources.orders.remark.input');
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
        value={text}
        onChange={({ target }) => setText(target.value)}
        slotProps={{ htmlInput: { 'aria-label': label, maxLength: MOST_CHARACTERS } }}
      />
      {text.trim() && (
        <Box sx={{ display: 'flex', justifyContent: 'flex-end', mt: 1 }}>
          <Button type="submit" variant="contained" size="small" loading={isPending}>
            {translate('resources.orders.remark.add')}
          </Button>
        </Box>
      )}
    </Box>
  );
};
