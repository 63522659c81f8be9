import type { ReactNode } from 'react';
import { useTranslate } from 'react-admin';
import { needsReason } from '#contract/printOrder.ts';
import type { PrintOrderStatus } from '#contract/printOrderStates.ts';
import { line } from '#contract/zod.ts';
import { ActionDialog } from '../../../kit/action/ActionDialog.tsx';
import { ReasonInput } from '../../../kit/action/ReasonInput.tsx';
import { useInvoke } from '../../../kit/base/InvokeContext.ts';
import type { PrintDialogProps } from './ShipDialog.tsx';

export interface MoveDialogProps extends PrintDialogProps {
  to: PrintOrderStatus;
  /** Translation key of the action. */
  act: 'producing' | 'completed' | 'back' | 'cancelled';
  facts: ReactNode;
}

/** A move to another state, confirmed with its effect, and with a reason if one is required. */
export const MoveDialog = ({ order, to, act, facts, onClose }: MoveDialogProps) => {
  const translate = useTranslate();
  const invoke = useInvoke();
  const t = (key: string, values?: object) => translate(`resources.print-orders.${key}`, values);
  const { id, rev, printNo, status } = order;
  const asks = needsReason(status, to) && (act === 'back' || act === 'cancelled');
  const cancels = act === 'cancelled';
  return (
    <ActionDialog
      title={t(`dialog.${act}.title`, { no: printNo })}
      facts={facts}
      labels="print-orders"
      fields={asks ? { reason: line(200).min(1) } : {}}
      defaults={asks ? { reason: '' } : {}}
      submit={t(cancels ? 'dialog.cancelled.confirm' : `act.${act}`)}
      danger={cancels}
      run={values =>
        invoke('adminPrintOrder', 'updatePrintOrderStatus', {
          id,
          rev,
          status: to,
          ...(asks && { reason: values['reason'] as string }),
        })
      }
      done={t(`done.${act}`)}
      onClose={onClose}
    >
      {asks && <ReasonInput suggestions={`resources.print-orders.dialog.${act}.reasons`} />}
    </ActionDialog>
  );
};
