import { Alert, Skeleton, Tooltip } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { useTranslate, useTranslateLabel } from 'react-admin';
import { useFormState } from 'react-hook-form';
import { exactTime } from '../../../shared/time.ts';
import { ActionDialog } from '../../kit/action/ActionDialog.tsx';
import { ActionButton } from '../../kit/action/buttons.tsx';
import { useInvoke, useTexts } from '../../kit/base/hooks.ts';
import { LoadFailure } from '../../kit/base/LoadFailure.tsx';
import { VersionContext } from '../../kit/form/VersionValue.tsx';
import { ChangeList } from '../../kit/show/ChangeList.tsx';
import { templateRenderers } from './templateRenderers.tsx';

export interface TemplateRestoreButtonProps {
  id: string;
  /** The action that made the version, and its time. */
  logId: string;
  time: number;
}

/** Restores the template as one action left it. Unsaved input would be lost, so it must be saved first. */
export const TemplateRestoreButton = (version: TemplateRestoreButtonProps) => {
  const translate = useTranslate();
  const t = useTexts('resources.templates.history');
  const { dirtyFields } = useFormState();
  const unsaved = Object.keys(dirtyFields).length > 0;
  return (
    <Tooltip title={unsaved ? translate('action.saveFirst') : ''}>
      <span>
        <ActionButton
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

const RestoreDialog = ({ id, logId, time }: TemplateRestoreButtonProps) => {
  const t = useTexts('resources.templates.history');
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
      title={t('restoreTitle', { time: exactTime(time) })}
      facts={
        <>
          {!data && !error && [0, 1].map(at => <Skeleton key={at} height={40} />)}
          {!data && error && <LoadFailure text={error.message} onRetry={() => void refetch()} />}
          {data && t(isSame ? 'restoreSame' : 'restoreFacts')}
          {data && (
            <VersionContext value={templateRenderers}>
              <ChangeList changes={data.changes} resource="templates" />
            </VersionContext>
          )}
          {data?.goesOffline && (
            <Alert severity="warning" sx={{ mt: 1.5 }}>
              {t('restoreOffline')}
            </Alert>
          )}
          {gone && gone.length > 0 && (
            <Alert severity="warning" sx={{ mt: 1.5 }}>
              {t('restoreGone', { fields: gone.join('、') })}
            </Alert>
          )}
        </>
      }
      submit={t('restore')}
      blocked={!data || isSame === true}
      done={t('restored')}
      run={() =>
        invoke('adminTemplate', 'restoreRevision', { id, logId, ...(data && { rev: data.rev }) })
      }
    />
  );
};
