import { Box } from '@mui/material';
import { DataTable, useTranslate } from 'react-admin';
import { Link } from 'react-router-dom';
import { batchStatuses } from '#contract/activationCode.ts';
import { NewDialogButton } from '../../kit/action/buttons.tsx';
import { useRecord } from '../../kit/base/hooks.ts';
import { OneLine } from '../../kit/field/OneLine.tsx';
import { StatusField } from '../../kit/field/valueFields.tsx';
import { ListColumn, StatusColumn, TimeColumn } from '../../kit/list/columns.tsx';
import { DateRangeFilter } from '../../kit/list/DateRangeFilter.tsx';
import { RecordList } from '../../kit/list/RecordList.tsx';
import { SearchInput } from '../../kit/list/SearchInput.tsx';
import { StatusTabs } from '../../kit/list/StatusTabs.tsx';
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

/** A batch on a phone. */
const BatchCard = () => {
  const record = useRecord<BatchRecord>();
  return (
    <Box
      component={Link}
      to={batchPath(record.id)}
      sx={{
        display: 'grid',
        gridTemplateColumns: 'minmax(0, 1fr)',
        gap: 1,
        color: 'inherit',
        textDecoration: 'none',
      }}
    >
      <Box sx={{ display: 'flex', gap: 1 }}>
        <Box sx={{ flex: 1, minWidth: 0 }}>
          <BatchNameField />
        </Box>
        <Box sx={{ fontSize: '0.8125rem' }}>
          <StatusField choices={batchStatuses} />
        </Box>
      </Box>
      <Box sx={{ display: 'flex', justifyContent: 'space-between', gap: 2, fontSize: '0.8125rem' }}>
        <Box sx={{ minWidth: 0 }}>
          <BatchGrantField />
        </Box>
        <BatchExpiryField />
      </Box>
      <BatchUseField />
    </Box>
  );
};
