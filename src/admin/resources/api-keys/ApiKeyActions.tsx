import { Box } from '@mui/material';
import { NumberInput, PasswordInput, useTranslate } from 'react-admin';
import { apiKeyActions } from '#contract/apiKey.ts';
import { ActionDialog } from '../../kit/action/ActionDialog.tsx';
import { ActionMenu } from '../../kit/action/ActionMenu.tsx';
import { RunButton } from '../../kit/action/buttons.tsx';
import { alreadyGone } from '../../kit/action/repeated.ts';
import { useInvoke, useRecord, useTexts } from '../../kit/base/hooks.ts';
import { ApiKeyDialog } from './ApiKeyDialog.tsx';
import type { ApiKeyRecord } from './ApiKeyRecord.ts';
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

const ApiKeyDeleteDialog = () => {
  const translate = useTranslate();
  const invoke = useInvoke();
  const { id, rev, name } = useRecord<ApiKeyRecord>();
  return (
    <ActionDialog
      danger
      texts="resources.api-keys.delete"
      values={{ name }}
      facts={translate('resources.api-keys.delete.effect')}
      typed={name}
      submit={translate('list.delete.confirm')}
      run={() => invoke('adminApiKey', 'deleteApiKey', { id, rev }).catch(alreadyGone)}
    />
  );
};

const { key, overlapMin } = apiKeyActions.rotateApiKey.input.shape;
const DEFAULT_OVERLAP = 60;

/** Replaces a key; tasks started with the old one are finished with it. */
const ApiKeyRotateDialog = () => {
  const invoke = useInvoke();
  const { id, rev, name, keyMask } = useRecord<ApiKeyRecord>();
  return (
    <ActionDialog
      texts="resources.api-keys.rotate"
      values={{ name, mask: keyMask }}
      fields={{ key, overlapMin }}
      defaults={{ key: '', overlapMin: DEFAULT_OVERLAP }}
      run={({ key, overlapMin }) =>
        invoke('adminApiKey', 'rotateApiKey', {
          id,
          rev,
          key,
          ...(typeof overlapMin === 'number' && { overlapMin }),
        })
      }
    >
      <PasswordInput
        source="key"
        isRequired
        autoFocus
        autoComplete="off"
        helperText={'resources.api-keys.help.key'}
        fullWidth
      />
      <NumberInput
        source="overlapMin"
        min={0}
        step={10}
        helperText={'resources.api-keys.help.overlapMin'}
        fullWidth
      />
    </ActionDialog>
  );
};
