import { Box } from '@mui/material';
import { useTranslate } from 'react-admin';
import { ActionMenu } from '../../kit/action/ActionMenu.tsx';
import { RunButton } from '../../kit/action/RunButton.tsx';
import { useInvoke } from '../../kit/base/InvokeContext.ts';
import { useRecord } from '../../kit/base/record.ts';
import { ApiKeyDeleteDialog } from './ApiKeyDeleteDialog.tsx';
import { ApiKeyDialog } from './ApiKeyDialog.tsx';
import type { ApiKeyRecord } from './ApiKeyRecord.ts';
import { ApiKeyRotateDialog } from './ApiKeyRotateDialog.tsx';
import { ApiKeyStatusButton } from './ApiKeyStatusButton.tsx';
import { ApiKeyUsageDialog } from './ApiKeyUsageDialog.tsx';

const t = (key: string) => `resources.api-keys.${key}`;

export const ApiKeyActions = () => {
  const translate = useTranslate();
  const invoke = useInvoke();
  const record = useRecord<ApiKeyRecord>();
  const apiKey = { record };
  return (
    <Box sx={{ display: 'inline-flex', alignItems: 'center', gap: 0.5 }}>
      <RunButton
        variant="text"
        size="small"
        label={translate(t('test.action'))}
        aria-label={translate(t('test.of'), { name: record.name })}
        run={() => invoke('adminApiKey', 'testApiKey', { id: record.id })}
        done={({ ok, status }) =>
          translate(t(ok ? 'test.well' : `test.${status}`), { name: record.name })
        }
      />
      <ApiKeyStatusButton {...apiKey} />
      <ActionMenu
        name={record.name}
        actions={[
          {
            label: translate(t('edit')),
            dialog: close => <ApiKeyDialog {...apiKey} onClose={close} />,
          },
          {
            label: translate(t('rotate.action')),
            dialog: close => <ApiKeyRotateDialog {...apiKey} onClose={close} />,
          },
          {
            label: translate(t('usage.action')),
            dialog: close => <ApiKeyUsageDialog {...apiKey} onClose={close} />,
          },
          {
            label: translate('list.delete.action'),
            danger: true,
            dialog: close => <ApiKeyDeleteDialog {...apiKey} onClose={close} />,
          },
        ]}
      />
    </Box>
  );
};
