import { Box, Button, Skeleton } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslate } from 'react-admin';
import { type ApiKey, apiKeyActions, manualApiKeyTransitions } from '#contract/apiKey.ts';
import type { ActionFailure } from '#dataProvider/invoke.ts';
import { formatCount } from '../../../shared/count.ts';
import { ActionDialog, DialogButton } from '../../kit/action/ActionDialog.tsx';
import { ActionForm, alreadyGone, SubmitButton } from '../../kit/action/ActionForm.tsx';
import { ActionMenu } from '../../kit/action/ActionMenu.tsx';
import { RunButton } from '../../kit/action/buttons.tsx';
import { useClose } from '../../kit/action/DialogContext.tsx';
import { useDataProvider, useRecord, useTexts } from '../../kit/base/hooks.ts';
import { LoadFailure } from '../../kit/base/LoadFailure.tsx';
import { PlainDialog } from '../../kit/base/PlainDialog.tsx';
import { LazyDayChart } from '../../kit/charts/LazyDayChart.tsx';
import { Quiet } from '../../kit/field/valueFields.tsx';
import { KeyInput, NumberInput } from '../../kit/form/inputs.tsx';
import { ApiKeyDialog } from './ApiKeyDialog.tsx';

export const ApiKeyActions = () => {
  const translate = useTranslate();
  const t = useTexts('resources.api-keys');
  const { invoke } = useDataProvider();
  const record = useRecord<ApiKey>();
  return (
    <Box sx={{ display: 'inline-flex', alignItems: 'center', gap: 0.5 }}>
      <RunButton
        right="api-keys.write"
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
            right: 'api-keys.write',
            dialog: <ApiKeyDialog />,
          },
          {
            label: t('rotate.action'),
            right: 'api-keys.write',
            dialog: <ApiKeyRotateDialog />,
          },
          {
            label: t('usage.action'),
            dialog: <ApiKeyUsageDialog />,
          },
          {
            label: translate('list.delete.action'),
            right: 'api-keys.write',
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
  const { invoke } = useDataProvider();
  const { id, rev, name } = useRecord<ApiKey>();
  return (
    <ActionDialog texts="resources.api-keys.delete" values={{ name }}>
      <ActionForm
        facts={translate('resources.api-keys.delete.effect')}
        typed={name}
        run={() => invoke('adminApiKey', 'deleteApiKey', { id, rev }).catch(alreadyGone)}
        submit={<SubmitButton danger label={translate('list.delete.confirm')} />}
      />
    </ActionDialog>
  );
};

const { key, overlapMin } = apiKeyActions.rotateApiKey.input.shape;
const DEFAULT_OVERLAP = 60;

/** Replaces a key; tasks started with the old one are finished with it. */
const ApiKeyRotateDialog = () => {
  const { invoke } = useDataProvider();
  const { id, rev, name, keyMask } = useRecord<ApiKey>();
  return (
    <ActionDialog texts="resources.api-keys.rotate" values={{ name, mask: keyMask }}>
      <ActionForm
        fields={{ key, overlapMin }}
        defaultValues={{ key: '', overlapMin: DEFAULT_OVERLAP }}
        run={({ key, overlapMin }) =>
          invoke('adminApiKey', 'rotateApiKey', {
            id,
            rev,
            key,
            ...(typeof overlapMin === 'number' && { overlapMin }),
          })
        }
      >
        <KeyInput source="key" isRequired autoFocus />
        <NumberInput source="overlapMin" fullWidth />
      </ActionForm>
    </ActionDialog>
  );
};

/** Pauses or resumes, whichever is legal now. */
const ApiKeyStatusButton = () => {
  const t = useTexts('resources.api-keys');
  const { invoke } = useDataProvider();
  const { id, rev, name, status } = useRecord<ApiKey>();
  const [next] = manualApiKeyTransitions[status];
  const look = { right: 'api-keys.write', variant: 'text', size: 'small' } as const;
  return next === 'active' ? (
    <RunButton
      {...look}
      label={t('resume.action')}
      aria-label={t('resume.of', { name })}
      run={() => invoke('adminApiKey', 'setApiKeyStatus', { id, status: 'active', rev })}
      done={t('resume.done')}
    />
  ) : (
    <DialogButton
      texts="resources.api-keys.pause"
      values={{ name }}
      button={{ ...look, 'aria-label': t('pause.of', { name }) }}
    >
      <PauseForm />
    </DialogButton>
  );
};

/** Pausing the last key of its pool needs a confirmation. */
const PauseForm = () => {
  const t = useTexts('resources.api-keys.pause');
  const { invoke } = useDataProvider();
  const [confirm, setConfirm] = useState(false);
  const { id, rev, runningCount } = useRecord<ApiKey>();
  return (
    <ActionForm
      facts={t(runningCount > 0 ? 'running' : 'idle', { count: runningCount })}
      run={async () => {
        try {
          return await invoke('adminApiKey', 'setApiKeyStatus', {
            id,
            rev,
            status: 'paused',
            ...(confirm && { confirm }),
          });
        } catch (error) {
          const { data } = (error as Partial<ActionFailure>).body ?? {};
          if ((data as { needsConfirm?: boolean } | null)?.needsConfirm) setConfirm(true);
          throw error;
        }
      }}
      submit={<SubmitButton label={t(confirm ? 'anyway' : 'action')} danger={confirm} />}
    />
  );
};

const HEIGHT = 240;

/** What a key has done and cost, day by day. */
const ApiKeyUsageDialog = () => {
  const onClose = useClose();
  const translate = useTranslate();
  const t = useTexts('resources.api-keys');
  const { id, name } = useRecord<ApiKey>();
  const { invoke } = useDataProvider();
  const { data, isError, refetch } = useQuery({
    queryKey: ['adminApiKey', 'getApiKeyUsage', { id }],
    queryFn: () => invoke('adminApiKey', 'getApiKeyUsage', { id }),
  });
  const days = [...(data?.list ?? [])].reverse();
  const sum = (field: 'success' | 'fail' | 'coins') =>
    formatCount(days.reduce((total, day) => total + day[field], 0));
  return (
    <PlainDialog
      title={t('usage.title', { name })}
      onClose={onClose}
      maxWidth="md"
      actions={<Button onClick={onClose}>{translate('ra.action.close')}</Button>}
    >
      {isError ? (
        <LoadFailure onRetry={() => void refetch()} />
      ) : !data ? (
        <Skeleton variant="rounded" height={HEIGHT} />
      ) : days.length === 0 ? (
        <Quiet sx={{ py: 4 }}>{t('usage.none')}</Quiet>
      ) : (
        <>
          <Quiet sx={{ mb: 1 }}>
            {t('usage.sum', {
              success: sum('success'),
              fail: sum('fail'),
              coins: sum('coins'),
            })}
          </Quiet>
          <LazyDayChart
            kind="bar"
            title={t('usage.title', { name })}
            days={days}
            height={HEIGHT}
            series={[
              { key: 'success', label: t('usage.success'), color: 'success' },
              { key: 'fail', label: t('usage.fail'), color: 'error' },
            ]}
          />
        </>
      )}
    </PlainDialog>
  );
};
