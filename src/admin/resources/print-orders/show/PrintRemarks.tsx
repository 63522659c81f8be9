import { Box } from '@mui/material';
import { useRecordContext, useTranslate } from 'react-admin';
import { ActionButton } from '../../../kit/action/ActionButton.tsx';
import { Panel } from '../../../kit/show/Panel.tsx';
import { RemarkDialog } from '../actions/RemarkDialog.tsx';
import type { PrintRecord } from '../printOrder.ts';

/** What its user asked for, and what we note about it. */
export const PrintRemarks = () => {
  const translate = useTranslate();
  const record = useRecordContext<PrintRecord>();
  if (!record) return null;
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
