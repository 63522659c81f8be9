import type { ReactNode } from 'react';
import { needsReason } from '#contract/printOrder.ts';
import type { PrintOrderStatus } from '#contract/printOrderStates.ts';
import { line } from '#contract/zod.ts';
import { ActionDialog } from '../../../kit/action/ActionDialog.tsx';
import { ReasonInput } from '../../../kit/action/ReasonInput.tsx';
import { useInvoke, useRecord } from '../../../kit/base/hooks.ts';
import type { PrintRecord } from '../printOrder.ts';

export interface MoveDialogProps {
  to: PrintOrderStatus;
  /** The key of its texts. */
  act: 'producing' | 'completed' | 'back' | 'cancelled';
  facts: ReactNode;
}

/** A move to another state, confirmed with its effect, and with a reason if one is required. */
export const MoveDialog = ({ to, act, facts }: MoveDialogProps) => {
  const invoke = useInvoke();
  const { id, rev, printNo, status } = useRecord<PrintRecord>();
  const asks = needsReason(status, to) && (act === 'back' || act === 'cancelled');
  return (
    <ActionDialog
      texts={`resources.print-orders.dialog.${act}`}
      values={{ no: printNo }}
      facts={facts}
      fields={asks ? { reason: line(200).min(1) } : {}}
      defaults={asks ? { reason: '' } : {}}
      danger={act === 'cancelled'}
      run={input =>
        invoke('adminPrintOrder', 'updatePrintOrderStatus', { id, rev, status: to, ...input })
      }
    >
      {asks && <ReasonInput />}
    </ActionDialog>
  );
};
