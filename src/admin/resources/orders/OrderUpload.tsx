import { Alert } from '@mui/material';
import type { ReactNode } from 'react';
import { isNotUploaded } from '#contract/orderRules.ts';
import { uploadStatuses } from '#contract/orderStates.ts';
import { RunButton } from '../../kit/action/buttons.tsx';
import { useDataProvider, useRecord, useTexts } from '../../kit/base/hooks.ts';
import { useNow } from '../../kit/base/useNow.ts';
import { Quiet, StatusLabel, Time } from '../../kit/field/valueFields.tsx';
import { FactList, Panel } from '../../kit/show/Panel.tsx';
import type { OrderOnPage, OrderRecord } from './orderRecord.ts';

/** Uploads again what WeChat does not know. */
export const UploadRetry = ({ order }: { order: OrderRecord }) => {
  const t = useTexts('resources.orders.upload');
  const { invoke } = useDataProvider();
  if (!isNotUploaded(order)) return null;
  return (
    <RunButton
      right="orders.write"
      label={t('retry')}
      size="small"
      run={() => invoke('adminOrder', 'retryUpload', { id: order.id })}
      done={t('done')}
    />
  );
};

/** Why WeChat does not know of the delivery yet. */
export const UploadReason = ({ order, isSet }: { order: OrderRecord; isSet: boolean }) => {
  const t = useTexts('resources.orders.upload');
  const { status, reason } = order.upload;
  if (status === 'waiting' && !isSet)
    return (
      <Alert severity="warning" sx={{ mt: 1.5 }}>
        {t('unset')}
      </Alert>
    );
  if (!reason) return null;
  return (
    <Alert severity={status === 'failed' ? 'error' : 'info'} sx={{ mt: 1.5 }}>
      {reason}
    </Alert>
  );
};

/** Whether WeChat knows of the delivery; absent where it need not. */
export const OrderUploadPanel = () => {
  const say = useTexts('resources.orders.panels');
  const order = useRecord<OrderOnPage>();
  const t = useTexts('resources.orders.upload');
  const { status, time, nextTime } = order.upload;
  if (status === 'none') return null;
  const facts: [string, ReactNode][] = [
    [t('status'), <StatusLabel key="s" {...uploadStatuses[status]} />],
    [t('time'), time ? <Time key="t" instant={time} /> : undefined],
    [t('next'), nextTime ? <NextTime key="n" instant={nextTime} /> : undefined],
  ];
  return (
    <Panel title={say('upload')} action={<UploadRetry order={order} />}>
      <FactList facts={facts} />
      {status !== 'synced' && (
        <Quiet small sx={{ mt: 1 }}>
          {t('release')}
        </Quiet>
      )}
      <UploadReason order={order} isSet={order.isMiniProgramSet ?? true} />
    </Panel>
  );
};

const NextTime = ({ instant }: { instant: number }) => {
  const t = useTexts('resources.orders.upload');
  const now = useNow();
  return instant <= now ? t('due') : <Time instant={instant} />;
};
