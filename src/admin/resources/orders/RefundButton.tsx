import { type ButtonProps, Tooltip } from '@mui/material';
import { RecordContextProvider } from 'react-admin';
import { mayBeRefunded } from '#contract/orderRules.ts';
import { ActionButton } from '../../kit/action/buttons.tsx';
import { useCan } from '../../kit/base/CanAccess.tsx';
import { useTexts } from '../../kit/base/hooks.ts';
import { Quiet } from '../../kit/field/valueFields.tsx';
import type { OrderOnPage } from './orderRecord.ts';
import { RefundDialog } from './RefundDialog.tsx';

/** Why no refund is possible, for all who cannot point at the button; nothing while one is. */
export const RefundObstacle = ({ order }: { order: OrderOnPage }) => {
  const t = useTexts('resources.orders');
  const reason = order.refundable?.obstacle;
  if (!mayBeRefunded(order) || !reason) return null;
  return (
    <Quiet small sx={{ mt: 1 }} role="note">
      {t('obstacle', { reason })}
    </Quiet>
  );
};

export interface RefundButtonProps extends Pick<ButtonProps, 'variant'> {
  order: OrderOnPage;
  label?: string;
  /** What its user has said. */
  reason?: string;
}

/** Opens the refund dialog, or shows why no refund is possible. */
export const RefundButton = ({
  order,
  variant = 'contained',
  label,
  reason,
}: RefundButtonProps) => {
  const t = useTexts('resources.refunds');
  const mayRefund = useCan()('orders.refund');
  if (!mayBeRefunded(order) || !mayRefund) return null;
  const { refundable } = order;
  const obstacle = refundable?.obstacle ?? '';
  return (
    <RecordContextProvider value={order}>
      <Tooltip title={obstacle}>
        <span>
          <ActionButton
            label={label ?? t('action')}
            variant={variant}
            color="error"
            disabled={!refundable || obstacle !== ''}
            dialog={refundable && <RefundDialog reason={reason} />}
          />
        </span>
      </Tooltip>
    </RecordContextProvider>
  );
};
