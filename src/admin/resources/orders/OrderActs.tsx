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
import { useDataProvider, useRecord, useTexts } from '../../kit/base/hooks.ts';
import { TextInput } from '../../kit/form/inputs.tsx';
import { MarkPaidOfflineDialog } from './MarkPaidOfflineDialog.tsx';
import type { OrderOnPage } from './orderRecord.ts';
import { RefundButton } from './RefundButton.tsx';
import { ReprintButton } from './ReprintButton.tsx';
import { usePrintOrder } from './usePrintOrder.ts';

/** Buttons for the actions that the order's state allows. */
export const OrderActs = () => {
  const t = useTexts('resources.orders');
  const { invoke } = useDataProvider();
  const order = useRecord<OrderOnPage>();
  const { data: print } = usePrintOrder(order.printOrderId ?? '');
  const { id } = order;
  // Unknown to the gateway until it is taken over.
  const isUnclaimed = mayBePaidOffline(order) && !order.claim;
  return (
    <>
      {mayBePaid(order) && !isUnclaimed && (
        <RunButton
          right="orders.write"
          label={t('syncPayment.action')}
          run={() => invoke('adminOrder', 'syncPayment', { id })}
          done={({ status }) =>
            t(status === order.status ? 'syncPayment.unpaid' : 'syncPayment.paid')
          }
        />
      )}
      {isUndelivered(order) && (
        <RunButton
          right="orders.write"
          label={t('fulfil.retry')}
          variant="contained"
          run={() => invoke('adminOrder', 'retryFulfil', { id })}
          done={t('fulfil.done')}
        />
      )}
      {isLeftBehind(order, print?.status) && (
        <RunButton
          right="orders.write"
          label={t('complete.action')}
          run={() =>
            invoke('adminOrder', 'updateOrderStatus', { id, status: 'completed', rev: order.rev })
          }
          done={t('complete.done')}
        />
      )}
      {mayBePaidOffline(order) && (
        <ActionButton
          right="orders.offline"
          label={t('offline.action')}
          dialog={<MarkPaidOfflineDialog />}
        />
      )}
      {isUnpaid(order) && (
        <ActionButton
          right="orders.write"
          label={t('close.action')}
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
  const { invoke } = useDataProvider();
  return (
    <ActionDialog texts="resources.orders.close">
      <ActionForm
        fields={fields}
        defaultValues={defaults}
        run={({ reason }) =>
          invoke('adminOrder', 'updateOrderStatus', {
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
