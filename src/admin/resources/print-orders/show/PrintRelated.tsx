import { Box } from '@mui/material';
import { useGetMany, useTranslate } from 'react-admin';
import { printOrderStatuses } from '#contract/printOrderStates.ts';
import { useRecord, useTexts } from '../../../kit/base/hooks.ts';
import { PageLink } from '../../../kit/field/PageLink.tsx';
import { FactList, Panel } from '../../../kit/show/Panel.tsx';
import { printPath } from '../paths.ts';
import type { PrintRecord } from '../printOrder.ts';

export const PrintRelated = () => {
  const translate = useTranslate();
  const { orderId, orderNo, userId, userSnap, reprintOf, reprintIds } = useRecord<PrintRecord>();
  const t = useTexts('resources.print-orders.related');
  return (
    <Panel title={translate('resources.print-orders.panel.related')}>
      <FactList
        facts={[
          [t('order'), orderId && <PageLink to={`/orders/${orderId}`}>{orderNo}</PageLink>],
          [
            t('user'),
            userId && (
              <PageLink to={`/users/${userId}`}>{userSnap.nickName || t('anonymous')}</PageLink>
            ),
          ],
          [t('reprintOf'), reprintOf ? <PrintLinks ids={[reprintOf]} /> : undefined],
          [t('reprints'), reprintIds.length > 0 ? <PrintLinks ids={reprintIds} /> : undefined],
        ]}
      />
    </Panel>
  );
};

const PrintLinks = ({ ids }: { ids: string[] }) => {
  const { data = [] } = useGetMany<PrintRecord>('print-orders', { ids });
  return (
    <>
      {data.filter(Boolean).map(({ id, printNo, status }) => (
        <Box key={id}>
          <PageLink to={printPath(id)}>{printNo}</PageLink>{' '}
          <Box component="span" sx={{ color: 'text.secondary' }}>
            {printOrderStatuses[status].label}
          </Box>
        </Box>
      ))}
    </>
  );
};
