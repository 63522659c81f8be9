import { Box, Skeleton } from '@mui/material';
import { useTexts } from '../../kit/base/hooks.ts';
import { LoadFailure } from '../../kit/base/LoadFailure.tsx';
import { PageLink } from '../../kit/field/valueFields.tsx';
import { Panel } from '../../kit/show/Panel.tsx';
import { Timeline } from '../../kit/show/Timeline.tsx';
import { type AuditedRecord, useAuditEvents } from './useAuditEvents.tsx';

const SHOWN = 5;

/** Recent actions of administrators on one record, with a link to all of them. */
export const AuditTrail = (of: AuditedRecord) => {
  const t = useTexts('auditLogs');
  const { events, total, all, error, refetch } = useAuditEvents(of, SHOWN);
  return (
    <Panel
      title={t('trail')}
      action={
        total > 0 && (
          <PageLink isOnlyWay to={all} sx={{ fontSize: '0.8125rem' }}>
            {t('all', { count: total })}
          </PageLink>
        )
      }
    >
      {!events && !error && [0, 1].map(at => <Skeleton key={at} height={44} />)}
      {error && <LoadFailure text={error.message} onRetry={refetch} />}
      {events?.length === 0 && <Box sx={{ py: 1, color: 'text.secondary' }}>{t('none')}</Box>}
      <Timeline events={events ?? []} />
    </Panel>
  );
};
