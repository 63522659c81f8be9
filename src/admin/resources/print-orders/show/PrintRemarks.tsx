import { Box } from '@mui/material';
import { TextInput, useTranslate } from 'react-admin';
import { printOrderActions } from '#contract/printOrder.ts';
import { ActionDialog } from '../../../kit/action/ActionDialog.tsx';
import { ActionButton } from '../../../kit/action/buttons.tsx';
import { useInvoke, useRecord, useTexts } from '../../../kit/base/hooks.ts';
import { Panel } from '../../../kit/show/Panel.tsx';
import type { PrintRecord } from '../printOrder.ts';

/** What its user asked for, and what we note about it. */
export const PrintRemarks = () => {
  const translate = useTranslate();
  const record = useRecord<PrintRecord>();
  const t = useTexts('resources.print-orders');
  return (
    <Panel
      title={t('panel.remark')}
      action={
        <ActionButton
          size="small"
          variant="text"
          label={t('dialog.remark.action')}
          dialog={<RemarkDialog />}
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

const RemarkDialog = () => {
  const invoke = useInvoke();
  const order = useRecord<PrintRecord>();
  const { id, rev } = order;
  return (
    <ActionDialog
      texts="resources.print-orders.dialog.remark"
      fields={{ adminRemark }}
      defaults={{ adminRemark: order.adminRemark }}
      run={input =>
        invoke('adminPrintOrder', 'addPrintRemark', {
          id,
          rev,
          adminRemark: input.adminRemark ?? '',
        })
      }
    >
      <TextInput source="adminRemark" multiline minRows={3} fullWidth />
    </ActionDialog>
  );
};
