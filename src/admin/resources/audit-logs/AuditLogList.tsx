import SearchIcon from '@mui/icons-material/Search';
import { Box, Button, InputAdornment, TextField } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import {
  useGetRecordRepresentation,
  useRecordContext,
  useReference,
  useResourceDefinitions,
  useTranslate,
} from 'react-admin';
import { type AuditLog, auditResults } from '#contract/auditLog.ts';
import { plainId } from '#contract/pasted.ts';
import { readSearch } from '#contract/search.ts';
import { exactTime } from '../../../shared/time.ts';
import { useCan } from '../../kit/base/CanAccess.tsx';
import {
  type RecordOf,
  useCreatePath,
  useDataProvider,
  useRecord,
  useTexts,
} from '../../kit/base/hooks.ts';
import { OneLine, PageLink, StatusField, TimeField } from '../../kit/field/valueFields.tsx';
import { AutocompleteFilter } from '../../kit/list/AutocompleteFilter.tsx';
import { ChoiceFilter } from '../../kit/list/ChoiceFilter.tsx';
import { DataTable, StatusColumn } from '../../kit/list/DataTable.tsx';
import { List } from '../../kit/list/List.tsx';
import { useListFilters } from '../../kit/list/ListFilters.tsx';
import { DateRangeFilter } from '../../kit/list/rangeFilters.tsx';
import { quietPlaceholder } from '../../kit/list/SearchInput.tsx';
import { isText, useFilter } from '../../kit/list/useFilter.ts';
import { FactList } from '../../kit/show/Panel.tsx';
import { auditActions } from './auditActions.ts';
import { AuditDiff } from './AuditDiff.tsx';
import { auditKinds } from './auditKinds.ts';
import { useAuditLabels } from './useAuditLabels.ts';

