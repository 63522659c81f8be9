import { DataTable } from 'react-admin';
import { batchStatuses } from '#contract/activationCode.ts';
import { OneLine } from '../../kit/field/OneLine.tsx';
import { StatusField } from '../../kit/field/StatusField.tsx';
import { stickyTable } from '../../kit/list/stickyTable.ts';
import { TimeField } from '../../kit/field/TimeField.tsx';
import {
  BatchExpiryField,
  BatchGrantField,
  BatchNameField,
  BatchUseField,
} from './BatchFields.tsx';
import { batchPath, type BatchRecord } from './records.ts';

const Column = DataTable.Col<BatchRecord>;

export const BatchTable = () => (
  <DataTable<BatchRecord>
    rowClick={id => batchPath(String(id))}
    bulkActionButtons={false}
    sx={stickyTable}
  >
    <Column source="name" disableSort field={BatchNameField} />
    <Column source="packageId" disableSort field={BatchGrantField} />
    <Column
      source="channel"
      disableSort
      cellClassName="quiet"
      render={({ channel }) => <OneLine text={channel} width={120} />}
    />
    <Column source="counts" disableSort field={BatchUseField} />
    <Column source="status" disableSort cellClassName="nowrap">
      <StatusField choices={batchStatuses} />
    </Column>
    <Column source="expireTime" sortByOrder="DESC" field={BatchExpiryField} />
    <Column source="createTime" sortByOrder="DESC" cellClassName="quiet">
      <TimeField source="createTime" />
    </Column>
  </DataTable>
);
