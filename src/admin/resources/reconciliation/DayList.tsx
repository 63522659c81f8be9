import { DataTable } from 'react-admin';
import { reconciliationStatuses } from '#contract/reconciliation.ts';
import { CardList } from '../../kit/list/CardList.tsx';
import { DateRangeFilter } from '../../kit/list/DateRangeFilter.tsx';
import { RecordList } from '../../kit/list/RecordList.tsx';
import { StatusField } from '../../kit/field/StatusField.tsx';
import { StatusTabs } from '../../kit/list/StatusTabs.tsx';
import { stickyTable } from '../../kit/list/stickyTable.ts';
import { TimeField } from '../../kit/field/TimeField.tsx';
import { DayCard } from './DayCard.tsx';
import { DayNameField, GapField, SumField } from './DayFields.tsx';
import { DayToolbar } from './DayToolbar.tsx';
import { dayPath, type DayRecord } from './records.ts';

const Column = DataTable.Col<DayRecord>;

/** The bill's sums, ours, and the difference. */
const sumColumns = (
  fen: 'paidFen' | 'refundedFen',
  count: 'paidCount' | 'refundCount',
  gap: 'paidGap' | 'refundedGap',
) => [
  ...(['there', 'ours'] as const).map(side => (
    <Column
      key={side}
      source={`${side}.${fen}`}
      disableSort
      align="right"
      render={record => <SumField fen={record[side][fen]} count={record[side][count]} />}
    />
  )),
  <Column key={gap} source={gap} disableSort align="right" render={() => <GapField of={fen} />} />,
];

/** Each day of the gateway's bills compared with our records. */
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
        {sumColumns('paidFen', 'paidCount', 'paidGap')}
        {sumColumns('refundedFen', 'refundCount', 'refundedGap')}
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
