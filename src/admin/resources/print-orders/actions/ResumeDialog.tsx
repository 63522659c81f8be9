import { useTranslate } from 'react-admin';
import { line } from '#contract/zod.ts';
import { duration } from '../../../../shared/time.ts';
import { ActionDialog } from '../../../kit/action/ActionDialog.tsx';
import { ReasonInput } from '../../../kit/action/ReasonInput.tsx';
import { useInvoke } from '../../../kit/base/InvokeContext.ts';
import { useNow } from '../../../kit/base/useNow.ts';
import type { PrintDialogProps } from './ShipDialog.tsx';

export const ResumeDialog = ({ order, onClose }: PrintDialogProps) => {
  const translate = useTranslate();
  const invoke = useInvoke();
  const now = useNow();
  const t = (key: string, values?: object) => translate(`resources.print-orders.${key}`, values);
  const { id, rev, printNo, hold } = order;
  return (
    <ActionDialog
      title={t('dialog.resume.title', { no: printNo })}
      facts={t('dialog.resume.facts', { time: duration(now - (hold?.time ?? now)) })}
      labels="print-orders"
      fields={{ reason: line(200).min(1) }}
      defaults={{ reason: '' }}
      submit={t('act.resume')}
      run={values =>
        invoke('adminPrintOrder', 'resumePrintOrder', {
          id,
          rev,
          reason: values['reason'] as string,
        })
      }
      done={t('done.resume')}
      onClose={onClose}
    >
      <ReasonInput suggestions="resources.print-orders.dialog.resume.reasons" />
    </ActionDialog>
  );
};
