import { Alert, Skeleton, Tooltip } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { useTranslate, useTranslateLabel } from 'react-admin';
import { useFormState } from 'react-hook-form';
import type { ActionName, FunctionName } from '#contract/index.ts';
import { exactTime } from '../../../shared/time.ts';
import { ActionDialog } from '../../kit/action/ActionDialog.tsx';
import { ActionForm, SubmitButton } from '../../kit/action/ActionForm.tsx';
import { ActionButton } from '../../kit/action/buttons.tsx';
import { useDataProvider, useTexts } from '../../kit/base/hooks.ts';
import { LoadFailure } from '../../kit/base/LoadFailure.tsx';
import { ChangeList } from '../../kit/show/ChangeList.tsx';

/** The functions whose records can be restored: those with `revisionActions` (contract/revision.ts). */
export type RevisionFunction = {
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
export const RestoreRevisionButton = (version: RestoreRevisionButtonProps) => {
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
