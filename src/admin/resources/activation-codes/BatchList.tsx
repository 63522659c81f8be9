import { DataTable, useTranslate } from 'react-admin';
import { batchStatuses } from '#contract/activationCode.ts';
import { NewDialogButton } from '../../kit/action/NewDialogButton.tsx';
import { OneLine } from '../../kit/field/OneLine.tsx';
import { ListColumn, StatusColumn, TimeColumn } from '../../kit/list/columns.tsx';
import { DateRangeFilter } from '../../kit/list/DateRangeFilter.tsx';
import { RecordList } from '../../kit/list/RecordList.tsx';
import { SearchInput } from '../../kit/list/SearchInput.tsx';
import { StatusTabs } from '../../kit/list/StatusTabs.tsx';
import { BatchCard } from './BatchCard.tsx';
import { BatchCreateDialog } from './BatchCreateDialog.tsx';
import {
  BatchExpiryField,
  BatchGrantField,
  BatchNameField,
  BatchUseField,
} from './BatchFields.tsx';
import { CodeMatches } from './CodeMatches.tsx';
import { batchPath, type BatchRecord } from './records.ts';

export const BatchList = () => {
  const translate = useTranslate();
  return (
    <>
      <CodeMatches />
      <RecordList
        sort={{ field: 'createTime', order: 'DESC' }}
        withCounts
        tabs={<StatusTabs choices={batchStatuses} />}
        search={<SearchInput />}
        filters={
          <>
            <DateRangeFilter source="createTime" />
            <DateRangeFilter source="expireTime" />
          </>
        }
        toolbar={
          <NewDialogButton
            label={translate('resources.activation-codes.new')}
            dialog={<BatchCreateDialog />}
          />
        }
        table={<BatchTable />}
        card={<BatchCard />}
      />
    </>
  );
};

const Column = ListColumn<BatchRecord>;

const BatchTable = () => (
  <DataTable<BatchRecord> rowClick={id => batchPath(String(id))}>
    <Column source="name" field={BatchNameField} />
    <Column source="packageId" field={BatchGrantField} />
    <Column
      source="channel"
      cellClassName="quiet"
      render={({ channel }) => <OneLine text={channel} width={120} />}
    />
    <Column source="counts" field={BatchUseField} />
    <StatusColumn cellClassName="nowrap" choices={batchStatuses} />
    <Column source="expireTime" sortByOrder="DESC" field={BatchExpiryField} />
    <TimeColumn source="createTime" sortByOrder="DESC" />
  </DataTable>
);
