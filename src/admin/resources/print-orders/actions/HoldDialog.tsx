import { useTranslate } from 'react-admin';
import { printOrderActions } from '#contract/printOrder.ts';
import { ActionDialog } from '../../../kit/action/ActionDialog.tsx';
import { ReasonInput } from '../../../kit/action/ReasonInput.tsx';
import { useInvoke } from '../../../kit/base/InvokeContext.ts';
import { PhotosInput } from './PhotosInput.tsx';
import type { PrintDialogProps } from './ShipDialog.tsx';

const { itemIndexes, reason } = printOrderActions.holdPrintOrder.input.shape;

/** Asks the user for other photos. */
export const HoldDialog = ({ order, onClose }: PrintDialogProps) => {
  const translate = useTranslate();
  const invoke = useInvoke();
  const t = (key: string) => translate(`resources.print-orders.${key}`);
  const { id, rev, items } = order;
  const soft = items.flatMap(({ lowRes }, at) => (lowRes ? [at] : []));
  const only = items.length === 1 ? [0] : soft;
  return (
    <ActionDialog
      title={t('dialog.on_hold.title')}
      facts={t('dialog.on_hold.facts')}
      labels="print-orders"
      fields={{ itemIndexes, reason }}
      defaults={{ itemIndexes: only, reason: '' }}
      submit={t('act.on_hold')}
      run={values =>
        invoke('adminPrintOrder', 'holdPrintOrder', {
          ...(values as { itemIndexes: number[]; reason: string }),
          id,
          rev,
        })
      }
      done={t('done.on_hold')}
      onClose={onClose}
    >
      <PhotosInput label={t('dialog.on_hold.photos')} items={items} />
      <ReasonInput suggestions="resources.print-orders.dialog.on_hold.reasons" />
    </ActionDialog>
  );
};
