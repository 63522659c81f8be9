import { useTranslate } from 'react-admin';
import {
  isLeftBehind,
  isUndelivered,
  isUnpaid,
  mayBePaid,
  mayBePaidOffline,
} from '#contract/orderRules.ts';
import { optionalLine } from '#contract/zod.ts';
import { ActionDialog } from '../../kit/action/ActionDialog.tsx';
import { ActionForm, SubmitButton } from '../../kit/action/ActionForm.tsx';
import { ActionButton, RunButton } from '../../kit/action/buttons.tsx';
import { useDataProvider, useRecord } from '../../kit/base/hooks.ts';
import { TextInput } from '../../kit/form/inputs.tsx';
import { MarkPaidOfflineDialog } from './MarkPaidOfflineDialog.tsx';
import type { OrderOnPage } from './orderRecord.ts';
import { RefundButton } from './RefundButton.tsx';
import { ReprintButton } from './ReprintButton.tsx';
import { usePrintOrder } from './usePrintOrder.ts';

/** Buttons for the actions that the order's state allows. */
export const OrderActs = () => {
  const translate = useTranslate();
  const dataProvider = useDataProvider();
  const order = useRecord<OrderOnPage>();
  const { data: print } = usePrintOrder(order.printOrderId ?? '');
  const { id } = order;
  // Unknown to the gateway until it is taken over.
  const isUnclaimed = mayBePaidOffline(order) && !order.claim;
  return (
    <>
      {mayBePaid(order) && !isUnclaimed && (
        <RunButton
          label={translate('resources.orders.syncPayment.action')}
          run={() => dataProvider.invoke('adminOrder', 'syncPayment', { id })}
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
          run={() => dataProvider.invoke('adminOrder', 'retryFulfil', { id })}
          done={translate('resources.orders.fulfil.done')}
        />
      )}
      {isLeftBehind(order, print?.status) && (
        <RunButton
          label={translate('resources.orders.complete.action')}
          run={() =>
            dataProvider.invoke('adminOrder', 'updateOrderStatus', {
              id,
              status: 'completed',
              rev: order.rev,
            })
          }
          done={translate('resources.orders.complete.done')}
        />
      )}
      {mayBePaidOffline(order) && (
        <ActionButton
          label={translate('resources.orders.offline.action')}
          dialog={<MarkPaidOfflineDialog />}
        />
      )}
      {isUnpaid(order) && (
        <ActionButton
          label={translate('resources.orders.close.action')}
          color="error"
          dialog={<OrderCloseDialog />}
        />
      )}
      {print && <ReprintButton print={print} lines={order.lines} />}
      <RefundButton order={order} />
    </>
  );
};

const fields = { reason: optionalLine(200) };
const defaults = { reason: '' };

/** Closing asks the gateway first; an order that turns out to be paid stays open. */
const OrderCloseDialog = () => {
  const { id, rev } = useRecord<OrderOnPage>();
  const dataProvider = useDataProvider();
  return (
    <ActionDialog texts="resources.orders.close">
      <ActionForm
        fields={fields}
        defaultValues={defaults}
        run={({ reason }) =>
          dataProvider.invoke('adminOrder', 'updateOrderStatus', {
            id,
            status: 'closed',
            rev,
            ...(reason && { reason }),
          })
        }
        submit={<SubmitButton danger />}
      >
        <TextInput source="reason" autoFocus />
      </ActionForm>
    </ActionDialog>
  );
};