export const AuditLogList = () => (
  <List search={<AuditRecordSearch />} filters={auditFilters} card={<AuditCard />}>
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

const ActorFilter = ({ source }: { source: string }) => {
  const { invoke } = useDataProvider();
  const { data } = useQuery({
    queryKey: ['adminAuditLog', 'getActors', {}],
    queryFn: () => invoke('adminAuditLog', 'getActors', {}),
    staleTime: 300_000,
  });
  const actors = data?.list.map(({ _id, name }) => [_id, { label: name }] as const);
  return <ChoiceFilter source={source} choices={Object.fromEntries(actors ?? [])} />;
};

const KindFilter = ({ source }: { source: string }) => {
  const { kindLabel } = useAuditLabels();
  const kinds = Object.keys(auditKinds).map(kind => [kind, { label: kindLabel(kind) }] as const);
  return <ChoiceFilter source={source} choices={Object.fromEntries(kinds)} />;
};

const Column = DataTable.Col<AuditLog>;

const AuditTable = () => (
  <DataTable<AuditLog>
    bulkActionButtons={false}
    rowClick="expand"
    expand={<AuditDetail />}
    hiddenColumns={['ip']}
  >
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
  const record = useRecord<AuditLog>();
  const { actionLabel } = useAuditLabels();
  return (
    <Box component="span" sx={{ fontWeight: 500 }}>
      {actionLabel(record.function, record.action, record.diff)}
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

/** The details of a row: the difference, and the origin of the call. */
const AuditDetail = () => {
  const t = useTexts('resources.audit-logs.fields');
  const record = useRecord<AuditLog>();
  return (
    <Box
      sx={{
        display: 'grid',
        gap: { xs: 2, sm: 4 },
        gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: 'minmax(0, 1fr) 320px' },
        py: 1,
        fontSize: '0.8125rem',
      }}
    >
      <AuditDiff kind={record.resource} diff={record.diff} />
      <FactList
        facts={[
          [t('createTime'), exactTime(record.createTime)],
          [t('reason'), record.reason || undefined],
          [t('resourceId'), record.resourceId],
          [t('ip'), record.ip],
          [t('requestId'), record.requestId],
        ]}
      />
    </Box>
  );
};

const MAX_LENGTH = 200;

/** The log of one record, by its complete id: searched on Enter or on blur. */
const AuditRecordSearch = () => {
  const t = useTexts('resources.audit-logs');
  const label = t('search');
  const [applied = '', apply] = useFilter('resourceId', isText);
  const [text, setText] = useState(applied);
  const [last, setLast] = useState(applied);
  if (applied !== last) {
    setLast(applied);
    setText(applied);
  }
  const search = () => {
    const { kind, value } = readSearch(text);
    apply((kind === 'id' || kind === 'refundNo' ? value : plainId(text)) || undefined);
  };
  return (
    <TextField
      type="search"
      margin="none"
      value={text}
      placeholder={label}
      onChange={({ target }) => setText(target.value)}
      onBlur={search}
      onKeyDown={event => {
        if (event.key !== 'Enter') return;
        search();
        (event.target as HTMLInputElement).select();
      }}
      sx={{ width: { xs: 1, sm: 240 }, ...quietPlaceholder }}
      slotProps={{
        htmlInput: { 'aria-label': label, maxLength: MAX_LENGTH },
        input: {
          startAdornment: (
            <InputAdornment position="start">
              <SearchIcon fontSize="small" />
            </InputAdornment>
          ),
        },
      }}
    />
  );
};

/** The record concerned, with a link if it has a page; the id of a record without a list means nothing to people. */
const AuditTarget = () => {
  const { resource: kind, resourceId } = useRecord<AuditLog>();
  const definitions = useResourceDefinitions();
  const createPath = useCreatePath();
  const { kindLabel } = useAuditLabels();
  const resource = auditKinds[kind] ?? '';
  const { hasEdit, hasShow } = definitions[resource] ?? {};
  return (
    <Box sx={{ display: 'flex', gap: 1, minWidth: 0, maxWidth: 280 }}>
      {kind !== 'session' && (
        <Box component="span" sx={{ flex: 'none' }}>
          {kindLabel(kind)}
        </Box>
      )}
      <Box
        component="span"
        sx={{
          color: 'text.secondary',
          overflow: 'hidden',
          textOverflow: 'ellipsis',
          whiteSpace: 'nowrap',
        }}
      >
        {resourceId !== '' && (hasEdit || hasShow) ? (
          <PageLink to={createPath({ resource, type: hasEdit ? 'edit' : 'show', id: resourceId })}>
            <RecordName resource={resource} id={resourceId} />
          </PageLink>
        ) : (
          resource !== '' && resourceId
        )}
      </Box>
    </Box>
  );
};

/** By its id where it is gone or must not be read. */
const RecordName = ({ resource, id }: { resource: string; id: string }) => {
  const enabled = useCan()({ action: 'list', resource });
  const { referenceRecord } = useReference({
    reference: resource,
    id,
    options: { enabled, staleTime: 60_000 },
  });
  const nameOf = useGetRecordRepresentation(resource);
  return referenceRecord ? nameOf(referenceRecord) : id;
};

interface Option {
  function: string;
  action: string;
}

const options: Option[] = auditActions.flatMap(({ name, actions }) =>
  actions.map(action => ({ function: name, action })),
);

/** One action of one function; both are part of the filter, because functions have actions of the same name. */
const AuditActionFilter = () => {
  const { functionLabel, actionLabel } = useAuditLabels();
  const { filters, change } = useListFilters();
  const { function: name, action } = filters as Partial<Option>;
  return (
    <AutocompleteFilter
      source="action"
      width={184}
      value={options.find(one => one.function === name && one.action === action) ?? null}
      options={options}
      groupBy={option => functionLabel(option.function)}
      getOptionLabel={option => actionLabel(option.function, option.action)}
      getOptionKey={option => `${option.function}.${option.action}`}
      onChange={(_event, option) => change({ function: option?.function, action: option?.action })}
    />
  );
};

const auditFilters = (
  <>
    <ActorFilter source="adminId" />
    <AuditActionFilter />
    <DateRangeFilter source="createTime" />
    <KindFilter source="resource" />
    <ChoiceFilter source="result" choices={auditResults} />
  </>
);
