import { Box, Button } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useRecordContext, useResourceContext, useTranslate } from 'react-admin';
import type { AuditLog } from '#contract/auditLog.ts';
import { useDataProvider } from '../../kit/base/hooks.ts';
import { listSearch } from '../../kit/base/listSearch.ts';
import type { TimelineEvent } from '../../kit/show/Timeline.tsx';
import { AuditDiff } from './AuditDiff.tsx';
import { auditKindOf } from './auditKinds.ts';
import { useAuditLabels } from './useAuditLabels.ts';

export interface AuditedRecord {
  /** Kind in the log, `template`; by default that of the resource around. */
  kind?: string | undefined;
}

/** More fields than these are unfolded on request. */
const FEW = 4;

/** What administrators did to the record around, the newest first, and where all of it is listed. */
export const useAuditEvents = ({ kind: given }: AuditedRecord, count: number) => {
  const record = useRecordContext();
  const resource = useResourceContext() ?? '';
  const { actionLabel } = useAuditLabels();
  const kind = given ?? auditKindOf(resource) ?? resource;
  const id = String(record?.id ?? '');
  const { invoke } = useDataProvider();
  const { data, error, refetch } = useQuery({
    // Below the resource's own key, so that refreshing the record refreshes this.
    queryKey: [resource, 'getResourceHistory', kind, id],
    queryFn: () =>
      invoke('adminAuditLog', 'getResourceHistory', {
        resource: kind,
        resourceId: id,
        page: 1,
        pageSize: count,
      }),
    enabled: id !== '',
  });
  return {
    events: data?.list.map((row): TimelineEvent => ({
      time: row.createTime,
      title: actionLabel(row.function, row.action, row.diff),
      tone: row.result === 'fail' ? 'danger' : 'neutral',
      by: row.adminName,
      note: <AuditedChange row={row} />,
    })),
    total: data?.total ?? 0,
    all: `/audit-logs${listSearch({ filter: { resource: kind, resourceId: id } })}`,
    error: data ? null : error,
    refetch: () => void refetch(),
  };
};

const AuditedChange = ({ row }: { row: AuditLog }) => {
  const translate = useTranslate();
  const [open, setOpen] = useState(row.diff.length <= FEW);
  return (
    <>
      {row.reason && <Box>{row.reason}</Box>}
      {open && row.diff.length > 0 && <AuditDiff kind={row.resource} diff={row.diff} />}
      {!open && (
        <Button size="small" sx={{ ml: -1.25 }} onClick={() => setOpen(true)}>
          {translate('auditLogs.fieldCount', { count: row.diff.length })}
        </Button>
      )}
    </>
  );
};
