import { Alert, Box } from '@mui/material';
import { useRecordContext } from 'react-admin';
import { batchStatuses } from '#contract/activationCode.ts';
import { exactTime } from '../../../shared/time.ts';
import { useRecord } from '../../kit/base/record.ts';
import { useTexts } from '../../kit/base/useTexts.ts';
import { StatusField } from '../../kit/field/StatusField.tsx';
import { RecordHeader } from '../../kit/form/RecordHeader.tsx';
import { FactList } from '../../kit/show/FactList.tsx';
import { Panel } from '../../kit/show/Panel.tsx';
import { RecordShow } from '../../kit/show/RecordShow.tsx';
import { AuditTrail } from '../audit-logs/parts.ts';
import { BatchActions } from './BatchActions.tsx';
import { BatchCodes } from './BatchCodes.tsx';
import { BatchGrantField, BatchUseField } from './BatchFields.tsx';
import type { BatchRecord } from './records.ts';

/** One batch: what its codes are worth, how they are used, and each of them. */
export const BatchShow = () => (
  <RecordShow
    history={<AuditTrail kind="activationBatch" />}
    header={
      <RecordHeader status={<StatusField choices={batchStatuses} />} actions={<BatchActions />} />
    }
    aside={
      <>
        <BatchFacts />
        <AuditTrail kind="activationBatch" />
      </>
    }
  >
    <StatusReason />
    <BatchCodes />
  </RecordShow>
);

const StatusReason = () => {
  const record = useRecordContext<BatchRecord>();
  const t = useTexts('resources.activation-codes');
  if (!record?.statusReason || record.status === 'active') return null;
  return <Alert severity="warning">{t('statusReason', { reason: record.statusReason })}</Alert>;
};

const BatchFacts = () => {
  const t = useTexts('resources.activation-codes');
  const record = useRecord<BatchRecord>();
  const field = (name: string) => t(`fields.${name}`);
  return (
    <Panel title={t('facts')}>
      <Box sx={{ mb: 1.5 }}>
        <BatchUseField />
      </Box>
      <FactList
        facts={[
          [field('batchNo'), record.batchNo],
          [field('packageId'), <BatchGrantField key="grant" />],
          [field('validFrom'), exactTime(record.validFrom)],
          [field('expireTime'), exactTime(record.expireTime)],
          [field('channel'), record.channel],
          [field('perUserLimit'), record.perUserLimit],
          [field('exportCount'), record.exportCount],
          [field('createBy'), record.createBy?.name ?? ''],
          [field('createTime'), exactTime(record.createTime)],
          [field('remark'), record.remark],
        ]}
      />
    </Panel>
  );
};
