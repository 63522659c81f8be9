import { Box, Button, Skeleton } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useRecordContext, useResourceContext, useTranslate } from 'react-admin';
import type { AuditLog } from '#contract/auditLog.ts';
import { useDataProvider, useTexts } from '../../kit/base/hooks.ts';
import { listSearch } from '../../kit/base/listSearch.ts';
import { LoadFailure } from '../../kit/base/LoadFailure.tsx';
import { PageLink } from '../../kit/field/valueFields.tsx';
import { Panel } from '../../kit/show/Panel.tsx';
import { Timeline } from '../../kit/show/Timeline.tsx';
import { AuditDiff } from './AuditDiff.tsx';
import { auditKindOf } from './auditKinds.ts';
import { useAuditLabels } from './useAuditLabels.ts';

export interface AuditTrailProps {
  /** Kind in the log, `template`; by default that of the resource around. */
  kind?: string;
  /** By default that of the record around. */
  id?: string;
}

const SHOWN = 5;
/** More fields than these are unfolded on request. */
const FEW = 4;

/** Recent actions of administrators on one record, with a link to all of them. */
export const AuditTrail = (props: AuditTrailProps) => {
  const t = useTexts('auditLogs');
  const { invoke } = useDataProvider();
  const record = useRecordContext();
  const resource = useResourceContext() ?? '';
  const { actionLabel } = useAuditLabels();
  const kind = props.kind ?? auditKindOf(resource) ?? resource;
  const id = props.id ?? String(record?.id ?? '');
  const { data, error, refetch } = useQuery({
    // Below the resource's own key, so that refreshing the record refreshes this.
    queryKey: [resource, 'getResourceHistory', kind, id],
    queryFn: () =>
      invoke('adminAuditLog', 'getResourceHistory', {
        resource: kind,
        resourceId: id,
        page: 1,
        pageSize: SHOWN,
      }),
    enabled: id !== '',
  });
  const all = `/audit-logs${listSearch({ filter: { resource: kind, resourceId: id } })}`;
  return (
    <Panel
      title={t('trail')}
      action={
        data &&
        data.total > 0 && (
          <PageLink to={all} sx={{ fontSize: '0.8125rem' }}>
            {t('all', { count: data.total })}
          </PageLink>
        )
      }
    >
      {!data && !error && [0, 1].map(at => <Skeleton key={at} height={44} />)}
      {!data && error && <LoadFailure text={error.message} onRetry={() => void refetch()} />}
      {data?.total === 0 && <Box sx={{ py: 1, color: 'text.secondary' }}>{t('none')}</Box>}
      <Timeline
        events={(data?.list ?? []).map(row => ({
          time: row.createTime,
          title: actionLabel(row.function, row.action, row.diff),
          tone: row.result === 'fail' ? ('danger' as const) : ('neutral' as const),
          by: row.adminName,
          note: <AuditedChange row={row} />,
        }))}
      />
    </Panel>
  );
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
