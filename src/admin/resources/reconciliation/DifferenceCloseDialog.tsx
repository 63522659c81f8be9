import { useTranslate } from 'react-admin';
import { differenceKinds, reconciliationActions } from '#contract/reconciliation.ts';
import { ActionDialog } from '../../kit/action/ActionDialog.tsx';
import { ReasonInput } from '../../kit/action/ReasonInput.tsx';
import { useInvoke } from '../../kit/base/InvokeContext.ts';
import type { DifferenceRecord } from './records.ts';

const t = (key: string) => `resources.reconciliation/differences.${key}`;
const { note } = reconciliationActions.closeDifference.input.shape;

export interface DifferenceCloseDialogProps {
  difference: DifferenceRecord;
  onClose: () => void;
}

export const DifferenceCloseDialog = ({ difference, onClose }: DifferenceCloseDialogProps) => {
  const translate = useTranslate();
  const invoke = useInvoke();
  const { id, rev, number, kind } = difference;
  return (
    <ActionDialog
      title={translate(t('close.title'))}
      labels="reconciliation/differences"
      facts={translate(t('close.facts'), { number, kind: differenceKinds[kind].label })}
      fields={{ note }}
      submit={translate(t('close.submit'))}
      done={t('close.done')}
      onClose={onClose}
      run={values =>
        invoke('adminReconciliation', 'closeDifference', { id, rev, note: String(values['note']) })
      }
    >
      <ReasonInput source="note" suggestions={t('close.reasons')} />
    </ActionDialog>
  );
};
