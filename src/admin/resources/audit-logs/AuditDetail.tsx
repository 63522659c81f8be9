import { Box } from '@mui/material';
import type { AuditLog } from '#contract/auditLog.ts';
import { exactTime } from '../../../shared/time.ts';
import { type RecordOf, useRecord, useTexts } from '../../kit/base/hooks.ts';
import { FactList } from '../../kit/show/Panel.tsx';
import { AuditDiff } from './AuditDiff.tsx';

/** The details of a row: the difference, and the origin of the call. */
export const AuditDetail = () => {
  const t = useTexts('resources.audit-logs.fields');
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
          [t('createTime'), exactTime(record.createTime)],
          [t('reason'), record.reason || undefined],
          [t('resourceId'), record.resourceId],
          [t('ip'), record.ip],
          [t('requestId'), record.requestId],
        ]}
      />
    </Box>
  );
};
