import { Box } from '@mui/material';
import { useTranslate } from 'react-admin';
import type { AuditLog } from '#contract/auditLog.ts';
import { exactTime } from '../../../shared/time.ts';
import { type RecordOf, useRecord } from '../../kit/base/hooks.ts';
import { FactList } from '../../kit/show/Panel.tsx';
import { AuditDiff } from './AuditDiff.tsx';

/** The details of a row: the difference, and the origin of the call. */
export const AuditDetail = () => {
  const translate = useTranslate();
  const record = useRecord<RecordOf<AuditLog>>();
  return (
    <Box
      sx={{
        display: 'grid',
        gap: { xs: 2, sm: 4 },
        gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: 'minmax(0, 1fr) 320px' },
        py: 1,
        fontSize: '0.8125rem',
      }}
    >
      <AuditDiff kind={record.resource} diff={record.diff} />
      <FactList
        facts={[
          [translate('resources.audit-logs.fields.createTime'), exactTime(record.createTime)],
          [translate('resources.audit-logs.fields.reason'), record.reason || undefined],
          [translate('resources.audit-logs.fields.resourceId'), record.resourceId],
          [translate('resources.audit-logs.fields.ip'), record.ip],
          [translate('resources.audit-logs.fields.requestId'), record.requestId],
        ]}
      />
    </Box>
  );
};
