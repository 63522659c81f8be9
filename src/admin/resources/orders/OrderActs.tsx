import { useRecordContext, useTranslate } from 'react-admin';
import {
  isUndelivered,
  isLeftBehind,
  isUnpaid,
  mayBePaid,
  mayBeRefunded,
} from '#contract/orderRules.ts';
import { ActionButton } from '../../kit/action/ActionButton.tsx';
import { RunButton } from '../../kit/action/RunButton.tsx';
import { useInvoke } from '../../kit/base/InvokeContext.ts';
import { OrderCloseDialog } from './OrderCloseDialog.tsx';
import type { OrderOnPage } from './orderRecord.ts';
import { RefundButton } from './RefundButton.tsx';
import { usePrintOrder } from './usePrintOrder.ts';

/** Buttons for the actions that the order's state allows. */
export const OrderActs = () => {
  const translate = useTranslate();
  const invoke = useInvoke();
  const order = useRecordContext<OrderOnPage>();
  const { data: print } = usePrintOrder(order?.printOrderId ?? '');
  if (!order) return null;
  const { id } = order;
  return (
    <>
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
      {isLeftBehind(order, print?.status) && (
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
    </>
  );
};
