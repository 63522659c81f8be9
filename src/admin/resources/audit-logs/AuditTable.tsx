import { DataTable } from 'react-admin';
import { type AuditLog, auditResults } from '#contract/auditLog.ts';
import { exactTime } from '../../../shared/time.ts';
import { OneLine } from '../../kit/field/OneLine.tsx';
import { StatusField } from '../../kit/field/StatusField.tsx';
import { stickyTable } from '../../kit/list/stickyTable.ts';
import type { RecordOf } from '../../kit/base/record.ts';
import { AuditActionField, AuditSummary } from './AuditActionField.tsx';
import { AuditDetail } from './AuditDetail.tsx';
import { AuditTarget } from './AuditTarget.tsx';

const Column = DataTable.Col<RecordOf<AuditLog>>;

export const AuditTable = () => (
  <DataTable<RecordOf<AuditLog>>
    bulkActionButtons={false}
    rowClick="expand"
    expand={<AuditDetail />}
    hiddenColumns={['ip']}
    sx={stickyTable}
  >
    <Column
      source="createTime"
      sortByOrder="DESC"
      cellClassName="nowrap quiet"
      render={({ createTime }) => exactTime(createTime)}
    />
    <Column
      source="adminName"
      disableSort
      render={({ adminName }) => <OneLine text={adminName} width={120} />}
    />
    <Column source="action" disableSort cellClassName="nowrap">
      <AuditActionField />
    </Column>
    <Column source="resource" disableSort>
      <AuditTarget />
    </Column>
    <Column source="diff" disableSort cellClassName="quiet">
      <AuditSummary />
    </Column>
    <Column source="result" disableSort>
      <StatusField source="result" choices={auditResults} />
    </Column>
    <Column source="ip" disableSort cellClassName="quiet" />
  </DataTable>
);
