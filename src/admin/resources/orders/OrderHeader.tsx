import { Box } from '@mui/material';
import { useRecordContext, useTranslate } from 'react-admin';
import { orderRefundStatuses, orderStatuses } from '#contract/order.ts';
import { RecordHeader } from '../../kit/form/RecordHeader.tsx';
import { usePhone } from '../../kit/base/usePhone.ts';
import { StatusField, StatusLabel } from '../../kit/field/StatusField.tsx';
import { CopyText } from '../../kit/field/CopyText.tsx';
import { OrderActs } from './OrderActs.tsx';
import type { OrderOnPage } from './orderRecord.ts';

/** Number, state and possible actions of an order. */
export const OrderHeader = () => {
  const translate = useTranslate();
  const isPhone = usePhone();
  const order = useRecordContext<OrderOnPage>();
  if (!order) return null;
  const { orderNo, refundStatus } = order;
  return (
    <RecordHeader
      status={
        <Box sx={{ display: 'flex', alignItems: 'center', gap: 1.5, ml: -1 }}>
          <CopyText text={orderNo} name={translate('resources.orders.fields.orderNo')} />
          <StatusField choices={orderStatuses} />
          {refundStatus !== 'none' && refundStatus !== 'full' && (
            <StatusLabel {...orderRefundStatuses[refundStatus]} />
          )}
        </Box>
      }
      actions={!isPhone && <OrderActs />}
    />
  );
};
