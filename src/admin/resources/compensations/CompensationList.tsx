import {
  type Compensation,
  compensationKinds,
  compensationStatuses,
} from '#contract/compensation.ts';
import { addTexts } from '#i18n/i18nProvider.ts';
import { compensations } from '#i18n/zh/compensations.ts';
import { useCreatePath, useRecord, useTexts } from '../../kit/base/hooks.ts';
import { OneLine, PageLink, StatusLabel } from '../../kit/field/valueFields.tsx';
import { ChoiceFilter } from '../../kit/list/ChoiceFilter.tsx';
import { DataTable, StatusColumn, TextColumn, TimeColumn } from '../../kit/list/DataTable.tsx';
import { List } from '../../kit/list/List.tsx';
import { DateRangeFilter } from '../../kit/list/rangeFilters.tsx';
import { RelatedCard } from '../../kit/show/ReferenceManyField.tsx';
import {
  type CompensationRecord,
  EachField,
  isOpen,
  ProgressField,
  SOON_MS,
  SumField,
} from './CompensationFields.tsx';

addTexts({ compensations });

const Column = DataTable.Col<Compensation>;

/** What many users were given after an incident. */
export const CompensationList = () => (
  <List
    withCounts
    statuses={compensationStatuses}
    refetchInterval={(records: readonly CompensationRecord[]) =>
      records.some(isOpen) ? SOON_MS : false
    }
    filters={
      <>
        <ChoiceFilter source="what" choices={compensationKinds} />
        <DateRangeFilter source="createTime" />
      </>
    }
    card={<CompensationCard />}
  >
    <DataTable<Compensation>
      bulkActionButtons={false}
      rowClick="show"
      hiddenColumns={['targetText', 'finishTime']}
    >
      <Column source="reason" field={ReasonField} />
      <StatusColumn choices={compensationStatuses} />
      <Column source="what" field={EachField} />
      <Column source="progress" field={ProgressField} />
      <Column source="sum" align="right" field={SumField} />
      <TextColumn source="targetText" width={200} />
      <Column source="createBy" render={({ createBy }) => createBy?.name} />
      <TimeColumn source="createTime" sortByOrder="DESC" />
      <TimeColumn source="finishTime" />
    </DataTable>
  </List>
);

const ReasonField = () => {
  const { id, reason } = useRecord<Compensation>();
  return (
    <PageLink to={useCreatePath()({ resource: 'compensations', type: 'show', id })} strong>
      <OneLine text={reason} width={240} />
    </PageLink>
  );
};

const CompensationCard = () => {
  const t = useTexts('resources.compensations');
  const record = useRecord<Compensation>();
  return (
    <RelatedCard
      to={useCreatePath()({ resource: 'compensations', type: 'show', id: record.id })}
      title={record.reason}
      value={<StatusLabel {...compensationStatuses[record.status]} />}
      lines={[t(`each.${record.what}`, { count: record.amount }), <ProgressField key="progress" />]}
    />
  );
};
