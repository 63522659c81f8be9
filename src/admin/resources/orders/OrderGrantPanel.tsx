import { Alert } from '@mui/material';
import { useTranslate } from 'react-admin';
import { fulfilStatuses } from '#contract/order.ts';
import { useRecord, useTexts } from '../../kit/base/hooks.ts';
import { StatusLabel, Time } from '../../kit/field/valueFields.tsx';
import { FactList, Panel } from '../../kit/show/Panel.tsx';
import type { OrderOnPage } from './orderRecord.ts';

const counted = (count: number) => count.toLocaleString('zh-CN');

/** What the order has granted, and what refunds have taken back. */
export const OrderGrantPanel = () => {
  const translate = useTranslate();
  const { fulfil, clawedBack } = useRecord<OrderOnPage>();
  const t = useTexts('resources.orders.grant');
  const credits = fulfil.credits + fulfil.giftCredits;
  return (
    <Panel title={translate('resources.orders.panels.grant')}>
      <FactList
        facts={[
          [t('status'), <StatusLabel key="s" {...fulfilStatuses[fulfil.status]} />],
          [t('time'), fulfil.time ? <Time key="t" instant={fulfil.time} /> : undefined],
          [t('credits'), fulfil.credits > 0 ? counted(fulfil.credits) : undefined],
          [t('gift'), fulfil.giftCredits > 0 ? counted(fulfil.giftCredits) : undefined],
          [t('days'), fulfil.days > 0 ? counted(fulfil.days) : undefined],
          [
            t('creditsBack'),
            clawedBack.credits > 0
              ? `${counted(clawedBack.credits)} / ${counted(credits)}`
              : undefined,
          ],
          [
            t('daysBack'),
            clawedBack.days > 0
              ? `${counted(clawedBack.days)} / ${counted(fulfil.days)}`
              : undefined,
          ],
        ]}
      />
      {fulfil.status === 'failed' && (
        <Alert severity="error" sx={{ mt: 1.5 }}>
          {translate('resources.orders.grant.failed', { reason: fulfil.error })}
        </Alert>
      )}
    </Panel>
  );
};
