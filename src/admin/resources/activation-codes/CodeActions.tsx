import { Box } from '@mui/material';
import { useTranslate } from 'react-admin';
import { activationCodeActions } from '#contract/activationCode.ts';
import { ActionButton } from '../../kit/action/ActionButton.tsx';
import { ActionDialog } from '../../kit/action/ActionDialog.tsx';
import { ReasonInput } from '../../kit/action/ReasonInput.tsx';
import { useInvoke } from '../../kit/base/InvokeContext.ts';
import { useRecord } from '../../kit/base/record.ts';
import { CodeRevealDialog } from './CodeRevealDialog.tsx';
import type { CodeRecord } from './records.ts';

const t = (key: string) => `resources.activation-codes.${key}`;
const { reason } = activationCodeActions.restoreCode.input.shape;

/** Actions on a single code: show it, disable it, restore it. */
export const CodeActions = () => {
  const translate = useTranslate();
  const code = useRecord<CodeRecord>();
  const of = (action: string) => ({
    label: translate(t(`${action}.action`)),
    'aria-label': translate(t(`${action}.of`), { code: code.codeMask }),
    variant: 'text' as const,
    size: 'small' as const,
  });
  return (
    <Box sx={{ display: 'inline-flex', gap: 0.5 }}>
      <ActionButton
        {...of('reveal')}
        dialog={close => <CodeRevealDialog code={code} onClose={close} />}
      />
      {code.status === 'unused' && (
        <ActionButton
          {...of('disableOne')}
          color="error"
          dialog={close => <CodeDialog code={code} deed="disableOne" onClose={close} />}
        />
      )}
      {code.status === 'disabled' && (
        <ActionButton
          {...of('restore')}
          dialog={close => <CodeDialog code={code} deed="restore" onClose={close} />}
        />
      )}
    </Box>
  );
};

interface CodeDialogProps {
  code: CodeRecord;
  deed: 'disableOne' | 'restore';
  onClose: () => void;
}

const CodeDialog = ({ code, deed, onClose }: CodeDialogProps) => {
  const translate = useTranslate();
  const invoke = useInvoke();
  const { id, codeMask } = code;
  return (
    <ActionDialog<unknown>
      danger={deed === 'disableOne'}
      title={translate(t(`${deed}.title`), { code: codeMask })}
      labels="activation-codes"
      facts={translate(t(`${deed}.facts`))}
      fields={{ reason }}
      submit={translate(t(`${deed}.action`))}
      done={t(`${deed}.done`)}
      onClose={onClose}
      run={values => {
        const why = { reason: String(values['reason']) };
        return deed === 'restore'
          ? invoke('adminActivationCode', 'restoreCode', { id, ...why })
          : invoke('adminActivationCode', 'disableCodes', { ids: [id], expectCount: 1, ...why });
      }}
    >
      <ReasonInput suggestions={t(`${deed}.reasons`)} />
    </ActionDialog>
  );
};
