import { Box } from '@mui/material';
import { useRecordContext } from 'react-admin';
import type { AuditLog } from '#contract/auditLog.ts';
import type { RecordOf } from '../../kit/base/record.ts';
import { useRecord } from '../../kit/base/record.ts';
import { OneLine } from '../../kit/field/OneLine.tsx';
import { useAuditLabels } from './useAuditLabels.ts';

export const AuditActionField = () => {
  const record = useRecord<RecordOf<AuditLog>>();
  const { actionLabel } = useAuditLabels();
  return (
    <Box component="span" sx={{ fontWeight: 500 }}>
      {actionLabel(record.function, record.action)}
    </Box>
  );
};

/** Which fields changed, in a line. */
export const AuditSummary = () => {
  const record = useRecordContext<RecordOf<AuditLog>>();
  const { fieldLabel } = useAuditLabels();
  const names = record?.diff.map(({ path }) => fieldLabel(record.resource, path)) ?? [];
  return <OneLine text={record?.reason || names.join('、')} width={280} />;
};
