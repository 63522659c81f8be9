import { Box } from '@mui/material';
import { useRecordContext } from 'react-admin';
import {
  differenceKinds,
  reconciliationActions,
  reconciliationStatuses,
} from '#contract/reconciliation.ts';
import { DialogButton } from '../../kit/action/ActionDialog.tsx';
import { ActionForm, ReasonInput } from '../../kit/action/ActionForm.tsx';
import { RunButton } from '../../kit/action/buttons.tsx';
import { useCan } from '../../kit/base/CanAccess.tsx';
import { useDataProvider, useTexts } from '../../kit/base/hooks.ts';
import { dayName, type DifferenceRecord, mendOf } from './records.ts';

/** Actions to resolve a difference, after which its day is compared again, or to explain it. */
export const DifferenceActs = () => {
  const say = useTexts('resources.reconciliation.run');
  const t = useTexts('resources.reconciliation/differences');
  const { invoke } = useDataProvider();
  const difference = useRecordContext<DifferenceRecord>();
  const can = useCan();
  if (difference?.status !== 'open' || !can('reconciliation.write')) return null;
  const { id, rev, number, kind, day, orderId, refundId } = difference;
  const mend = mendOf(difference);
  return (
    <Box component="span" sx={{ display: 'inline-flex', gap: 1 }}>
      {mend && can(mend === 'payment' ? 'orders.write' : 'orders.refund') && (
        <RunButton
          size="small"
          label={t(`mend.${mend}`)}
          run={async () => {
            if (mend === 'payment') await invoke('adminOrder', 'syncPayment', { id: orderId });
            else await invoke('adminOrder', 'syncRefund', { id: refundId });
            return invoke('adminReconciliation', 'runDay', { day });
          }}
          done={({ _id, status, failure }) =>
            failure ||
            say('done', { day: dayName(_id), status: reconciliationStatuses[status].label })
          }
        />
      )}
      <DialogButton
        texts="resources.reconciliation/differences.close"
        values={{ number, kind: differenceKinds[kind].label }}
        button={{ size: 'small' }}
      >
        <ActionForm
          fields={{ note: reconciliationActions.closeDifference.input.shape.note }}
          run={input => invoke('adminReconciliation', 'closeDifference', { id, rev, ...input })}
        >
          <ReasonInput source="note" />
        </ActionForm>
      </DialogButton>
    </Box>
  );
};
