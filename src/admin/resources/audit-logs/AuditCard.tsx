import { Box, Button } from '@mui/material';
import { useState } from 'react';
import { useRecordContext, useTranslate } from 'react-admin';
import { type AuditLog, auditResults } from '#contract/auditLog.ts';
import { StatusField } from '../../kit/field/StatusField.tsx';
import { TimeField } from '../../kit/field/TimeField.tsx';
import type { RecordOf } from '../../kit/base/record.ts';
import { AuditActionField } from './AuditActionField.tsx';
import { AuditDetail } from './AuditDetail.tsx';
import { AuditTarget } from './AuditTarget.tsx';

export const AuditCard = () => {
  const translate = useTranslate();
  const record = useRecordContext<RecordOf<AuditLog>>();
  const [open, setOpen] = useState(false);
  return (
    <>
      <Box sx={{ display: 'flex', justifyContent: 'space-between', gap: 1 }}>
        <AuditActionField />
        <StatusField source="result" choices={auditResults} />
      </Box>
      <AuditTarget />
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 1, color: 'text.secondary' }}>
        <Box sx={{ flex: 1, minWidth: 0, fontSize: '0.8125rem' }}>
          {record?.adminName} · <TimeField source="createTime" />
        </Box>
        <Button
          aria-expanded={open}
          onClick={() => setOpen(!open)}
          sx={{ minHeight: 44, mr: -1.5 }}
        >
          {translate(open ? 'auditLogs.less' : 'auditLogs.more')}
        </Button>
      </Box>
      {open && <AuditDetail />}
    </>
  );
};
