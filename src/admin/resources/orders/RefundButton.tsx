import { Tooltip } from '@mui/material';
import { useTranslate } from 'react-admin';
import { ActionButton } from '../../kit/action/ActionButton.tsx';
import type { OrderOnPage } from './orderRecord.ts';
import { RefundDialog } from './RefundDialog.tsx';

/** Opens the refund dialog, or shows why no refund is possible. */
export const RefundButton = ({ order }: { order: OrderOnPage }) => {
  const translate = useTranslate();
  const { refundable } = order;
  const obstacle = refundable?.obstacle ?? '';
  return (
    <Tooltip title={obstacle}>
      <span>
        <ActionButton
          label={translate('resources.refunds.action')}
          variant="contained"
          color="error"
          disabled={!refundable || obstacle !== ''}
          dialog={close => refundable && <RefundDialog order={order} onClose={close} />}
        />
      </span>
    </Tooltip>
  );
};
