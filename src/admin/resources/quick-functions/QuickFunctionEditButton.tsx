import EditIcon from '@mui/icons-material/EditOutlined';
import { IconButton, Tooltip } from '@mui/material';
import { useState } from 'react';
import { useRecordContext, useTranslate } from 'react-admin';
import type { QuickFunctionRecord } from './quickFunction.ts';
import { QuickFunctionDialog } from './QuickFunctionDialog.tsx';

export const QuickFunctionEditButton = () => {
  const translate = useTranslate();
  const record = useRecordContext<QuickFunctionRecord>();
  const [open, setOpen] = useState(false);
  if (!record) return null;
  return (
    <>
      <Tooltip title={translate('list.edit')}>
        <IconButton
          size="small"
          aria-label={translate('list.editOf', { name: record.title })}
          onClick={() => setOpen(true)}
        >
          <EditIcon fontSize="small" />
        </IconButton>
      </Tooltip>
      {open && <QuickFunctionDialog record={record} onClose={() => setOpen(false)} />}
    </>
  );
};
