import { Box, Button, Dialog, DialogActions, DialogContent, DialogTitle } from '@mui/material';
import { useRef, useState } from 'react';
import { useTranslate } from 'react-admin';
import { activationCodeActions } from '#contract/activationCode.ts';
import { ActionDialog } from '../../kit/action/ActionDialog.tsx';
import { useClose } from '../../kit/action/DialogContext.tsx';
import { ReasonInput } from '../../kit/action/ReasonInput.tsx';
import { useInvoke, useRecord } from '../../kit/base/hooks.ts';
import { CopyText } from '../../kit/field/CopyText.tsx';
import type { CodeRecord } from './records.ts';

const { reason } = activationCodeActions.revealCodes.input.shape;

/** The whole code, for as long as the dialog is open. */
export const CodeRevealDialog = () => {
  const translate = useTranslate();
  const onClose = useClose();
  const { id, codeMask } = useRecord<CodeRecord>();
  const invoke = useInvoke();
  const [shown, setShown] = useState<string | null>(null);
  /** The answer replaces the question. */
  const answered = useRef(false);
  if (shown !== null) {
    return (
      <Dialog open onClose={onClose} aria-labelledby="revealed">
        <DialogTitle id="revealed">
          {translate('resources.activation-codes.reveal.shown')}
        </DialogTitle>
        <DialogContent>
          <Box component="code" sx={{ fontSize: '1.125rem' }}>
            {shown} <CopyText text={shown} name={translate('resources.activation-codes.code')} />
          </Box>
        </DialogContent>
        <DialogActions>
          <Button onClick={onClose}>{translate('ra.action.close')}</Button>
        </DialogActions>
      </Dialog>
    );
  }
  return (
    <ActionDialog
      texts="resources.activation-codes.reveal"
      values={{ code: codeMask }}
      labels="activation-codes"
      fields={{ reason }}
      onClose={() => {
        if (!answered.current) onClose();
      }}
      run={async input => {
        const { list } = await invoke('adminActivationCode', 'revealCodes', {
          ids: [id],
          ...input,
        });
        answered.current = true;
        return list[0]?.code ?? '';
      }}
      onDone={setShown}
    >
      <ReasonInput />
    </ActionDialog>
  );
};
