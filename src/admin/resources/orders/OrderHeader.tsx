import { Box } from '@mui/material';
import { useRecordContext, useTranslate } from 'react-admin';
import { orderRefundStatuses, orderStatuses } from '#contract/order.ts';
import { ActionButton } from '../../action/ActionButton.tsx';
import { RunButton } from '../../action/RunButton.tsx';
import { RecordHeader } from '../../form/RecordHeader.tsx';
import { useInvoke } from '../../InvokeContext.ts';
import { StatusField, StatusLabel } from '../../list/StatusField.tsx';
import { CopyText } from '../../show/CopyText.tsx';
import {
  isUndelivered,
  isUnfinishedPrint,
  isUnpaid,
  mayBePaid,
  mayBeRefunded,
} from './orderActs.ts';
import { OrderCloseDialog } from './OrderCloseDialog.tsx';
import type { OrderOnPage } from './orderRecord.ts';
import { RefundButton } from './RefundButton.tsx';

/** Which order it is, how it stands, and what may be done to it now. */
export const OrderHeader = () => {
  const translate = useTranslate();
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
      actions={<OrderActs order={order} />}
    />
  );
};

const OrderActs = ({ order }: { order: OrderOnPage }) => {
  const translate = useTranslate();
  const invoke = useInvoke();
  const { id } = order;
  return (
    <Box
      sx={{
        display: 'flex',
        flexWrap: 'wrap',
        gap: 1,
        '& .MuiButton-root': { minHeight: { xs: 44, sm: 36 } },
      }}
    >
      {mayBePaid(order) && (
        <RunButton
          label={translate('resources.orders.syncPayment.action')}
          run={() => invoke('adminOrder', 'syncPayment', { id })}
          done={({ status }) =>
            translate(
              status === order.status
                ? 'resources.orders.syncPayment.unpaid'
                : 'resources.orders.syncPayment.paid',
            )
          }
        />
      )}
      {isUndelivered(order) && (
        <RunButton
          label={translate('resources.orders.fulfil.retry')}
          variant="contained"
          run={() => invoke('adminOrder', 'retryFulfil', { id })}
          done={translate('resources.orders.fulfil.done')}
        />
      )}
      {isUnfinishedPrint(order) && (
        <RunButton
          label={translate('resources.orders.complete.action')}
          run={() =>
            invoke('adminOrder', 'updateOrderStatus', { id, status: 'completed', rev: order.rev })
          }
          done={translate('resources.orders.complete.done')}
        />
      )}
      {isUnpaid(order) && (
        <ActionButton
          label={translate('resources.orders.close.action')}
          color="error"
          dialog={close => <OrderCloseDialog order={order} onClose={close} />}
        />
      )}
      {mayBeRefunded(order) && <RefundButton order={order} />}
    </Box>
  );
};
