import { Alert, Button, Dialog, DialogActions, DialogContent, DialogTitle } from '@mui/material';
import { useId } from 'react';
import { Form, useTranslate } from 'react-admin';
import { useFormState } from 'react-hook-form';
import { useDataProvider, useTexts } from '../kit/base/hooks.ts';
import { Quiet } from '../kit/field/valueFields.tsx';
import { CodeInput } from './pages/secondFactor/CodeInput.tsx';
import { useSubmit } from './pages/secondFactor/useSubmit.ts';
import { useSecondFactor } from './SecondFactorContext.ts';

/** Asks for a code, and says whether it was confirmed. */
export const AskingDialog = () => {
  const t = useTexts('app.secondFactor.ask');
  const titleId = useId();
  const { invoke } = useDataProvider();
  const { answer } = useSecondFactor();
  const { failure, submit } = useSubmit(async ({ code = '' }) => {
    await invoke('adminAuth', 'confirmSecondFactor', { code });
    answer(true);
  });
  const cancel = () => answer(false);
  return (
    <Dialog open onClose={cancel} maxWidth="xs" fullWidth aria-labelledby={titleId}>
      <DialogTitle id={titleId}>{t('title')}</DialogTitle>
      <Form noValidate record={NO_RECORD} onSubmit={submit} disableInvalidFormNotification>
        <DialogContent sx={{ display: 'grid', gap: 1.5 }}>
          <Quiet>{t('facts')}</Quiet>
          <div>
            <CodeInput />
          </div>
          {failure && <Alert severity="error">{failure}</Alert>}
        </DialogContent>
        <Buttons onCancel={cancel} />
      </Form>
    </Dialog>
  );
};

const NO_RECORD = {};

const Buttons = ({ onCancel }: { onCancel: () => void }) => {
  const t = useTexts('app.secondFactor.ask');
  const translate = useTranslate();
  const { isSubmitting } = useFormState();
  return (
    <DialogActions>
      <Button onClick={onCancel} disabled={isSubmitting}>
        {translate('action.cancel')}
      </Button>
      <Button type="submit" variant="contained" loading={isSubmitting}>
        {t('submit')}
      </Button>
    </DialogActions>
  );
};
