import { Box } from '@mui/material';
import { TextInput, useTranslate } from 'react-admin';
import { printOrderActions } from '#contract/printOrder.ts';
import { ActionButton } from '../../../kit/action/ActionButton.tsx';
import { ActionDialog } from '../../../kit/action/ActionDialog.tsx';
import { useInvoke } from '../../../kit/base/InvokeContext.ts';
import { useRecord } from '../../../kit/base/record.ts';
import { Panel } from '../../../kit/show/Panel.tsx';
import type { PrintDialogProps } from '../actions/ShipDialog.tsx';
import type { PrintRecord } from '../printOrder.ts';

/** What its user asked for, and what we note about it. */
export const PrintRemarks = () => {
  const translate = useTranslate();
  const record = useRecord<PrintRecord>();
  const t = (key: string) => translate(`resources.print-orders.${key}`);
  return (
    <Panel
      title={t('panel.remark')}
      action={
        <ActionButton
          size="small"
          variant="text"
          label={t('act.remark')}
          dialog={close => <RemarkDialog order={record} onClose={close} />}
        />
      }
    >
      {(['user', 'admin'] as const).map(whose => (
        <Box key={whose} sx={{ fontSize: '0.8125rem', mt: 0.5, overflowWrap: 'anywhere' }}>
          <Box component="span" sx={{ color: 'text.secondary' }}>
            {t(`remark.${whose}`)}：
          </Box>
          {(whose === 'user' ? record.userRemark : record.adminRemark) || translate('list.none')}
        </Box>
      ))}
    </Panel>
  );
};

const { adminRemark } = printOrderActions.addPrintRemark.input.shape;

const RemarkDialog = ({ order, onClose }: PrintDialogProps) => {
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
      <TextInput source="adminRemark" multiline minRows={3} fullWidth />
    </ActionDialog>
  );
};
