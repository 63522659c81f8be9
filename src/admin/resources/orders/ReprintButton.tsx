import type { OrderLine } from '#contract/order.ts';
import type { PrintOrder } from '#contract/printOrder.ts';
import { printOrderActions } from '#contract/printOrderActions.ts';
import { ActionDialog } from '../../kit/action/ActionDialog.tsx';
import { ActionForm, ReasonInput } from '../../kit/action/ActionForm.tsx';
import { ActionButton } from '../../kit/action/buttons.tsx';
import { type RecordOf, useDataProvider, useTexts } from '../../kit/base/hooks.ts';
import { linePast } from './lineNames.ts';
import { PhotoQtysInput } from './PhotosInput.tsx';

export interface ReprintButtonProps {
  print: RecordOf<PrintOrder>;
  /** Of its order: they tell what was refunded and printed again. */
  lines: readonly OrderLine[] | undefined;
}

/** Once it was sent; a reprint is not printed again, but what it reprints. */
export const ReprintButton = ({ print, lines }: ReprintButtonProps) => {
  const t = useTexts('resources.print-orders.dialog.reprint');
  const isSent = print.status === 'shipped' || print.status === 'completed';
  if (!isSent || print.reprintOf) return null;
  return (
    <ActionButton
      right="print-orders.write"
      label={t('action')}
      dialog={<ReprintDialog print={print} lines={lines} />}
    />
  );
};

/** Prints some photos again, free of charge. */
const ReprintDialog = ({ print, lines = [] }: ReprintButtonProps) => {
  const t = useTexts('resources.print-orders.dialog.reprint');
  const { invoke } = useDataProvider();
  const { id, items } = print;
  const count = print.reprintIds.length;
  const ofOrder = useTexts('resources.orders.line');
  const pastOf = (at: number) => {
    const line = lines[at];
    return line ? linePast(line, ofOrder) : [];
  };
  const only = items.length === 1 ? items[0] : undefined;
  const { items: chosen, reason } = printOrderActions.createReprint.input.shape;
  return (
    <ActionDialog
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
          pastOf={pastOf}
        />
        <ReasonInput />
      </ActionForm>
    </ActionDialog>
  );
};
