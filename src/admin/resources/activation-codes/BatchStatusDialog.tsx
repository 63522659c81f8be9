import { useTranslate } from 'react-admin';
import { activationCodeActions, type BatchStatus } from '#contract/activationCode.ts';
import { ActionDialog } from '../../kit/action/ActionDialog.tsx';
import { ReasonInput } from '../../kit/action/ReasonInput.tsx';
import { useInvoke } from '../../kit/base/InvokeContext.ts';
import type { BatchRecord } from './records.ts';

const t = (key: string) => `resources.activation-codes.${key}`;
const { reason } = activationCodeActions.setBatchStatus.input.shape;

export interface BatchStatusDialogProps {
  batch: BatchRecord;
  status: BatchStatus;
  onClose: () => void;
}

export const BatchStatusDialog = ({ batch, status, onClose }: BatchStatusDialogProps) => {
  const translate = useTranslate();
  const invoke = useInvoke();
  const { id, rev, name, counts } = batch;
  return (
    <ActionDialog
      danger={status !== 'active'}
      title={translate(t(`status.${status}.title`), { name })}
      labels="activation-codes"
      facts={translate(t(`status.${status}.facts`), { unused: counts.unused })}
      fields={{ reason }}
      submit={translate(t(`status.${status}.action`))}
      done={t(`status.${status}.done`)}
      onClose={onClose}
      run={values =>
        invoke('adminActivationCode', 'setBatchStatus', {
          id,
          rev,
          status: status as 'active' | 'disabled' | 'archived',
          reason: String(values['reason']),
        })
      }
    >
      <ReasonInput suggestions={t(`status.${status}.reasons`)} />
    </ActionDialog>
  );
};
