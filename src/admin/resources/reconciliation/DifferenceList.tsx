import { DataTable } from 'react-admin';
import { differenceKinds, differenceStatuses } from '#contract/reconciliation.ts';
import { ChoiceFilter } from '../../kit/list/ChoiceFilter.tsx';
import { ListColumn } from '../../kit/list/columns.tsx';
import { DateRangeFilter } from '../../kit/list/rangeFilters.tsx';
import { RecordList } from '../../kit/list/RecordList.tsx';
import { DifferenceCard } from './DifferenceCard.tsx';
import { differenceColumns } from './differenceColumns.tsx';
import { DayField } from './DifferenceFields.tsx';
import type { DifferenceRecord } from './records.ts';

const Column = ListColumn<DifferenceRecord>;

/** Differences of all days, open or settled. */
export const DifferenceList = () => (
  <RecordList
    sort={{ field: 'dayTime', order: 'DESC' }}
    withCounts
    statuses={differenceStatuses}
    filters={
      <>
        <ChoiceFilter source="kind" choices={differenceKinds} />
        <DateRangeFilter source="dayTime" />
      </>
    }
    table={
      <DataTable<DifferenceRecord> rowClick={false}>
        <Column source="dayTime" sortByOrder="DESC" field={DayField} />
        {differenceColumns()}
      </DataTable>
    }
    card={<DifferenceCard isOfAnyDay />}
  />
);
