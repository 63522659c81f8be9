import BlockIcon from '@mui/icons-material/Block';
import ReplayIcon from '@mui/icons-material/Replay';
import { useListContext, useTranslate } from 'react-admin';
import { isUndelivered, isUnpaid } from '#contract/orderRules.ts';
import { useInvoke } from '../../kit/base/InvokeContext.ts';
import { BulkActionButton } from '../../kit/list/BulkActionButton.tsx';
import type { OrderRecord } from './orderRecord.ts';

/** Only actions possible for at least one selected order; the others are refused with a reason. */
export const OrderBulkActions = () => {
  const translate = useTranslate();
  const invoke = useInvoke();
  const { data = [], selectedIds } = useListContext<OrderRecord>();
  const selected = data.filter(({ id }) => selectedIds.includes(id));
  const unpaid = selected.some(isUnpaid);
  const undelivered = selected.some(isUndelivered);
  return (
    <>
      {unpaid && (
        <BulkActionButton
          label={translate('resources.orders.close.action')}
          icon={<BlockIcon />}
          color="error"
          title={count => translate('resources.orders.close.many', { count })}
          actOn={({ id }) =>
            invoke('adminOrder', 'updateOrderStatus', {
              id: String(id),
              status: 'closed',
              reason: translate('resources.orders.close.manyReason'),
            })
          }
        >
          {translate('resources.orders.close.facts')}
        </BulkActionButton>
      )}
      {undelivered && (
        <BulkActionButton
          label={translate('resources.orders.fulfil.retry')}
          icon={<ReplayIcon />}
          title={count => translate('resources.orders.fulfil.many', { count })}
          actOn={({ id }) => invoke('adminOrder', 'retryFulfil', { id: String(id) })}
        >
          {translate('resources.orders.fulfil.manyEffect')}
        </BulkActionButton>
      )}
    </>
  );
};
