import { printOrderActions } from '#contract/printOrder.ts';
import { ActionDialog } from '../../../kit/action/ActionDialog.tsx';
import { ReasonInput } from '../../../kit/action/ReasonInput.tsx';
import { useInvoke, useRecord, useTexts } from '../../../kit/base/hooks.ts';
import type { PrintRecord } from '../printOrder.ts';
import { PhotosInput } from './PhotosInput.tsx';

const { itemIndexes, reason } = printOrderActions.createReprint.input.shape;

/** Prints some photos again, free of charge. */
export const ReprintDialog = () => {
  const t = useTexts('resources.print-orders.dialog.reprint');
  const invoke = useInvoke();
  const { id, items, reprintIds } = useRecord<PrintRecord>();
  return (
    <ActionDialog
      texts="resources.print-orders.dialog.reprint"
      values={{ count: reprintIds.length }}
      fields={{ itemIndexes, reason }}
      defaults={{ itemIndexes: items.length === 1 ? [0] : [], reason: '' }}
      run={(input, idemKey) =>
        invoke('adminPrintOrder', 'createReprint', { ...input, id, idemKey })
      }
      done={({ printNo }) => t('done', { no: printNo })}
    >
      <PhotosInput label="resources.print-orders.dialog.reprint.photos" />
      <ReasonInput />
    </ActionDialog>
  );
};
