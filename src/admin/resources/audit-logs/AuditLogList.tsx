import { Box, Button } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useRecordContext, useTranslate } from 'react-admin';
import { type AuditLog, auditResults } from '#contract/auditLog.ts';
import { exactTime } from '../../../shared/time.ts';
import { type RecordOf, useDataProvider, useRecord } from '../../kit/base/hooks.ts';
import { OneLine, StatusField, TimeField } from '../../kit/field/valueFields.tsx';
import { ChoiceFilter } from '../../kit/list/ChoiceFilter.tsx';
import { DataTable, StatusColumn } from '../../kit/list/DataTable.tsx';
import { List } from '../../kit/list/List.tsx';
import { DateRangeFilter } from '../../kit/list/rangeFilters.tsx';
import { AuditActionFilter } from './AuditActionFilter.tsx';
import { AuditDetail } from './AuditDetail.tsx';
import { auditKinds } from './auditKinds.ts';
import { AuditRecordSearch } from './AuditRecordSearch.tsx';
import { AuditTarget } from './AuditTarget.tsx';
import { useAuditLabels } from './useAuditLabels.ts';

export const AuditLogList = () => (
  <List search={<AuditRecordSearch />} filters={<AuditFilters />} card={<AuditCard />}>
    <AuditTable />
  </List>
);

const AuditCard = () => {
  const translate = useTranslate();
  const record = useRecordContext<RecordOf<AuditLog>>();
  const [open, setOpen] = useState(false);
  return (
    <>
      <Box sx={{ display: 'flex', justifyContent: 'space-between', gap: 1 }}>
        <AuditActionField />
        <StatusField source="result" choices={auditResults} />
      </Box>
      <AuditTarget />
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 1, color: 'text.secondary' }}>
        <Box sx={{ flex: 1, minWidth: 0, fontSize: '0.8125rem' }}>
          {record?.adminName} · <TimeField source="createTime" />
        </Box>
        <Button
          aria-expanded={open}
          onClick={() => setOpen(!open)}
          sx={{ minHeight: 44, mr: -1.5 }}
        >
          {translate(open ? 'auditLogs.less' : 'auditLogs.more')}
        </Button>
      </Box>
      {open && <AuditDetail />}
    </>
  );
};

const AuditFilters = () => {
  const { invoke } = useDataProvider();
  const { kindLabel } = useAuditLabels();
  const { data: actors = [] } = useQuery({
    queryKey: ['adminAuditLog', 'getActors'],
    queryFn: async () => (await invoke('adminAuditLog', 'getActors', {})).list,
    staleTime: 300_000,
  });
  return (
    <>
      <ChoiceFilter
        source="adminId"
        choices={Object.fromEntries(actors.map(({ _id, name }) => [_id, { label: name }]))}
      />
      <AuditActionFilter />
      <ChoiceFilter
        source="resource"
        choices={Object.fromEntries(
          Object.keys(auditKinds).map(kind => [kind, { label: kindLabel(kind) }]),
        )}
      />
      <ChoiceFilter source="result" choices={auditResults} />
      <DateRangeFilter source="createTime" />
    </>
  );
};

const Column = DataTable.Col<RecordOf<AuditLog>>;

const AuditTable = () => (
  <DataTable<RecordOf<AuditLog>> rowClick="expand" expand={<AuditDetail />} hiddenColumns={['ip']}>
    <Column
      source="createTime"
      sortByOrder="DESC"
      cellClassName="nowrap quiet"
      render={({ createTime }) => exactTime(createTime)}
    />
    <Column
      source="adminName"
      render={({ adminName }) => <OneLine text={adminName} width={120} />}
    />
    <Column source="action" cellClassName="nowrap">
      <AuditActionField />
    </Column>
    <Column source="resource">
      <AuditTarget />
    </Column>
    <Column source="diff" cellClassName="quiet">
      <AuditSummary />
    </Column>
    <StatusColumn source="result" choices={auditResults} />
    <Column source="ip" cellClassName="quiet" />
  </DataTable>
);

const AuditActionField = () => {
  const record = useRecord<RecordOf<AuditLog>>();
  const { actionLabel } = useAuditLabels();
  return (
    <Box component="span" sx={{ fontWeight: 500 }}>
      {actionLabel(record.function, record.action)}
    </Box>
  );
};

/** Which fields changed, in a line. */
const AuditSummary = () => {
  const record = useRecordContext<RecordOf<AuditLog>>();
  const { fieldLabel } = useAuditLabels();
  const names = record?.diff.map(({ path }) => fieldLabel(record.resource, path)) ?? [];
  return <OneLine text={record?.reason || names.join('、')} width={280} />;
};
