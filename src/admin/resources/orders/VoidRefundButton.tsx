import { Box } from '@mui/material';
import { TextInput, useTranslate } from 'react-admin';
import type { Refund } from '#contract/refund.ts';
import { line } from '#contract/zod.ts';
import { formatYuan } from '../../../shared/money.ts';
import { exactTime } from '../../../shared/time.ts';
import { ActionDialog } from '../../kit/action/ActionDialog.tsx';
import { ActionButton } from '../../kit/action/buttons.tsx';
import { useInvoke } from '../../kit/base/hooks.ts';
import { useNow } from '../../kit/base/useNow.ts';

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
      dialog={<VoidRefundDialog refund={refund} />}
    />
  );
};

const fields = { reason: line(200).min(1) };

/** Gives up a refund that the gateway does not know. */
const VoidRefundDialog = ({ refund }: { refund: Refund }) => {
  const translate = useTranslate();
  const invoke = useInvoke();
  return (
    <ActionDialog
      texts="resources.refunds.void"
      submit={translate('resources.refunds.ways.void')}
      values={{ sum: formatYuan(refund.amountFen) }}
      fields={fields}
      labels="refunds"
      danger
      run={input => invoke('adminOrder', 'voidRefund', { id: refund._id, ...input })}
    >
      <TextInput source="reason" label="resources.refunds.void.reason" autoFocus isRequired />
    </ActionDialog>
  );
};
