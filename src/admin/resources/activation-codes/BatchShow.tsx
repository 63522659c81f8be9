import { Alert, Box, LinearProgress, Skeleton } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useRecordContext, useTranslate } from 'react-admin';
import {
  type ActivationBatch,
  activationBatchEntity,
  activationCodeActions,
  type BatchStatus,
  batchStatuses,
  codeStatuses,
  MAX_EXPORT_PAGE,
} from '#contract/activationCode.ts';
import { formatCount } from '../../../shared/count.ts';
import { dayOf, exactTime } from '../../../shared/time.ts';
import { ActionDialog, DialogButton } from '../../kit/action/ActionDialog.tsx';
import { ActionForm, SubmitButton } from '../../kit/action/ActionForm.tsx';
import { ActionMenu } from '../../kit/action/ActionMenu.tsx';
import { useDataProvider, useRecord, useTexts } from '../../kit/base/hooks.ts';
import { LoadFailure } from '../../kit/base/LoadFailure.tsx';
import { saveCsv } from '../../kit/base/saveCsv.ts';
import { StatusField } from '../../kit/field/valueFields.tsx';
import { DateTimeInput, TextInput } from '../../kit/form/inputs.tsx';
import { RecordHeader } from '../../kit/form/RecordHeader.tsx';
import { FactList, Panel } from '../../kit/show/Panel.tsx';
import { Show } from '../../kit/show/Show.tsx';
import { AuditTrail } from '../audit-logs/parts.ts';
import { BatchCodes } from './BatchCodes.tsx';
import { BatchGrantField, type BatchRecord, BatchUseField, CodeBar } from './BatchFields.tsx';

/** One batch: what its codes are worth, how they are used, and each of them. */
export const BatchShow = () => (
  <Show
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
  </Show>
);

const StatusReason = () => {
  const record = useRecordContext<BatchRecord>();
  const t = useTexts('resources.activation-codes');
  if (!record?.statusReason || record.status === 'active') return null;
  return <Alert severity="warning">{t('statusReason', { reason: record.statusReason })}</Alert>;
};

