import { differenceKinds, differenceStatuses } from '#contract/reconciliation.ts';
import { ChoiceFilter } from '../../kit/list/ChoiceFilter.tsx';
import { DataTable } from '../../kit/list/DataTable.tsx';
import { List } from '../../kit/list/List.tsx';
import { DateRangeFilter } from '../../kit/list/rangeFilters.tsx';
import { DayField, DifferenceCard, differenceColumns } from './DifferenceFields.tsx';
import type { DifferenceRecord } from './records.ts';

const Column = DataTable.Col<DifferenceRecord>;

/** Differences of all days, open or settled. */
export const DifferenceList = () => (
  <List
    sort={{ field: 'dayTime', order: 'DESC' }}
    withCounts
    statuses={differenceStatuses}
    filters={
      <>
        <ChoiceFilter source="kind" choices={differenceKinds} />
        <DateRangeFilter source="dayTime" />
      </>
    }
    card={<DifferenceCard isOfAnyDay />}
  >
    <DataTable<DifferenceRecord> bulkActionButtons={false} rowClick={false}>
      <Column source="dayTime" sortByOrder="DESC" field={DayField} />
      {differenceColumns()}
    </DataTable>
  </List>
);
