import { orderActions } from '#contract/order.ts';
import {
  isLeftBehind,
  isUndelivered,
  isUnpaid,
  mayBePaid,
  mayBePaidOffline,
} from '#contract/orderRules.ts';
import { optionalLine } from '#contract/zod.ts';
import { formatYuan } from '../../../shared/money.ts';
import { DialogButton } from '../../kit/action/ActionDialog.tsx';
import { ActionForm, SubmitButton } from '../../kit/action/ActionForm.tsx';
import { RunButton } from '../../kit/action/buttons.tsx';
import { useDataProvider, usePhone, useRecord, useTexts } from '../../kit/base/hooks.ts';
import { TextInput } from '../../kit/form/inputs.tsx';
import { ImageUploadInput } from '../../kit/form/uploadInputs.tsx';
import type { OrderOnPage } from './orderRecord.ts';
import { RefundButton } from './RefundButton.tsx';
import { ReprintButton } from './ReprintButton.tsx';
import { usePrintOrder } from './usePrintOrder.ts';

const { reason, note, voucher } = orderActions.markPaidOffline.input.shape;

/** Buttons for the actions that the order's state allows; on a phone a refund is among the sums, not below the thumb. */
export const OrderActs = () => {
  const isPhone = usePhone();
  const t = useTexts('resources.orders');
  const { invoke } = useDataProvider();
  const order = useRecord<OrderOnPage>();
  const { data: print } = usePrintOrder(order.printOrderId ?? '');
  const { id, rev, payFen } = order;
  return (
    <>
      {mayBePaid(order) && (
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
          run={() => invoke('adminOrder', 'updateOrderStatus', { id, status: 'completed', rev })}
          done={t('complete.done')}
        />
      )}
      {mayBePaidOffline(order) && (
        <DialogButton
          right="orders.offline"
          texts="resources.orders.offline"
          values={{ sum: formatYuan(payFen) }}
        >
          <ActionForm
            facts={t('offline.facts')}
            fields={{ reason, note, voucher }}
            defaultValues={{ reason: '', note: '', voucher: '' }}
            // Nothing else shows that the money has arrived.
            typed={(payFen / 100).toFixed(2)}
            run={input =>
              invoke('adminOrder', 'markPaidOffline', { id, rev, ...input, expectPayFen: payFen })
            }
          >
            <TextInput source="reason" autoFocus fullWidth />
            <TextInput source="note" fullWidth />
            <ImageUploadInput source="voucher" scene="voucher" />
          </ActionForm>
        </DialogButton>
      )}
      {isUnpaid(order) && (
        // Closing asks the gateway first; an order that turns out to be paid stays open.
        <DialogButton
          right="orders.write"
          texts="resources.orders.close"
          button={{ color: 'error' }}
        >
          <ActionForm
            fields={{ reason: optionalLine(200) }}
            defaultValues={{ reason: '' }}
            run={({ reason: why }) =>
              invoke('adminOrder', 'updateOrderStatus', {
                id,
                status: 'closed',
                rev,
                ...(why && { reason: why }),
              })
            }
            submit={<SubmitButton danger />}
          >
            <TextInput source="reason" autoFocus />
          </ActionForm>
        </DialogButton>
      )}
      {print && <ReprintButton print={print} lines={order.lines} />}
      {!isPhone && <RefundButton order={order} />}
    </>
  );
};
