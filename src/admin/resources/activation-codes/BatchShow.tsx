import { Alert, Box } from '@mui/material';
import { useRecordContext } from 'react-admin';
import {
  activationBatchEntity,
  activationCodeActions,
  type BatchStatus,
  batchStatuses,
} from '#contract/activationCode.ts';
import { exactTime } from '../../../shared/time.ts';
import { ActionDialog } from '../../kit/action/ActionDialog.tsx';
import { ActionMenu } from '../../kit/action/ActionMenu.tsx';
import { ActionButton } from '../../kit/action/buttons.tsx';
import { ReasonInput } from '../../kit/action/ReasonInput.tsx';
import { useInvoke, useRecord, useTexts } from '../../kit/base/hooks.ts';
import { StatusField } from '../../kit/field/valueFields.tsx';
import { RecordHeader } from '../../kit/form/RecordHeader.tsx';
import { FactList, Panel } from '../../kit/show/Panel.tsx';
import { RecordShow } from '../../kit/show/RecordShow.tsx';
import { AuditTrail } from '../audit-logs/parts.ts';
import { BatchCodes } from './BatchCodes.tsx';
import { BatchDisableCodesDialog } from './BatchDisableCodesDialog.tsx';
import { BatchExportDialog } from './BatchExportDialog.tsx';
import { BatchExtendDialog } from './BatchExtendDialog.tsx';
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

/** What may be done with a batch now. */
const BatchActions = () => {
  const t = useTexts('resources.activation-codes');
  const batch = useRecord<BatchRecord>();
  const changeable = batch.status === 'active' || batch.status === 'disabled';
  return (
    <>
      {batch.status !== 'generating' && (
        <ActionButton label={t('export.action')} dialog={<BatchExportDialog />} />
      )}
      {changeable && <ActionButton label={t('extend.action')} dialog={<BatchExtendDialog />} />}
      <ActionMenu
        name={batch.name}
        actions={[
          ...activationBatchEntity.transitions[batch.status]
            .filter(status => status !== 'active' || batch.status === 'disabled')
            .map(status => ({
              label: t(`status.${status}.action`),
              danger: status !== 'active',
              dialog: <BatchStatusDialog status={status} />,
            })),
          {
            label: t('disable.all'),
            danger: true,
            dialog: <BatchDisableCodesDialog />,
          },
        ]}
      />
    </>
  );
};

const { reason } = activationCodeActions.setBatchStatus.input.shape;

const BatchStatusDialog = (to: { status: BatchStatus }) => {
  const invoke = useInvoke();
  const { id, rev, name, counts } = useRecord<BatchRecord>();
  const status = to.status as 'active' | 'disabled' | 'archived';
  return (
    <ActionDialog
      danger={status !== 'active'}
      texts={`resources.activation-codes.status.${status}`}
      values={{ name, unused: counts.unused }}
      fields={{ reason }}
      run={input => invoke('adminActivationCode', 'setBatchStatus', { id, rev, status, ...input })}
    >
      <ReasonInput />
    </ActionDialog>
  );
};
