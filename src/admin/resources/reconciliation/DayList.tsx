import { DataTable } from 'react-admin';
import { reconciliationStatuses } from '#contract/reconciliation.ts';
import { CardList } from '../../list/CardList.tsx';
import { DateRangeFilter } from '../../list/DateRangeFilter.tsx';
import { RecordList } from '../../list/RecordList.tsx';
import { StatusField } from '../../list/StatusField.tsx';
import { StatusTabs } from '../../list/StatusTabs.tsx';
import { stickyTable } from '../../list/stickyTable.ts';
import { TimeField } from '../../list/TimeField.tsx';
import { DayCard } from './DayCard.tsx';
import { DayNameField, GapField, SumField } from './DayFields.tsx';
import { DayToolbar } from './DayToolbar.tsx';
import { dayPath, type DayRecord } from './records.ts';

const Column = DataTable.Col<DayRecord>;

/** Each day of the gateway's bills beside our books. */
export const DayList = () => (
  <RecordList
    sort={{ field: 'dayTime', order: 'DESC' }}
    withCounts
    tabs={<StatusTabs choices={reconciliationStatuses} />}
    filters={<DateRangeFilter source="dayTime" />}
    toolbar={<DayToolbar />}
    table={
      <DataTable<DayRecord>
        rowClick={(_id, _resource, record) => dayPath(record.id)}
        bulkActionButtons={false}
        sx={stickyTable}
      >
        <Column source="dayTime" sortByOrder="DESC" field={DayNameField} />
        <Column source="status" disableSort cellClassName="nowrap">
          <StatusField choices={reconciliationStatuses} />
        </Column>
        <Column
          source="there.paidFen"
          disableSort
          align="right"
          render={({ there }) => <SumField fen={there.paidFen} count={there.paidCount} />}
        />
        <Column
          source="ours.paidFen"
          disableSort
          align="right"
          render={({ ours }) => <SumField fen={ours.paidFen} count={ours.paidCount} />}
        />
        <Column
          source="paidGap"
          disableSort
          align="right"
          render={() => <GapField of="paidFen" />}
        />
        <Column
          source="there.refundedFen"
          disableSort
          align="right"
          render={({ there }) => <SumField fen={there.refundedFen} count={there.refundCount} />}
        />
        <Column
          source="ours.refundedFen"
          disableSort
          align="right"
          render={({ ours }) => <SumField fen={ours.refundedFen} count={ours.refundCount} />}
        />
        <Column
          source="refundedGap"
          disableSort
          align="right"
          render={() => <GapField of="refundedFen" />}
        />
        <Column source="openCount" disableSort align="right" render={openOf} />
        <Column source="finishTime" disableSort cellClassName="quiet">
          <TimeField source="finishTime" />
        </Column>
      </DataTable>
    }
    cards={
      <CardList>
        <DayCard />
      </CardList>
    }
  />
);

const openOf = ({ openCount }: DayRecord) => (openCount > 0 ? openCount : '');
