import { type Approval, approvalKinds, approvalStatuses } from '#contract/approval.ts';
import { approvalSummary } from '#contract/sentences/approvals.ts';
import { addTexts } from '#i18n/i18nProvider.ts';
import { approvals } from '#i18n/zh/approvals.ts';
import { useCreatePath, useRecord } from '../../kit/base/hooks.ts';
import { OneLine, StatusLabel, Time } from '../../kit/field/valueFields.tsx';
import { ChoiceFilter } from '../../kit/list/ChoiceFilter.tsx';
import { DataTable, StatusColumn, TextColumn, TimeColumn } from '../../kit/list/DataTable.tsx';
import { List } from '../../kit/list/List.tsx';
import { RelatedCard } from '../../kit/show/ReferenceManyField.tsx';
import { SubjectField, SummaryField } from './ApprovalFields.tsx';

addTexts({ approvals });

const Column = DataTable.Col<Approval>;

/** What is above the limits of the role that asks, and who has decided on it. */
export const ApprovalList = () => (
  <List
    withCounts
    statuses={approvalStatuses}
    filters={<ChoiceFilter source="kind" choices={approvalKinds} />}
    card={<ApprovalCard />}
  >
    <DataTable<Approval>
      bulkActionButtons={false}
      rowClick="show"
      hiddenColumns={['kind', 'limit', 'decideTime']}
    >
      <Column source="amount" cellClassName="nowrap" field={SummaryField} />
      <StatusColumn choices={approvalStatuses} />
      <Column source="kind" render={({ kind }) => approvalKinds[kind].label} />
      <Column source="title" cellClassName="nowrap" field={SubjectField} />
      <Column source="reason" render={({ reason }) => <OneLine text={reason} width={220} />} />
      <TextColumn source="limit" width={220} />
      <TextColumn source="askedBy" width={96} />
      <TimeColumn source="createTime" sortByOrder="DESC" />
      <TextColumn source="decidedBy" width={96} />
      <TimeColumn source="decideTime" />
    </DataTable>
  </List>
);

const ApprovalCard = () => {
  const record = useRecord<Approval>();
  return (
    <RelatedCard
      to={useCreatePath()({ resource: 'approvals', type: 'show', id: record.id })}
      title={approvalSummary(record)}
      value={<StatusLabel {...approvalStatuses[record.status]} />}
      lines={[record.reason, record.askedBy, <Time key="time" instant={record.createTime} />]}
    />
  );
};
