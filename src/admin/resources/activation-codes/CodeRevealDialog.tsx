import { Box, Button, Dialog, DialogActions, DialogContent, DialogTitle } from '@mui/material';
import { useRef, useState } from 'react';
import { useTranslate } from 'react-admin';
import { activationCodeActions } from '#contract/activationCode.ts';
import { ActionDialog } from '../../kit/action/ActionDialog.tsx';
import { ReasonInput } from '../../kit/action/ReasonInput.tsx';
import { useInvoke } from '../../kit/base/InvokeContext.ts';
import { CopyText } from '../../kit/field/CopyText.tsx';
import type { CodeRecord } from './records.ts';

const t = (key: string) => `resources.activation-codes.${key}`;
const { reason } = activationCodeActions.revealCodes.input.shape;

/** The whole code, for as long as the dialog is open. */
export const CodeRevealDialog = ({ code, onClose }: { code: CodeRecord; onClose: () => void }) => {
  const translate = useTranslate();
  const invoke = useInvoke();
  const [shown, setShown] = useState<string | null>(null);
  /** The answer replaces the question. */
  const answered = useRef(false);
  if (shown !== null) {
    return (
      <Dialog open onClose={onClose} aria-labelledby="revealed">
        <DialogTitle id="revealed">{translate(t('reveal.shown'))}</DialogTitle>
        <DialogContent>
          <Box component="code" sx={{ fontSize: '1.125rem' }}>
            {shown} <CopyText text={shown} name={translate(t('code'))} />
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
      title={translate(t('reveal.title'), { code: code.codeMask })}
      labels="activation-codes"
      facts={translate(t('reveal.facts'))}
      fields={{ reason }}
      submit={translate(t('reveal.action'))}
      onClose={() => {
        if (!answered.current) onClose();
      }}
      run={async values => {
        const { list } = await invoke('adminActivationCode', 'revealCodes', {
          ids: [code.id],
          reason: String(values['reason']),
        });
        answered.current = true;
        return list[0]?.code ?? '';
      }}
      onDone={setShown}
    >
      <ReasonInput suggestions={t('reveal.reasons')} />
    </ActionDialog>
  );
};
