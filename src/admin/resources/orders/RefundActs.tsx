import { Box } from '@mui/material';
import { TextInput, useTranslate } from 'react-admin';
import { type Refund, refundStatuses } from '#contract/refund.ts';
import { refundWays } from '#contract/refundWays.ts';
import { line } from '#contract/zod.ts';
import { formatYuan } from '../../../shared/money.ts';
import { ActionDialog } from '../../kit/action/ActionDialog.tsx';
import { ActionButton, RunButton } from '../../kit/action/buttons.tsx';
import { useInvoke } from '../../kit/base/hooks.ts';
import { AbnormalRefundDialog } from './AbnormalRefundDialog.tsx';
import type { OrderOnPage } from './orderRecord.ts';
import { VoidRefundButton } from './VoidRefundButton.tsx';

/** The ways forward of one refund, as buttons. */
export const RefundActs = ({ refund, order }: { refund: Refund; order: OrderOnPage }) => {
  const translate = useTranslate();
  const invoke = useInvoke();
  const { _id: id } = refund;
  const ways = refundWays(refund, order);
  if (ways.length === 0) return null;
  const stands = ({ status }: Refund) =>
    translate('resources.refunds.stands', { status: refundStatuses[status].label });
  const label = (way: string) => translate(`resources.refunds.ways.${way}`);
  return (
    <Box
      sx={{
        display: 'flex',
        flexWrap: 'wrap',
        gap: 1,
        mt: 1,
        '& .MuiButton-root': { minHeight: { xs: 44, sm: 32 } },
      }}
    >
      {ways.map(way => {
        switch (way) {
          case 'sync':
            return (
              <RunButton
                key={way}
                size="small"
                label={label(way)}
                run={() => invoke('adminOrder', 'syncRefund', { id })}
                done={stands}
              />
            );
          case 'retry':
            return (
              <RunButton
                key={way}
                size="small"
                label={label(way)}
                run={() => invoke('adminOrder', 'retryRefund', { id })}
                done={stands}
              />
            );
          case 'void':
            return <VoidRefundButton key={way} refund={refund} label={label(way)} />;
          case 'check':
            return (
              <ActionButton
                key={way}
                size="small"
                label={label(way)}
                dialog={<CheckRefundDialog refund={refund} />}
              />
            );
          case 'elsewhere':
            return (
              <ActionButton
                key={way}
                size="small"
                label={label(way)}
                dialog={<AbnormalRefundDialog refund={refund} />}
              />
            );
        }
      })}
    </Box>
  );
};

const fields = { note: line(200).min(1) };

/** Confirms that a voided refund which was paid nevertheless has been checked. */
const CheckRefundDialog = ({ refund }: { refund: Refund }) => {
  const translate = useTranslate();
  const invoke = useInvoke();
  return (
    <ActionDialog
      texts="resources.refunds.check"
      submit={translate('resources.refunds.ways.check')}
      values={{ sum: formatYuan(refund.amountFen) }}
      fields={fields}
      labels="refunds"
      run={input => invoke('adminOrder', 'checkVoidedRefund', { id: refund._id, ...input })}
    >
      <TextInput source="note" label="resources.refunds.check.note" autoFocus isRequired />
    </ActionDialog>
  );
};
