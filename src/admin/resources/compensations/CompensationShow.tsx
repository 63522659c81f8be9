import { Alert } from '@mui/material';
import {
  type Compensation,
  compensationActions,
  compensationKinds,
  compensationResults,
  type CompensationRow,
  compensationStatuses,
  compensationTargets,
} from '#contract/compensation.ts';
import { addTexts } from '#i18n/i18nProvider.ts';
import { compensationRows, compensations } from '#i18n/zh/compensations.ts';
import { formatCount } from '../../../shared/count.ts';
import { exactTime } from '../../../shared/time.ts';
import { DialogButton } from '../../kit/action/ActionDialog.tsx';
import { ActionForm, SubmitButton } from '../../kit/action/ActionForm.tsx';
import { useCreatePath, useDataProvider, useRecord, useTexts } from '../../kit/base/hooks.ts';
import { PageLink, StatusField, StatusLabel } from '../../kit/field/valueFields.tsx';
import { RecordHeader } from '../../kit/form/RecordHeader.tsx';
import { ChoiceFilter } from '../../kit/list/ChoiceFilter.tsx';
import { DataTable, TextColumn, TimeColumn } from '../../kit/list/DataTable.tsx';
import { FactList, Panel } from '../../kit/show/Panel.tsx';
import { ReferenceManyField, RelatedCard } from '../../kit/show/ReferenceManyField.tsx';
import { Show } from '../../kit/show/Show.tsx';
import { ApprovalState } from '../approvals/parts.ts';
import { AuditTrail } from '../audit-logs/parts.ts';
import { UserName } from '../user-link/parts.ts';
import {
  EachField,
  isOpen,
  leftOf,
  ProgressField,
  SOON_MS,
  useSum,
} from './CompensationFields.tsx';

addTexts({ compensations, 'compensations/rows': compensationRows });

/** One compensation: how far it has come, and what has become of each. */
export const CompensationShow = () => (
  <Show
    history={<AuditTrail />}
    refetchInterval={(record: Compensation) => (isOpen(record) ? SOON_MS : false)}
    header={
      <RecordHeader
        status={<StatusField choices={compensationStatuses} />}
        actions={<CancelButton />}
      />
    }
    aside={
      <>
        <Facts />
        <AuditTrail />
      </>
    }
  >
    <Notice />
    <Rows />
  </Show>
);

const Notice = () => {
  const t = useTexts('resources.compensations');
  const record = useRecord<Compensation>();
  const left = leftOf(record);
  if (record.approval !== 'none')
    return <ApprovalState kind="compensation" of={record.id} approval={record.approval} />;
  if (record.stopping && isOpen(record)) return <Alert severity="info">{t('stopping')}</Alert>;
  if (record.status !== 'cancelled' || left === 0) return null;
  return <Alert severity="warning">{t('left', { count: formatCount(left) })}</Alert>;
};

const Facts = () => {
  const t = useTexts('resources.compensations');
  const record = useRecord<Compensation>();
  const sum = useSum(record);
  const field = (name: string) => t(`fields.${name}`);
  return (
    <Panel title={t('facts')}>
      <FactList
        facts={[
          [field('progress'), <ProgressField key="progress" />],
          [field('what'), compensationKinds[record.what].label],
          [field('amount'), <EachField key="each" />],
          [field('done'), record.done],
          [field('skipped'), record.skipped],
          [field('failed'), record.failed],
          [field('sum'), sum],
          [field('target'), compensationTargets[record.target].label],
          [field('targetText'), record.targetText || t('everyone')],
          [field('userNote'), record.userNote],
          [field('createBy'), record.createBy?.name],
          [field('createTime'), exactTime(record.createTime)],
          [field('finishTime'), record.finishTime && exactTime(record.finishTime)],
        ]}
      />
    </Panel>
  );
};

const { reason } = compensationActions.cancelCompensation.input.shape;

const CancelButton = () => {
  const { invoke } = useDataProvider();
  const record = useRecord<Compensation>();
  if (!isOpen(record) || record.stopping || record.approval === 'waiting') return null;
  return (
    <DialogButton right="compensations.write" texts="resources.compensations.cancel">
      <ActionForm
        fields={{ reason }}
        run={input =>
          invoke('adminCompensation', 'cancelCompensation', { id: record.id, ...input })
        }
        submit={<SubmitButton danger />}
      />
    </DialogButton>
  );
};

const Column = DataTable.Col<CompensationRow>;

const Rows = () => {
  const record = useRecord<Compensation>();
  const isOfTasks = record.what === 'retry';
  return (
    <ReferenceManyField
      reference="compensations/rows"
      target="compensationId"
      filters={<ChoiceFilter source="result" choices={compensationResults} />}
      isExportable
      refetchInterval={() => (isOpen(record) ? SOON_MS : false)}
      card={<RowCard />}
    >
      <Column source="userId" field={UserField} />
      {isOfTasks && <Column source="taskId" render={({ taskId }) => <TaskLink id={taskId} />} />}
      {isOfTasks && <Column source="retryId" render={({ retryId }) => <TaskLink id={retryId} />} />}
      <Column
        source="result"
        render={({ result }) => <StatusLabel {...compensationResults[result]} />}
      />
      <TextColumn source="message" width={200} />
      {!isOfTasks && <Column source="amount" align="right" />}
      <TimeColumn source="createTime" sortByOrder="DESC" />
    </ReferenceManyField>
  );
};

const TaskLink = ({ id }: { id: string }) => {
  const createPath = useCreatePath();
  return id && <PageLink to={createPath({ resource: 'tasks', type: 'show', id })}>{id}</PageLink>;
};

const UserField = () => {
  const { userId } = useRecord<CompensationRow>();
  return userId ? <UserName id={userId} /> : null;
};

const RowCard = () => {
  const { userId, taskId, result, message } = useRecord<CompensationRow>();
  return (
    <RelatedCard
      title={userId ? <UserName id={userId} /> : taskId}
      value={<StatusLabel {...compensationResults[result]} />}
      lines={[message]}
    />
  );
};
