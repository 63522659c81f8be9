import {
  differenceKinds,
  differenceStatuses,
  type ReconciliationDifference,
} from '#contract/reconciliation.ts';
import { ChoiceFilter } from '../../kit/list/ChoiceFilter.tsx';
import { DataTable } from '../../kit/list/DataTable.tsx';
import { List } from '../../kit/list/List.tsx';
import { DateRangeFilter } from '../../kit/list/rangeFilters.tsx';
import { DayField, DifferenceCard, differenceColumns } from './DifferenceFields.tsx';

const Column = DataTable.Col<ReconciliationDifference>;

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
    <DataTable<ReconciliationDifference> bulkActionButtons={false} rowClick={false}>
      <Column source="dayTime" sortByOrder="DESC" field={DayField} />
      {differenceColumns()}
    </DataTable>
  </List>
);
