import { reconciliationActions } from '#contract/reconciliation.ts';
import { differenceKinds } from '#contract/reconciliation.ts';
import { ActionDialog } from '../../kit/action/ActionDialog.tsx';
import { ReasonInput } from '../../kit/action/ReasonInput.tsx';
import { useInvoke } from '../../kit/base/InvokeContext.ts';
import { useRecord } from '../../kit/base/record.ts';
import type { DifferenceRecord } from './records.ts';

const { note } = reconciliationActions.closeDifference.input.shape;

export const DifferenceCloseDialog = () => {
  const invoke = useInvoke();
  const { id, rev, number, kind } = useRecord<DifferenceRecord>();
  return (
    <ActionDialog
      texts="resources.reconciliation/differences.close"
      values={{ number, kind: differenceKinds[kind].label }}
      fields={{ note }}
      run={input => invoke('adminReconciliation', 'closeDifference', { id, rev, ...input })}
    >
      <ReasonInput source="note" />
    </ActionDialog>
  );
};
