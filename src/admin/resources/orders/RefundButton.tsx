import { type ButtonProps, Tooltip } from '@mui/material';
import { RecordContextProvider, useTranslate } from 'react-admin';
import { mayBeRefunded } from '#contract/orderRules.ts';
import { ActionButton } from '../../kit/action/buttons.tsx';
import type { OrderOnPage } from './orderRecord.ts';
import { RefundDialog } from './RefundDialog.tsx';

export interface RefundButtonProps extends Pick<ButtonProps, 'variant'> {
  order: OrderOnPage;
}

/** Opens the refund dialog, or shows why no refund is possible. */
export const RefundButton = ({ order, variant = 'contained' }: RefundButtonProps) => {
  const translate = useTranslate();
  if (!mayBeRefunded(order)) return null;
  const { refundable } = order;
  const obstacle = refundable?.obstacle ?? '';
  return (
    <RecordContextProvider value={order}>
      <Tooltip title={obstacle}>
        <span>
          <ActionButton
            label={translate('resources.refunds.action')}
            variant={variant}
            color="error"
            disabled={!refundable || obstacle !== ''}
            dialog={refundable && <RefundDialog />}
          />
        </span>
      </Tooltip>
    </RecordContextProvider>
  );
};
