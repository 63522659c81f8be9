import { TextInput, useTranslate } from 'react-admin';
import type { Refund } from '#contract/refund.ts';
import { line } from '#contract/zod.ts';
import { formatYuan } from '../../../shared/money.ts';
import { ActionDialog } from '../../kit/action/ActionDialog.tsx';
import { useInvoke } from '../../kit/base/InvokeContext.ts';

const fields = { note: line(200).min(1) };

/** Confirms that a voided refund which was paid nevertheless has been checked. */
export const CheckRefundDialog = ({ refund, onClose }: { refund: Refund; onClose: () => void }) => {
  const translate = useTranslate();
  const invoke = useInvoke();
  return (
    <ActionDialog
      title={translate('resources.refunds.check.title', { sum: formatYuan(refund.amountFen) })}
      facts={translate('resources.refunds.check.facts')}
      fields={fields}
      labels="refunds"
      submit={translate('resources.refunds.ways.check')}
      run={({ note }) =>
        invoke('adminOrder', 'checkVoidedRefund', { id: refund._id, note: String(note) })
      }
      done={translate('resources.refunds.check.done')}
      onClose={onClose}
    >
      <TextInput
        source="note"
        label="resources.refunds.check.note"
        helperText={false}
        autoFocus
        isRequired
      />
    </ActionDialog>
  );
};
