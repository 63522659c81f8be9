import { Box, Button } from '@mui/material';
import { useRecordContext, useTranslate } from 'react-admin';
import { Link } from 'react-router-dom';
import { formatYuan } from '../../../../shared/money.ts';
import { FactList } from '../../../kit/show/FactList.tsx';
import { Panel } from '../../../kit/show/Panel.tsx';
import type { PrintRecord } from '../printOrder.ts';

/** What was paid for it; refunds are made where the payment is. */
export const PrintMoney = () => {
  const translate = useTranslate();
  const record = useRecordContext<PrintRecord>();
  if (!record) return null;
  const { goodsFen, shippingFen, discountFen, payFen, orderId, status, reprintOf } = record;
  const t = (key: string) => translate(`resources.print-orders.money.${key}`);
  const refundable = orderId && !reprintOf && status !== 'pending' && status !== 'cancelled';
  return (
    <Panel
      title={translate('resources.print-orders.panel.money')}
      action={
        refundable && (
          <Button size="small" component={Link} to={`/orders/${orderId}`}>
            {t('refund')}
          </Button>
        )
      }
    >
      <FactList
        facts={[
          [t('goods'), formatYuan(goodsFen)],
          [t('shipping'), formatYuan(shippingFen)],
          [t('discount'), discountFen > 0 ? formatYuan(-discountFen) : undefined],
          [
            t('paid'),
            <Box key="paid" component="strong" sx={{ fontSize: '0.9375rem' }}>
              {formatYuan(payFen)}
            </Box>,
          ],
        ]}
      />
    </Panel>
  );
};
