import { Alert, Button, Skeleton, Tooltip } from '@mui/material';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useRecordContext, useResourceContext, useTranslate, useTranslateLabel } from 'react-admin';
import { useFormState } from 'react-hook-form';
import type { ActionName, FunctionName } from '#contract/index.ts';
import { exactTime } from '../../../shared/time.ts';
import { ActionDialog } from '../../kit/action/ActionDialog.tsx';
import { ActionForm, SubmitButton } from '../../kit/action/ActionForm.tsx';
import { ActionButton } from '../../kit/action/buttons.tsx';
import { useDataProvider, useTexts } from '../../kit/base/hooks.ts';
import { LoadFailure } from '../../kit/base/LoadFailure.tsx';
import { Quiet } from '../../kit/field/valueFields.tsx';
import { type ValueRenderers, VersionContext } from '../../kit/form/VersionValue.tsx';
import { ChangeList } from '../../kit/show/ChangeList.tsx';
import { Panel } from '../../kit/show/Panel.tsx';
import { Timeline } from '../../kit/show/Timeline.tsx';
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

/** The functions whose records can be restored: those with `revisionActions` (contract/revision.ts). */
type RevisionFunction = {
  [F in FunctionName]: 'restoreRevision' extends ActionName<F> ? F : never;
}[FunctionName];

interface RestoreRevisionButtonProps {
  function: RevisionFunction;
  resource: string;
  /** Of the record. */
  id: string;
  /** The action that made the version, and its time. */
  logId: string;
  time: number;
}

/** Restores the record as one action left it. Unsaved input would be lost, so it must be saved first. */
const RestoreRevisionButton = (version: RestoreRevisionButtonProps) => {
  const translate = useTranslate();
  const t = useTexts('auditLogs.revisions');
  const { dirtyFields } = useFormState();
  const unsaved = Object.keys(dirtyFields).length > 0;
  return (
    <Tooltip title={unsaved ? translate('action.saveFirst') : ''}>
      <span>
        <ActionButton
          right="templates.write"
          size="small"
          variant="text"
          sx={{ ml: -1.25, mt: 0.25 }}
          disabled={unsaved}
          label={t('restore')}
          dialog={<RestoreDialog {...version} />}
        />
      </span>
    </Tooltip>
  );
};

const RestoreDialog = ({
  function: name,
  resource,
  id,
  logId,
  time,
}: RestoreRevisionButtonProps) => {
  const t = useTexts('auditLogs.revisions');
  const translateLabel = useTranslateLabel();
  const { invoke } = useDataProvider();
  const { data, error, refetch } = useQuery({
    // Below the resource's own key, so that refreshing the record refreshes this.
    queryKey: [resource, 'getRevisionChanges', id, logId],
    queryFn: () => invoke(name, 'getRevisionChanges', { id, logId }),

    // Always compared with the current record.
    gcTime: 0,
  });
  const isSame = data?.changes.length === 0;
  const gone = data?.gone.map(source => translateLabel({ source, resource })) as string[];
  return (
    <ActionDialog maxWidth="md" title={t('title', { time: exactTime(time) })}>
      <ActionForm
        facts={
          <>
            {!data && !error && [0, 1].map(at => <Skeleton key={at} height={40} />)}
            {!data && error && <LoadFailure text={error.message} onRetry={() => void refetch()} />}
            {data && t(isSame ? 'same' : 'facts')}
            {data && <ChangeList changes={data.changes} resource={resource} />}
            {data?.warning && <Notice severity="warning" text={data.warning} />}
            {gone && gone.length > 0 && (
              <Notice severity="warning" text={t('gone', { fields: gone.join('、') })} />
            )}
            {data?.refusal && <Notice severity="error" text={data.refusal} />}
          </>
        }
        done={t('restored')}
        run={() => invoke(name, 'restoreRevision', { id, logId, ...(data && { rev: data.rev }) })}
        submit={
          <SubmitButton
            label={t('restore')}
            disabled={!data || isSame === true || data.refusal !== ''}
          />
        }
      />
    </ActionDialog>
  );
};

const Notice = ({ severity, text }: { severity: 'warning' | 'error'; text: string }) => (
  <Alert severity={severity} sx={{ mt: 1.5 }}>
    {text}
  </Alert>
);
