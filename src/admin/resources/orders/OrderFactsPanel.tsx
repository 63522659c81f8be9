import { Box } from '@mui/material';
import { useRecordContext, useTranslate } from 'react-admin';
import { orderSources, orderTypes, payChannels } from '#contract/order.ts';
import { Time } from '../../kit/field/TimeField.tsx';
import { CopyText } from '../../kit/field/CopyText.tsx';
import { FactList } from '../../kit/show/FactList.tsx';
import { Panel } from '../../kit/show/Panel.tsx';
import type { OrderOnPage } from './orderRecord.ts';

export const OrderFactsPanel = () => {
  const translate = useTranslate();
  const order = useRecordContext<OrderOnPage>();
  if (!order) return null;
  const { type, payChannel, source, createTime, payTime, expireTime, transactionId, status } =
    order;
  const t = (field: string) => translate(`resources.orders.fields.${field}`);
  return (
    <Panel title={translate('resources.orders.panels.facts')}>
      <FactList
        facts={[
          [t('type'), orderTypes[type].label],
          [t('payChannel'), payChannels[payChannel].label],
          [t('source'), orderSources[source].label],
          [t('createTime'), <Time key="c" instant={createTime} />],
          [t('payTime'), payTime ? <Time key="p" instant={payTime} /> : undefined],
          [
            t('expireTime'),
            status === 'pending' && expireTime ? <Time key="e" instant={expireTime} /> : undefined,
          ],
          [
            t('transactionId'),
            transactionId ? (
              <Box key="t" component="span" sx={{ whiteSpace: 'nowrap', fontSize: '0.75rem' }}>
                {transactionId}
                <CopyText text={transactionId} name={t('transactionId')} />
              </Box>
            ) : undefined,
          ],
        ]}
      />
    </Panel>
  );
};
