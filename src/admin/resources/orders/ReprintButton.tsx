import type { OrderLine } from '#contract/order.ts';
import type { PrintOrder } from '#contract/printOrder.ts';
import { printOrderActions } from '#contract/printOrderActions.ts';
import { DialogButton } from '../../kit/action/ActionDialog.tsx';
import { ActionForm, ReasonInput } from '../../kit/action/ActionForm.tsx';
import { type RecordOf, useDataProvider, useTexts } from '../../kit/base/hooks.ts';
import { linePast } from './lineNames.ts';
import { PhotoQtysInput } from './PhotosInput.tsx';

export interface ReprintButtonProps {
  print: RecordOf<PrintOrder>;
  /** Refunds and reprints of its order. */
  lines: readonly OrderLine[] | undefined;
}

const { items: chosen, reason } = printOrderActions.createReprint.input.shape;

/** Prints some photos again, free of charge, once they were sent; a reprint is not printed again, but what it reprints. */
export const ReprintButton = ({ print, lines = [] }: ReprintButtonProps) => {
  const t = useTexts('resources.print-orders.dialog.reprint');
  const ofOrder = useTexts('resources.orders.line');
  const { invoke } = useDataProvider();
  const { id, status, items, reprintOf, reprintIds, erasedTime } = print;
  if ((status !== 'shipped' && status !== 'completed') || reprintOf || erasedTime) return null;
  const count = reprintIds.length;
  const only = items.length === 1 ? items[0] : undefined;
  return (
    <DialogButton
      right="print-orders.write"
      texts="resources.print-orders.dialog.reprint"
      values={{ past: count > 0 ? t('past', { count }) : '' }}
    >
      <ActionForm
        resource="print-orders"
        fields={{ items: chosen, reason }}
        defaultValues={{ items: only ? [{ itemIndex: 0, qty: only.qty }] : [], reason: '' }}
        run={(input, idemKey) =>
          invoke('adminPrintOrder', 'createReprint', { ...input, id, idemKey })
        }
        done={({ printNo }) => t('done', { no: printNo })}
      >
        <PhotoQtysInput
          label="resources.print-orders.dialog.reprint.photos"
          items={items}
          pastOf={at => (lines[at] ? linePast(lines[at], ofOrder) : [])}
        />
        <ReasonInput />
      </ActionForm>
    </DialogButton>
  );
};
