import { useTranslate } from 'react-admin';
import { printOrderActions } from '#contract/printOrder.ts';
import { ActionDialog } from '../../../kit/action/ActionDialog.tsx';
import { ReasonInput } from '../../../kit/action/ReasonInput.tsx';
import { useInvoke } from '../../../kit/base/InvokeContext.ts';
import { PhotosInput } from './PhotosInput.tsx';
import type { PrintDialogProps } from './ShipDialog.tsx';

const { itemIndexes, reason } = printOrderActions.createReprint.input.shape;

/** Prints some photos again, free of charge. */
export const ReprintDialog = ({ order, onClose }: PrintDialogProps) => {
  const translate = useTranslate();
  const invoke = useInvoke();
  const t = (key: string, values?: object) => translate(`resources.print-orders.${key}`, values);
  const { id, items, reprintIds } = order;
  return (
    <ActionDialog
      title={t('dialog.reprint.title')}
      facts={t('dialog.reprint.facts', { count: reprintIds.length })}
      labels="print-orders"
      fields={{ itemIndexes, reason }}
      defaults={{ itemIndexes: items.length === 1 ? [0] : [], reason: '' }}
      submit={t('act.reprint')}
      run={(values, idemKey) =>
        invoke('adminPrintOrder', 'createReprint', {
          ...(values as { itemIndexes: number[]; reason: string }),
          id,
          idemKey,
        })
      }
      done={({ printNo }) => t('done.reprint', { no: printNo })}
      onClose={onClose}
    >
      <PhotosInput label={t('dialog.reprint.photos')} items={items} />
      <ReasonInput suggestions="resources.print-orders.dialog.reprint.reasons" />
    </ActionDialog>
  );
};
