import { Box } from '@mui/material';
import { useRecordContext, useTranslate } from 'react-admin';
import { Panel } from '../../kit/show/Panel.tsx';
import type { OrderOnPage } from './orderRecord.ts';
import { RefundEntry } from './RefundEntry.tsx';

/** The refunds of an order, newest first, as they stand at this moment. */
export const OrderRefundsPanel = () => {
  const translate = useTranslate();
  const order = useRecordContext<OrderOnPage>();
  if (!order?.refunds?.length) return null;
  return (
    <Panel
      title={translate('resources.orders.panels.refunds', { count: order.refunds.length })}
      flush
    >
      <Box component="ul" aria-live="polite" sx={{ listStyle: 'none', m: 0, p: 0 }}>
        {order.refunds.map(refund => (
          <RefundEntry key={refund._id} refund={refund} order={order} />
        ))}
      </Box>
    </Panel>
  );
};
