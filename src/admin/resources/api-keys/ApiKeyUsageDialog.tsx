import { Box, Button, Skeleton } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { useTranslate } from 'react-admin';
import { useClose } from '../../kit/action/DialogContext.tsx';
import { useInvoke, useRecord } from '../../kit/base/hooks.ts';
import { LoadFailure } from '../../kit/base/LoadFailure.tsx';
import { PlainDialog } from '../../kit/base/PlainDialog.tsx';
import { LazyDayChart } from '../../kit/charts/LazyDayChart.tsx';
import type { ApiKeyRecord } from './ApiKeyRecord.ts';

const t = (key: string) => `resources.api-keys.${key}`;
const HEIGHT = 240;

/** What a key has done and cost, day by day. */
export const ApiKeyUsageDialog = () => {
  const onClose = useClose();
  const translate = useTranslate();
  const invoke = useInvoke();
  const { id, name } = useRecord<ApiKeyRecord>();
  const { data, isError, refetch } = useQuery({
    queryKey: ['adminApiKey', 'getApiKeyUsage', id],
    queryFn: () => invoke('adminApiKey', 'getApiKeyUsage', { id }),
  });
  const days = [...(data?.list ?? [])].reverse();
  const sum = (field: 'success' | 'fail' | 'coins') =>
    days.reduce((total, day) => total + day[field], 0).toLocaleString('zh-CN');
  return (
    <PlainDialog
      title={translate(t('usage.title'), { name })}
      onClose={onClose}
      maxWidth="md"
      actions={<Button onClick={onClose}>{translate('ra.action.close')}</Button>}
    >
      {isError ? (
        <LoadFailure text={translate('app.failure.load')} onRetry={() => void refetch()} />
      ) : !data ? (
        <Skeleton variant="rounded" height={HEIGHT} />
      ) : days.length === 0 ? (
        <Box sx={{ color: 'text.secondary', py: 4 }}>{translate(t('usage.none'))}</Box>
      ) : (
        <>
          <Box sx={{ color: 'text.secondary', mb: 1 }}>
            {translate(t('usage.sum'), {
              success: sum('success'),
              fail: sum('fail'),
              coins: sum('coins'),
            })}
          </Box>
          <LazyDayChart
            kind="bar"
            title={translate(t('usage.title'), { name })}
            days={days}
            height={HEIGHT}
            series={[
              { key: 'success', label: translate(t('usage.success')), color: 'success' },
              { key: 'fail', label: translate(t('usage.fail')), color: 'error' },
            ]}
          />
        </>
      )}
    </PlainDialog>
  );
};
