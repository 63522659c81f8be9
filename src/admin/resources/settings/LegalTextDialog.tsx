import { Alert, Button, Link, Typography } from '@mui/material';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslate } from 'react-admin';
import { useFormContext, useWatch } from 'react-hook-form';
import type { LegalDraft } from '#contract/adminSettings.ts';
import { type LegalKind, legalTexts, MAX_LEGAL_LENGTH, unfilledPlaces } from '#contract/legal.ts';
import { text as textOf } from '#contract/zod.ts';
import { loadSystemSettings } from '../../../shared/settings.ts';
import { exactTime } from '../../../shared/time.ts';
import { ActionDialog } from '../../kit/action/ActionDialog.tsx';
import { ActionForm } from '../../kit/action/ActionForm.tsx';
import { useDataProvider, useTexts } from '../../kit/base/hooks.ts';
import { LoadFailure } from '../../kit/base/LoadFailure.tsx';
import { Quiet } from '../../kit/field/valueFields.tsx';
import { TextInput } from '../../kit/form/inputs.tsx';
import { RecordLoading } from '../../kit/form/RecordLoading.tsx';
import { legalTextsKey } from './useLegalTexts.ts';

export interface LegalTextDialogProps {
  kind: LegalKind;
  onClose: () => void;
}

/** Edits a text and makes it the current one. */
export const LegalTextDialog = ({ kind, onClose }: LegalTextDialogProps) => {
  const translate = useTranslate();
  const { invoke } = useDataProvider();
  const { data, isError, refetch } = useQuery({
    queryKey: [...legalTextsKey, kind],
    queryFn: () => invoke('adminSettings', 'getLegalText', { kind }),
    // What is edited is what was read when the dialog opened.
    refetchOnWindowFocus: false,
    gcTime: 0,
  });
  return (
    <ActionDialog
      texts="settings.legal.publish"
      values={{ label: legalTexts[kind].label }}
      maxWidth="md"
      onClose={onClose}
    >
      {isError ? (
        <LoadFailure text={translate('app.failure.load')} onRetry={() => void refetch()} />
      ) : data ? (
        <LegalTextForm draft={data} onClose={onClose} />
      ) : (
        <RecordLoading />
      )}
    </ActionDialog>
  );
};

const LegalTextForm = ({ draft, onClose }: { draft: LegalDraft; onClose: () => void }) => {
  const t = useTexts('settings.legal');
  const { invoke } = useDataProvider();
  const queryClient = useQueryClient();
  const { kind, version, text, suggested, history } = draft;
  return (
    <ActionForm
      resource="settings"
      fields={{ text: textOf(MAX_LEGAL_LENGTH).min(100) }}
      defaultValues={{ text }}
      facts={t('publish.facts')}
      run={({ text: written }) =>
        invoke('adminSettings', 'publishLegalText', { kind, text: written, version })
      }
      onDone={async () => {
        onClose();
        // Not the settings themselves, whose form beside it may hold changes.
        await Promise.all([
          queryClient.invalidateQueries({ queryKey: legalTextsKey }),
          loadSystemSettings(invoke),
        ]);
      }}
    >
      <Places />
      <TextInput source="text" multiline minRows={12} maxRows={20} fullWidth />
      <Suggested text={suggested} />
      {history.length > 0 && <Typography variant="subtitle2">{t('history')}</Typography>}
      {history.map(one => (
        <Quiet key={one.version} small>
          <Link href={`/legal/${kind}?version=${one.version}`} target="_blank" rel="noreferrer">
            {t('version', { version: one.version })}
          </Link>{' '}
          {one.by?.name} {exactTime(one.createTime)}
        </Quiet>
      ))}
    </ActionForm>
  );
};

/** What is left to be filled in. */
const Places = () => {
  const t = useTexts('settings.legal');
  const written = useWatch<{ text: string }>({ name: 'text' }) ?? '';
  const places = unfilledPlaces(written);
  return places.length > 0 ? (
    <Alert severity="warning">
      {t('places', { count: places.length, places: [...new Set(places)].join('') })}
    </Alert>
  ) : null;
};

const Suggested = ({ text }: { text: string }) => {
  const t = useTexts('settings.legal');
  const { setValue } = useFormContext();
  const written = useWatch<{ text: string }>({ name: 'text' });
  return written === text ? null : (
    <Button
      size="small"
      sx={{ alignSelf: 'start' }}
      onClick={() => setValue('text', text, { shouldDirty: true })}
    >
      {t('useSuggested')}
    </Button>
  );
};
