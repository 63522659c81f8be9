import { Alert, Button, Skeleton, Tooltip } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslate, useTranslateLabel } from 'react-admin';
import { useFormState } from 'react-hook-form';
import { exactTime } from '../../../shared/time.ts';
import { ActionDialog } from '../../kit/action/ActionDialog.tsx';
import { useInvoke } from '../../kit/base/InvokeContext.ts';
import { LoadFailure } from '../../kit/base/LoadFailure.tsx';
import { VersionContext } from '../../kit/form/VersionValue.tsx';
import { ChangeList } from '../../kit/show/ChangeList.tsx';
import { templateRenderers } from './templateRenderers.tsx';

const t = (key: string) => `resources.templates.history.${key}`;

export interface TemplateRestoreButtonProps {
  id: string;
  /** The action that made the version, and its time. */
  logId: string;
  time: number;
}

/** Restores the template as one action left it. Unsaved input would be lost, so it must be saved first. */
export const TemplateRestoreButton = (version: TemplateRestoreButtonProps) => {
  const translate = useTranslate();
  const { dirtyFields } = useFormState();
  const [open, setOpen] = useState(false);
  const unsaved = Object.keys(dirtyFields).length > 0;
  return (
    <>
      <Tooltip title={unsaved ? translate('action.saveFirst') : ''}>
        <span>
          <Button
            size="small"
            sx={{ ml: -1.25, mt: 0.25 }}
            disabled={unsaved}
            onClick={() => setOpen(true)}
          >
            {translate(t('restore'))}
          </Button>
        </span>
      </Tooltip>
      {open && <RestoreDialog {...version} onClose={() => setOpen(false)} />}
    </>
  );
};

const RestoreDialog = ({
  id,
  logId,
  time,
  onClose,
}: TemplateRestoreButtonProps & { onClose: () => void }) => {
  const translate = useTranslate();
  const translateLabel = useTranslateLabel();
  const invoke = useInvoke();
  const { data, error, refetch } = useQuery({
    // Below the resource's own key, so that refreshing the template refreshes this.
    queryKey: ['templates', 'getRevisionChanges', id, logId],
    queryFn: () => invoke('adminTemplate', 'getRevisionChanges', { id, logId }),
    // Always compared with the current template.
    gcTime: 0,
  });
  const isSame = data?.changes.length === 0;
  const gone = data?.gone.map(source =>
    translateLabel({ source, resource: 'templates' }),
  ) as string[];
  return (
    <ActionDialog
      wide
      title={translate(t('restoreTitle'), { time: exactTime(time) })}
      facts={
        <>
          {!data && !error && [0, 1].map(at => <Skeleton key={at} height={40} />)}
          {!data && error && <LoadFailure text={error.message} onRetry={() => void refetch()} />}
          {data && translate(t(isSame ? 'restoreSame' : 'restoreFacts'))}
          {data && (
            <VersionContext value={templateRenderers}>
              <ChangeList changes={data.changes} resource="templates" />
            </VersionContext>
          )}
          {data?.goesOffline && (
            <Alert severity="warning" sx={{ mt: 1.5 }}>
              {translate(t('restoreOffline'))}
            </Alert>
          )}
          {gone && gone.length > 0 && (
            <Alert severity="warning" sx={{ mt: 1.5 }}>
              {translate(t('restoreGone'), { fields: gone.join('、') })}
            </Alert>
          )}
        </>
      }
      submit={translate(t('restore'))}
      blocked={!data || isSame === true}
      done={t('restored')}
      onClose={onClose}
      run={() =>
        invoke('adminTemplate', 'restoreRevision', { id, logId, ...(data && { rev: data.rev }) })
      }
    />
  );
};
