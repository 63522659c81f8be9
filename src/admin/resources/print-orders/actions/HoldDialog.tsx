import { printOrderActions } from '#contract/printOrder.ts';
import { ActionDialog } from '../../../kit/action/ActionDialog.tsx';
import { ReasonInput } from '../../../kit/action/ReasonInput.tsx';
import { useInvoke } from '../../../kit/base/InvokeContext.ts';
import { useRecord } from '../../../kit/base/record.ts';
import type { PrintRecord } from '../printOrder.ts';
import { PhotosInput } from './PhotosInput.tsx';

const { itemIndexes, reason } = printOrderActions.holdPrintOrder.input.shape;

/** Asks the user for other photos. */
export const HoldDialog = () => {
  const invoke = useInvoke();
  const { id, rev, items } = useRecord<PrintRecord>();
  const soft = items.flatMap(({ lowRes }, at) => (lowRes ? [at] : []));
  return (
    <ActionDialog
      texts="resources.print-orders.dialog.on_hold"
      fields={{ itemIndexes, reason }}
      defaults={{ itemIndexes: items.length === 1 ? [0] : soft, reason: '' }}
      run={input => invoke('adminPrintOrder', 'holdPrintOrder', { ...input, id, rev })}
    >
      <PhotosInput label="resources.print-orders.dialog.on_hold.photos" />
      <ReasonInput />
    </ActionDialog>
  );
};
