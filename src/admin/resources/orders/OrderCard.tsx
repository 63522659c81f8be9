import { Box, Button } from '@mui/material';
import { useTranslate } from 'react-admin';
import { Link } from 'react-router-dom';
import { orderStatuses } from '#contract/order.ts';
import { useRecord } from '../../kit/base/hooks.ts';
import { StatusField, TimeField } from '../../kit/field/valueFields.tsx';
import { OrderAmountField } from './OrderAmountField.tsx';
import { OrderNumberField } from './OrderNumberField.tsx';
import { orderPath, type OrderRecord } from './orderRecord.ts';
import { OrderRefundStatusField } from './OrderRefundStatusField.tsx';
import { OrderUserField } from './OrderUserField.tsx';

/** An order on a phone. */
export const OrderCard = () => {
  const translate = useTranslate();
  const { id, orderNo, refundStatus, fulfil, latePay } = useRecord<OrderRecord>();
  const isUnusual =
    refundStatus !== 'none' || latePay || ['failed', 'pending'].includes(fulfil.status);
  return (
    <>
      <Box sx={{ display: 'flex', gap: 1, alignItems: 'flex-start' }}>
        <Box sx={{ flex: 1, minWidth: 0 }}>
          <OrderNumberField />
        </Box>
        <Box sx={{ textAlign: 'right' }}>
          <OrderAmountField />
        </Box>
      </Box>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1.5, mt: 1, fontSize: '0.8125rem' }}>
        <StatusField choices={orderStatuses} />
        {isUnusual && <OrderRefundStatusField />}
        <Box sx={{ ml: 'auto', color: 'text.secondary' }}>
          <TimeField source="createTime" />
        </Box>
      </Box>
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 1, mt: 1 }}>
        <Box sx={{ flex: 1, minWidth: 0, fontSize: '0.8125rem' }}>
          <OrderUserField size={24} />
        </Box>
        <Button
          variant="outlined"
          component={Link}
          to={orderPath(id)}
          aria-label={translate('resources.orders.openOf', { number: orderNo })}
          sx={{ minHeight: 44 }}
        >
          {translate('resources.orders.open')}
        </Button>
      </Box>
    </>
  );
};
