import { useTranslate } from 'react-admin';
import { printOrderActions } from '#contract/printOrder.ts';
import { ActionDialog } from '../../../kit/action/ActionDialog.tsx';
import { useInvoke } from '../../../kit/base/InvokeContext.ts';
import type { RevealedAddress } from '../useReveal.ts';
import { ReasonInput } from '../../../kit/action/ReasonInput.tsx';
import type { PrintDialogProps } from './ShipDialog.tsx';

const { reason } = printOrderActions.revealAddress.input.shape;

export const RevealDialog = ({
  order,
  onClose,
  onRevealed,
}: PrintDialogProps & { onRevealed: (address: RevealedAddress) => void }) => {
  const translate = useTranslate();
  const invoke = useInvoke();
  const t = (key: string) => translate(`resources.print-orders.${key}`);
  return (
    <ActionDialog
      title={t('dialog.reveal.title')}
      facts={t('dialog.reveal.facts')}
      labels="print-orders"
      fields={{ reason }}
      defaults={{ reason: '' }}
      submit={t('dialog.reveal.submit')}
      run={values =>
        invoke('adminPrintOrder', 'revealAddress', {
          id: order.id,
          reason: values['reason'] as string,
        })
      }
      onDone={onRevealed}
      onClose={onClose}
    >
      <ReasonInput suggestions="resources.print-orders.dialog.reveal.reasons" />
    </ActionDialog>
  );
};
