import { TextInput, useTranslate } from 'react-admin';
import type { Refund } from '#contract/refund.ts';
import { line } from '#contract/zod.ts';
import { formatYuan } from '../../../shared/money.ts';
import { ActionDialog } from '../../kit/action/ActionDialog.tsx';
import { useInvoke } from '../../kit/base/InvokeContext.ts';

const fields = { reason: line(200).min(1) };

/** Gives up a refund that the gateway does not know. */
export const VoidRefundDialog = ({ refund, onClose }: { refund: Refund; onClose: () => void }) => {
  const translate = useTranslate();
  const invoke = useInvoke();
  return (
    <ActionDialog
      title={translate('resources.refunds.void.title', { sum: formatYuan(refund.amountFen) })}
      facts={translate('resources.refunds.void.effect')}
      fields={fields}
      labels="refunds"
      submit={translate('resources.refunds.ways.void')}
      danger
      run={({ reason }) =>
        invoke('adminOrder', 'voidRefund', { id: refund._id, reason: String(reason) })
      }
      done={translate('resources.refunds.void.done')}
      onClose={onClose}
    >
      <TextInput
        source="reason"
        label="resources.refunds.void.reason"
        helperText={false}
        autoFocus
        isRequired
      />
    </ActionDialog>
  );
};
