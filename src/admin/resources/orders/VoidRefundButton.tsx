import { Box } from '@mui/material';
import { useTranslate } from 'react-admin';
import type { Refund } from '#contract/refund.ts';
import { exactTime } from '../../../shared/time.ts';
import { ActionButton } from '../../kit/action/ActionButton.tsx';
import { useNow } from '../../kit/base/useNow.ts';
import { VoidRefundDialog } from './VoidRefundDialog.tsx';

/** Enabled when the last submission can no longer arrive; until then it shows when. */
export const VoidRefundButton = ({ refund, label }: { refund: Refund; label: string }) => {
  const translate = useTranslate();
  const now = useNow();
  const { inFlightUntil } = refund;
  if (inFlightUntil && inFlightUntil > now)
    return (
      <Box sx={{ alignSelf: 'center', color: 'text.secondary' }}>
        {translate('resources.refunds.void.later', {
          time: exactTime(inFlightUntil).slice(11, 16),
        })}
      </Box>
    );
  return (
    <ActionButton
      size="small"
      color="error"
      label={label}
      dialog={close => <VoidRefundDialog refund={refund} onClose={close} />}
    />
  );
};
