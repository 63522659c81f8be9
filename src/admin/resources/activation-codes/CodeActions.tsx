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
      <ActionButton {...of('reveal')} dialog={<CodeRevealDialog />} />
      {code.status === 'unused' && (
        <ActionButton
          {...of('disableOne')}
          color="error"
          dialog={<CodeDialog action="disableOne" />}
        />
      )}
      {code.status === 'disabled' && (
        <ActionButton {...of('restore')} dialog={<CodeDialog action="restore" />} />
      )}
    </Box>
  );
};

const CodeDialog = ({ action }: { action: 'disableOne' | 'restore' }) => {
  const invoke = useInvoke();
  const { id, codeMask } = useRecord<CodeRecord>();
  return (
    <ActionDialog
      danger={action === 'disableOne'}
      texts={`resources.activation-codes.${action}`}
      values={{ code: codeMask }}
      labels="activation-codes"
      fields={{ reason }}
      run={(input): Promise<unknown> =>
        action === 'restore'
          ? invoke('adminActivationCode', 'restoreCode', { id, ...input })
          : invoke('adminActivationCode', 'disableCodes', { ids: [id], expectCount: 1, ...input })
      }
    >
      <ReasonInput />
    </ActionDialog>
  );
};
