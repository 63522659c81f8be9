import { TextInput, useTranslate } from 'react-admin';
import { printOrderActions } from '#contract/printOrder.ts';
import { ActionDialog } from '../../../kit/action/ActionDialog.tsx';
import { useInvoke } from '../../../kit/base/InvokeContext.ts';
import type { PrintDialogProps } from './ShipDialog.tsx';

const { adminRemark } = printOrderActions.addPrintRemark.input.shape;

export const RemarkDialog = ({ order, onClose }: PrintDialogProps) => {
  const translate = useTranslate();
  const invoke = useInvoke();
  const t = (key: string) => translate(`resources.print-orders.${key}`);
  return (
    <ActionDialog
      title={t('dialog.remark.title')}
      facts={t('dialog.remark.facts')}
      labels="print-orders"
      fields={{ adminRemark }}
      defaults={{ adminRemark: order.adminRemark }}
      submit={t('dialog.remark.submit')}
      run={values =>
        invoke('adminPrintOrder', 'addPrintRemark', {
          id: order.id,
          rev: order.rev,
          adminRemark: (values['adminRemark'] as string | null) ?? '',
        })
      }
      done={t('done.remark')}
      onClose={onClose}
    >
      <TextInput source="adminRemark" multiline minRows={3} fullWidth helperText={false} />
    </ActionDialog>
  );
};
