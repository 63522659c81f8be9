import { Button, Pagination, Tooltip } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { use, useState } from 'react';
import { useTranslate } from 'react-admin';
import { useFormState } from 'react-hook-form';
import type { SettingsAnswer } from '#contract/adminSettings.ts';
import { settingSecrets, type SettingType, settingTypes } from '#contract/settingFields.ts';
import { ActionDialog } from '../../kit/action/ActionDialog.tsx';
import { ActionForm, SubmitButton } from '../../kit/action/ActionForm.tsx';
import { useDataProvider, useTexts } from '../../kit/base/hooks.ts';
import { LoadFailure } from '../../kit/base/LoadFailure.tsx';
import { Quiet } from '../../kit/field/valueFields.tsx';
import { ReadOnlyContext } from '../../kit/form/ReadOnly.tsx';
import { VersionContext } from '../../kit/form/VersionValue.tsx';
import { ChangeList } from '../../kit/show/ChangeList.tsx';
import { Panel } from '../../kit/show/Panel.tsx';
import { Timeline } from '../../kit/show/Timeline.tsx';
import { changesBetween } from './settingChanges.ts';
import { useSettingRenderers } from './useSettingRenderers.ts';

const PAGE_SIZE = 8;

export interface SettingsHistoryProps {
  type: SettingType;
  settings: SettingsAnswer;
  keep: (settings: SettingsAnswer) => Promise<unknown>;
}

/** The changes with author and time, and buttons to restore. Unsaved input would be lost, so it must be saved first. */
export const SettingsHistory = ({ type, settings, keep }: SettingsHistoryProps) => {
  const translate = useTranslate();
  const t = useTexts('settings');
  const { invoke } = useDataProvider();
  const [page, setPage] = useState(1);
  const [chosen, setChosen] = useState<number | null>(null);
  const { data, isError, refetch } = useQuery({
    queryKey: ['adminSettings', 'revisions', type, page],
    queryFn: () =>
      invoke('adminSettings', 'getSettingRevisions', { type, page, pageSize: PAGE_SIZE }),
    placeholderData: previous => previous,
  });
  const renderers = useSettingRenderers();
  const isReadOnly = use(ReadOnlyContext);
  const { dirtyFields } = useFormState();
  const isUnsaved = Object.keys(dirtyFields).length > 0;
  const revision = data?.list.find(({ rev }) => rev === chosen);
  const changes =
    revision &&
    changesBetween(type, settings.data, revision.data).filter(
      ({ path }) => !settingSecrets[type].includes(path),
    );
  return (
    <Panel title={t('history')}>
      {isError ? (
        <LoadFailure onRetry={() => void refetch()} />
      ) : data?.list.length === 0 ? (
        <Quiet small>{t('neverSaved')}</Quiet>
      ) : (
        <Timeline
          events={(data?.list ?? []).map(({ rev, createTime, by }) => ({
            time: createTime,
            title: t('version', { rev }),
            ...(by && { by: by.name }),
            note:
              rev === settings.rev ? (
                t('current')
              ) : isReadOnly ? null : (
                <Tooltip title={isUnsaved ? translate('action.saveFirst') : ''}>
                  <span>
                    <Button
                      size="small"
                      sx={{ ml: -1 }}
                      disabled={isUnsaved}
                      onClick={() => setChosen(rev)}
                    >
                      {t('restore')}
                    </Button>
                  </span>
                </Tooltip>
              ),
          }))}
        />
      )}
      {(data?.total ?? 0) > PAGE_SIZE && (
        <Pagination
          size="small"
          sx={{ mt: 1 }}
          count={Math.ceil((data?.total ?? 0) / PAGE_SIZE)}
          page={page}
          onChange={(_event, next) => setPage(next)}
        />
      )}
      {revision && changes && (
        <ActionDialog
          maxWidth="md"
          title={t('restoreTitle', { type: settingTypes[type].label, rev: revision.rev })}
          onClose={() => setChosen(null)}
        >
          <ActionForm
            facts={
              <>
                {t(changes.length > 0 ? 'restoreFacts' : 'restoreSame')}
                <VersionContext value={renderers}>
                  <ChangeList changes={changes} resource="settings" />
                </VersionContext>
              </>
            }
            done="settings.restored"
            run={async () => {
              const wish = { type, rev: revision.rev, currentRev: settings.rev };
              return keep(await invoke('adminSettings', 'restoreSetting', wish));
            }}
            submit={<SubmitButton label={t('restore')} />}
          />
        </ActionDialog>
      )}
    </Panel>
  );
};
