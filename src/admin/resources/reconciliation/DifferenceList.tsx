import { DataTable } from 'react-admin';
import { differenceKinds, differenceStatuses } from '#contract/reconciliation.ts';
import { ChoiceFilter } from '../../kit/list/ChoiceFilter.tsx';
import { DateRangeFilter } from '../../kit/list/DateRangeFilter.tsx';
import { RecordList } from '../../kit/list/RecordList.tsx';
import { StatusTabs } from '../../kit/list/StatusTabs.tsx';
import { stickyTable } from '../../kit/list/stickyTable.ts';
import { DifferenceCard } from './DifferenceCard.tsx';
import { differenceColumns } from './differenceColumns.tsx';
import { DayField } from './DifferenceFields.tsx';
import type { DifferenceRecord } from './records.ts';

const Column = DataTable.Col<DifferenceRecord>;

/** Differences of all days, open or settled. */
export const DifferenceList = () => (
  <RecordList
    sort={{ field: 'dayTime', order: 'DESC' }}
    withCounts
    tabs={<StatusTabs choices={differenceStatuses} />}
    filters={
      <>
        <ChoiceFilter source="kind" choices={differenceKinds} />
        <DateRangeFilter source="dayTime" />
      </>
    }
    table={
      <DataTable<DifferenceRecord> rowClick={false} bulkActionButtons={false} sx={stickyTable}>
        <Column source="dayTime" sortByOrder="DESC" field={DayField} />
        {differenceColumns()}
      </DataTable>
    }
    card={<DifferenceCard isOfAnyDay />}
  />
);