const BatchFacts = () => {
  const t = useTexts('resources.activation-codes');
  const record = useRecord<ActivationBatch>();
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

const { expireTime, reason } = activationCodeActions.extendBatch.input.shape;

/** What may be done with a batch now. */
const BatchActions = () => {
  const t = useTexts('resources.activation-codes');
  const { invoke } = useDataProvider();
  const batch = useRecord<ActivationBatch>();
  const { id, rev, name } = batch;
  const { unused, expired } = batch.counts;
  const changeable = batch.status === 'active' || batch.status === 'disabled';
  return (
    <>
      {batch.status !== 'generating' && (
        <DialogButton
          right="activation-codes.reveal"
          texts="resources.activation-codes.export"
          values={{ name }}
        >
          <BatchExportForm />
        </DialogButton>
      )}
      {changeable && (
        <DialogButton
          right="activation-codes.write"
          texts="resources.activation-codes.extend"
          values={{ name, until: exactTime(batch.expireTime), unused, expired }}
        >
          <ActionForm
            fields={{ expireTime, reason }}
            defaultValues={{ expireTime: batch.expireTime, reason: '' }}
            run={values =>
              invoke('adminActivationCode', 'extendBatch', {
                id,
                rev,
                expireTime: values.expireTime,
                ...(values.reason && { reason: values.reason }),
              })
            }
          >
            <DateTimeInput source="expireTime" helperText={false} />
            <TextInput source="reason" fullWidth />
          </ActionForm>
        </DialogButton>
      )}
      <ActionMenu
        name={name}
        actions={[
          ...activationBatchEntity.transitions[batch.status]
            .filter(status => status !== 'active' || batch.status === 'disabled')
            .map(status => ({
              label: t(`status.${status}.action`),
              right: 'activation-codes.write' as const,
              danger: status !== 'active',
              dialog: <BatchStatusDialog status={status} />,
            })),
          {
            label: t('disable.all'),
            right: 'activation-codes.write',
            danger: true,
            dialog: <BatchDisableCodesDialog />,
          },
        ]}
      />
    </>
  );
};

const BatchStatusDialog = (to: { status: BatchStatus }) => {
  const { invoke } = useDataProvider();
  const { id, rev, name, counts } = useRecord<ActivationBatch>();
  const status = to.status as 'active' | 'disabled' | 'archived';
  return (
    <ActionDialog
      texts={`resources.activation-codes.status.${status}`}
      values={{ name, unused: counts.unused }}
    >
      <ActionForm
        fields={{ reason: activationCodeActions.setBatchStatus.input.shape.reason }}
        run={input =>
          invoke('adminActivationCode', 'setBatchStatus', { id, rev, status, ...input })
        }
        submit={<SubmitButton danger={status !== 'active'} />}
      />
    </ActionDialog>
  );
};

/** Disables all unused codes of a batch, provided their number is still the one shown. */
const BatchDisableCodesDialog = () => {
  const translate = useTranslate();
  const t = useTexts('resources.activation-codes.disable');
  const { invoke } = useDataProvider();
  const { id: batchId, name } = useRecord<ActivationBatch>();
  const { data, isError, refetch } = useQuery({
    queryKey: ['adminActivationCode', 'previewDisable', { batchId }],
    queryFn: () => invoke('adminActivationCode', 'previewDisable', { batchId }),
    gcTime: 0,
  });
  const count = formatCount(data?.affected ?? 0);
  return (
    <ActionDialog texts="resources.activation-codes.disable" values={{ name }}>
      <ActionForm
        facts={
          isError ? (
            <LoadFailure onRetry={() => void refetch()} />
          ) : data ? (
            <>
              {t('facts', { count, used: data.counts.used })}
              <CodeBar counts={data.counts} />
            </>
          ) : (
            <Skeleton height={40} />
          )
        }
        fields={{ reason: activationCodeActions.disableCodes.input.shape.reason }}
        typed={count}
        run={async input => {
          if (!data) throw new Error(translate('app.failure.load'));
          try {
            return await invoke('adminActivationCode', 'disableCodes', {
              batchId,
              expectCount: data.affected,
              ...input,
            });
          } catch (error) {
            void refetch();
            throw error;
          }
        }}
        done={({ affected }) => t('done', { count: affected })}
        submit={<SubmitButton danger />}
      />
    </ActionDialog>
  );
};

/** Whole codes as a file for the printer, page by page; the reason is required and recorded. */
const BatchExportForm = () => {
  const t = useTexts('resources.activation-codes.export');
  const { invoke } = useDataProvider();
  const [progress, setProgress] = useState<number | null>(null);
  const { id, batchNo, generated } = useRecord<ActivationBatch>();

  const run = async (input: { reason: string }) => {
    const head = t('head').split(',');
    const rows: (string | number)[][] = [];
    let after: number | null = 0;
    try {
      while (after !== null) {
        setProgress(rows.length / Math.max(1, generated));
        const page: {
          list: { serial: number; code: string; status: keyof typeof codeStatuses }[];
          next: number | null;
        } = await invoke('adminActivationCode', 'exportBatch', {
          id,
          after,
          pageSize: MAX_EXPORT_PAGE,
          ...input,
        });
        rows.push(
          ...page.list.map(({ serial, code, status }) => [
            serial,
            code,
            codeStatuses[status].label,
          ]),
        );
        after = page.next;
      }
    } finally {
      setProgress(null);
    }
    saveCsv([head, ...rows], `${batchNo}-${dayOf(Date.now())}.csv`);
    return rows.length;
  };

  return (
    <ActionForm
      facts={
        <>
          {t('facts', { count: formatCount(generated) })}
          {progress !== null && (
            <LinearProgress
              variant="determinate"
              value={progress * 100}
              aria-label={t('action')}
              sx={{ mt: 1 }}
            />
          )}
        </>
      }
      fields={{ reason: activationCodeActions.exportBatch.input.shape.reason }}
      done={count => t('done', { count })}
      run={run}
    />
  );
};
