import { Box } from '@mui/material';
import { useTranslate } from 'react-admin';
import { ActionMenu } from '../../kit/action/ActionMenu.tsx';
import { RunButton } from '../../kit/action/RunButton.tsx';
import { useInvoke } from '../../kit/base/InvokeContext.ts';
import { useRecord } from '../../kit/base/record.ts';
import { useTexts } from '../../kit/base/useTexts.ts';
import { ApiKeyDeleteDialog } from './ApiKeyDeleteDialog.tsx';
import { ApiKeyDialog } from './ApiKeyDialog.tsx';
import type { ApiKeyRecord } from './ApiKeyRecord.ts';
import { ApiKeyRotateDialog } from './ApiKeyRotateDialog.tsx';
import { ApiKeyStatusButton } from './ApiKeyStatusButton.tsx';
import { ApiKeyUsageDialog } from './ApiKeyUsageDialog.tsx';

export const ApiKeyActions = () => {
  const translate = useTranslate();
  const t = useTexts('resources.api-keys');
  const invoke = useInvoke();
  const record = useRecord<ApiKeyRecord>();
  return (
    <Box sx={{ display: 'inline-flex', alignItems: 'center', gap: 0.5 }}>
      <RunButton
        variant="text"
        size="small"
        label={t('test.action')}
        aria-label={t('test.of', { name: record.name })}
        run={() => invoke('adminApiKey', 'testApiKey', { id: record.id })}
        done={({ ok, status }) => t(ok ? 'test.well' : `test.${status}`, { name: record.name })}
      />
      <ApiKeyStatusButton />
      <ActionMenu
        name={record.name}
        actions={[
          {
            label: t('edit'),
            dialog: <ApiKeyDialog />,
          },
          {
            label: t('rotate.action'),
            dialog: <ApiKeyRotateDialog />,
          },
          {
            label: t('usage.action'),
            dialog: <ApiKeyUsageDialog />,
          },
          {
            label: translate('list.delete.action'),
            danger: true,
            dialog: <ApiKeyDeleteDialog />,
          },
        ]}
      />
    </Box>
  );
};
