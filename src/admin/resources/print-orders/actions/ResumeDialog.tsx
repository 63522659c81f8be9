import { line } from '#contract/zod.ts';
import { duration } from '../../../../shared/time.ts';
import { ActionDialog } from '../../../kit/action/ActionDialog.tsx';
import { ReasonInput } from '../../../kit/action/ReasonInput.tsx';
import { useInvoke } from '../../../kit/base/InvokeContext.ts';
import { useRecord } from '../../../kit/base/record.ts';
import { useNow } from '../../../kit/base/useNow.ts';
import type { PrintRecord } from '../printOrder.ts';

export const ResumeDialog = () => {
  const invoke = useInvoke();
  const now = useNow();
  const { id, rev, printNo, hold } = useRecord<PrintRecord>();
  return (
    <ActionDialog
      texts="resources.print-orders.dialog.resume"
      values={{ no: printNo, time: duration(now - (hold?.time ?? now)) }}
      fields={{ reason: line(200).min(1) }}
      defaults={{ reason: '' }}
      run={input => invoke('adminPrintOrder', 'resumePrintOrder', { id, rev, ...input })}
    >
      <ReasonInput />
    </ActionDialog>
  );
};
