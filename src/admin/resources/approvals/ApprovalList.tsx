import { Fragment } from 'react';
import { type Approval, approvalKinds, approvalStatuses } from '#contract/approval.ts';
import { approvalSummary } from '#contract/sentences/approvals.ts';
import { addTexts } from '#i18n/i18nProvider.ts';
import { approvals } from '#i18n/zh/approvals.ts';
import { exactMinute } from '../../../shared/time.ts';
import { useCreatePath, useRecord, useTexts } from '../../kit/base/hooks.ts';
import { OneLine, StatusLabel, Time } from '../../kit/field/valueFields.tsx';
import { ChoiceFilter } from '../../kit/list/ChoiceFilter.tsx';
import {
  ActionsColumn,
  DataTable,
  StatusColumn,
  TextColumn,
  TimeColumn,
} from '../../kit/list/DataTable.tsx';
import { List } from '../../kit/list/List.tsx';
import { CardActions } from '../../kit/list/RecordCard.tsx';
import { RelatedCard } from '../../kit/show/ReferenceManyField.tsx';
import { ApprovalActs } from './ApprovalActs.tsx';
import { SubjectField, SummaryField } from './ApprovalFields.tsx';

addTexts({ approvals });

const Column = DataTable.Col<Approval>;

/** Those who ask may withdraw. */
const deciding = [
  'approvals.decide',
  'orders.refund',
  'users.credits',
  'compensations.write',
] as const;

/** By when one that waits has to be decided on. */
const ApprovalDeadline = ({ status, expireTime }: Pick<Approval, 'status' | 'expireTime'>) =>
  status === 'waiting' ? exactMinute(expireTime).slice(5) : null;

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
      hiddenColumns={['kind', 'limit', 'decidedBy', 'decideTime']}
    >
      <Column source="amount" cellClassName="nowrap" field={SummaryField} />
      <StatusColumn choices={approvalStatuses} />
      <Column source="kind" render={({ kind }) => approvalKinds[kind].label} />
      <Column source="title" cellClassName="nowrap" field={SubjectField} />
      <Column source="reason" render={({ reason }) => <OneLine text={reason} width={220} />} />
      <TextColumn source="limit" width={220} />
      <TextColumn source="askedBy" width={96} />
      <TimeColumn source="createTime" sortByOrder="DESC" />
      <Column source="expireTime" render={ApprovalDeadline} />
      <TextColumn source="decidedBy" width={96} />
      <TimeColumn source="decideTime" />
      <ActionsColumn rights={deciding}>
        <ApprovalActs isRow />
      </ActionsColumn>
    </DataTable>
  </List>
);

const ApprovalCard = () => {
  const record = useRecord<Approval>();
  const t = useTexts('resources.approvals');
  const { status, reason, askedBy, title, expireTime } = record;
  return (
    <>
      <RelatedCard
        to={useCreatePath()({ resource: 'approvals', type: 'show', id: record.id })}
        title={approvalSummary(record)}
        value={<StatusLabel {...approvalStatuses[status]} />}
        lines={[
          [title, reason].filter(Boolean).join(' · '),
          <Fragment key="asked">
            {askedBy} · <Time instant={record.createTime} />
          </Fragment>,
          status === 'waiting' && t('until', { time: exactMinute(expireTime).slice(5) }),
        ]}
      />
      <CardActions sx={{ justifyContent: 'flex-end' }}>
        <ApprovalActs isRow />
      </CardActions>
    </>
  );
};
