import { Button, Skeleton } from '@mui/material';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useRecordContext, useResourceContext } from 'react-admin';
import { useDataProvider, useTexts } from '../../kit/base/hooks.ts';
import { LoadFailure } from '../../kit/base/LoadFailure.tsx';
import { Quiet } from '../../kit/field/valueFields.tsx';
import { type ValueRenderers, VersionContext } from '../../kit/form/VersionValue.tsx';
import { ChangeList } from '../../kit/show/ChangeList.tsx';
import { Panel } from '../../kit/show/Panel.tsx';
import { Timeline } from '../../kit/show/Timeline.tsx';
import { RestoreRevisionButton, type RevisionFunction } from './RestoreRevisionButton.tsx';
import { useAuditLabels } from './useAuditLabels.ts';

export interface RevisionHistoryProps {
  function: RevisionFunction;
  /** How the values of the record's fields read. */
  renderers: ValueRenderers;
}

const PAGE_SIZE = 20;
/** A created record has nothing to compare with. */
const isBirth = (action: string) => /^(create|copy)/.test(action);

/** Who changed what of the record around, from what to what, and the way back to each earlier version. */
export const RevisionHistory = ({ function: name, renderers }: RevisionHistoryProps) => {
  const t = useTexts('auditLogs.revisions');
  const { invoke } = useDataProvider();
  const { actionLabel } = useAuditLabels();
  const resource = useResourceContext() ?? '';
  const id = String(useRecordContext()?.id);
  const { data, error, isPending, hasNextPage, isFetchingNextPage, fetchNextPage, refetch } =
    useInfiniteQuery({
      queryKey: [resource, 'getRevisions', id],
      queryFn: ({ pageParam }) =>
        invoke(name, 'getRevisions', { id, page: pageParam, pageSize: PAGE_SIZE }),
      initialPageParam: 1,
      getNextPageParam: ({ total }, pages) =>
        pages.length * PAGE_SIZE < total ? pages.length + 1 : undefined,
    });
  const rows = data?.pages.flatMap(({ list }) => list) ?? [];
  return (
    <Panel title={t('history')}>
      {isPending && [0, 1, 2].map(at => <Skeleton key={at} height={48} />)}
      {error && !data && <LoadFailure text={error.message} onRetry={() => void refetch()} />}
      {data && rows.length === 0 && <Quiet sx={{ py: 1 }}>{t('none')}</Quiet>}
      <VersionContext value={renderers}>
        <Timeline
          events={rows.map((row, at) => ({
            time: row.createTime,
            title: actionLabel(row.function, row.action),
            tone: row.result === 'fail' ? ('danger' as const) : ('neutral' as const),
            by: row.adminName,
            note: (
              <>
                {!isBirth(row.action) && <ChangeList changes={row.diff} resource={resource} />}
                {at > 0 && row.result === 'ok' && (
                  <RestoreRevisionButton
                    function={name}
                    resource={resource}
                    id={id}
                    logId={row._id}
                    time={row.createTime}
                  />
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
