import { activationCodeActions, type BatchStatus } from '#contract/activationCode.ts';
import { ActionDialog } from '../../kit/action/ActionDialog.tsx';
import { ReasonInput } from '../../kit/action/ReasonInput.tsx';
import { useInvoke } from '../../kit/base/InvokeContext.ts';
import { useRecord } from '../../kit/base/record.ts';
import type { BatchRecord } from './records.ts';

const { reason } = activationCodeActions.setBatchStatus.input.shape;

export const BatchStatusDialog = (to: { status: BatchStatus }) => {
  const invoke = useInvoke();
  const { id, rev, name, counts } = useRecord<BatchRecord>();
  const status = to.status as 'active' | 'disabled' | 'archived';
  return (
    <ActionDialog
      danger={status !== 'active'}
      texts={`resources.activation-codes.status.${status}`}
      values={{ name, unused: counts.unused }}
      fields={{ reason }}
      run={input => invoke('adminActivationCode', 'setBatchStatus', { id, rev, status, ...input })}
    >
      <ReasonInput />
    </ActionDialog>
  );
};
