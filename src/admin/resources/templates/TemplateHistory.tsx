import { Box, Button, Skeleton } from '@mui/material';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useRecordContext } from 'react-admin';
import type { AuditLog } from '#contract/auditLog.ts';
import { useInvoke, useTexts } from '../../kit/base/hooks.ts';
import { LoadFailure } from '../../kit/base/LoadFailure.tsx';
import { VersionContext } from '../../kit/form/VersionValue.tsx';
import { ChangeList } from '../../kit/show/ChangeList.tsx';
import { Panel } from '../../kit/show/Panel.tsx';
import { Timeline } from '../../kit/show/Timeline.tsx';
import { useAuditLabels } from '../audit-logs/parts.ts';
import { templateRenderers } from './templateRenderers.tsx';
import { TemplateRestoreButton } from './TemplateRestoreButton.tsx';

const PAGE_SIZE = 20;
/** Who changed what, and from what to what. */
export const TemplateHistory = () => {
  const t = useTexts('resources.templates.history');
  const invoke = useInvoke();
  const { actionLabel } = useAuditLabels();
  const id = String(useRecordContext()?.id);
  const { data, error, isPending, hasNextPage, isFetchingNextPage, fetchNextPage, refetch } =
    useInfiniteQuery({
      queryKey: ['templates', 'getRevisions', id],
      queryFn: ({ pageParam }) =>
        invoke('adminTemplate', 'getRevisions', { id, page: pageParam, pageSize: PAGE_SIZE }),
      initialPageParam: 1,
      getNextPageParam: ({ total }, pages) =>
        pages.length * PAGE_SIZE < total ? pages.length + 1 : undefined,
    });
  const rows = data?.pages.flatMap(({ list }) => list) ?? [];
  return (
    <Panel title={t('title')}>
      {isPending && [0, 1, 2].map(at => <Skeleton key={at} height={48} />)}
      {error && !data && <LoadFailure text={error.message} onRetry={() => void refetch()} />}
      {data && rows.length === 0 && <Box sx={{ color: 'text.secondary', py: 1 }}>{t('none')}</Box>}
      <VersionContext value={templateRenderers}>
        <Timeline
          events={rows.map((row, at) => ({
            time: row.createTime,
            title: actionLabel(row.function, row.action),
            tone: row.result === 'fail' ? ('danger' as const) : ('neutral' as const),
            by: row.adminName,
            note: (
              <>
                <Deed row={row} />
                {at > 0 && row.result === 'ok' && (
                  <TemplateRestoreButton id={id} logId={row._id} time={row.createTime} />
                )}
              </>
            ),
          }))}
        />
      </VersionContext>
      {hasNextPage && (
        <Button
          variant="outlined"
          size="small"
          loading={isFetchingNextPage}
          onClick={() => void fetchNextPage()}
          sx={{ mt: 2 }}
        >
          {t('more')}
        </Button>
      )}
    </Panel>
  );
};

/** A created record has nothing to compare with. */
const born = ['createTemplate', 'copyTemplate'];

const Deed = ({ row }: { row: AuditLog }) =>
  born.includes(row.action) ? null : <ChangeList changes={row.diff} resource="templates" />;
