import { TextInput, useTranslate } from 'react-admin';
import { optionalLine } from '#contract/zod.ts';
import { ActionDialog } from '../../kit/action/ActionDialog.tsx';
import { useInvoke } from '../../kit/base/InvokeContext.ts';
import type { OrderOnPage } from './orderRecord.ts';

const fields = { reason: optionalLine(200) };
const defaults = { reason: '' };

/** Closing asks the gateway first; an order that turns out to be paid stays open. */
export const OrderCloseDialog = ({
  order,
  onClose,
}: {
  order: OrderOnPage;
  onClose: () => void;
}) => {
  const translate = useTranslate();
  const invoke = useInvoke();
  return (
    <ActionDialog
      title={translate('resources.orders.close.title')}
      facts={translate('resources.orders.close.effect')}
      fields={fields}
      defaults={defaults}
      labels="orders"
      submit={translate('resources.orders.close.action')}
      danger
      run={({ reason }) =>
        invoke('adminOrder', 'updateOrderStatus', {
          id: order.id,
          status: 'closed',
          rev: order.rev,
          ...(typeof reason === 'string' && reason && { reason }),
        })
      }
      done={translate('resources.orders.close.done')}
      onClose={onClose}
    >
      <TextInput source="reason" helperText={false} autoFocus />
    </ActionDialog>
  );
};
