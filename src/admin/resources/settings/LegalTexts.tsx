import { Alert, Box, Button, Link, Stack, Typography } from '@mui/material';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import type { LegalDraft, LegalText } from '#contract/adminSettings.ts';
import { type LegalKind, legalTexts, MAX_LEGAL_LENGTH, unfilledPlaces } from '#contract/legal.ts';
import { text as textOf } from '#contract/zod.ts';
import { loadSystemSettings } from '../../../shared/settings.ts';
import { exactTime } from '../../../shared/time.ts';
import { ActionDialog } from '../../kit/action/ActionDialog.tsx';
import { ActionForm } from '../../kit/action/ActionForm.tsx';
import { useCan } from '../../kit/base/CanAccess.tsx';
import { useDataProvider, useTexts } from '../../kit/base/hooks.ts';
import { LoadFailure } from '../../kit/base/LoadFailure.tsx';
import { Quiet, StatusLabel } from '../../kit/field/valueFields.tsx';
import { TextInput } from '../../kit/form/inputs.tsx';
import { RecordLoading } from '../../kit/form/RecordStates.tsx';
import { legalTextsKey, useLegalTexts } from './useLegalTexts.ts';

/** The texts that visitors read and agree to, and what is missing before the service may be opened. */
export const LegalTexts = () => {
  const t = useTexts('settings.legal');
  const [editing, setEditing] = useState<LegalKind | null>(null);
  const { data, isError, refetch } = useLegalTexts();
  if (isError) return <LoadFailure onRetry={() => void refetch()} />;
  return (
    <>
      {data && data.missing.length > 0 && (
        <Alert severity="warning" sx={{ mb: 1 }}>
          {t('missing', { missing: data.missing.join('、') })}
        </Alert>
      )}
      {data?.missing.length === 0 && <Alert severity="success">{t('complete')}</Alert>}
      <Stack component="ul" sx={{ listStyle: 'none', p: 0, m: 0 }}>
        {(data?.list ?? []).map(one => (
          <TextRow key={one.kind} text={one} onEdit={() => setEditing(one.kind)} />
        ))}
      </Stack>
      {editing && <LegalTextDialog kind={editing} onClose={() => setEditing(null)} />}
    </>
  );
};

const TextRow = ({ text, onEdit }: { text: LegalText; onEdit: () => void }) => {
  const t = useTexts('settings.legal');
  const { kind, version, outdated } = text;
  const { label } = legalTexts[kind];
  const mayEdit = useCan()('settings.write');
  return (
    <Box
      component="li"
      sx={{
        display: 'flex',
        flexWrap: 'wrap',
        alignItems: 'center',
        gap: 1,
        py: 1,
        borderBottom: 1,
        borderColor: 'divider',
      }}
    >
      <Box sx={{ flex: '1 1 200px', minWidth: 0 }}>
        <Typography variant="body2">{label}</Typography>
        {version ? (
          <StatusLabel label={t('version', { version })} tone="success" />
        ) : (
          <StatusLabel label={t('unpublished')} tone="warning" />
        )}
        {outdated.length > 0 && (
          <Quiet small>{t('outdated', { fields: outdated.join('、') })}</Quiet>
        )}
      </Box>
      <Button href={`/legal/${kind}`} target="_blank" rel="noreferrer" size="small">
        {t('view')}
      </Button>
      {mayEdit && (
        <Button
          variant="outlined"
          size="small"
          onClick={onEdit}
          aria-label={t('editOf', { label })}
        >
          {t('edit')}
        </Button>
      )}
    </Box>
  );
};

interface LegalTextDialogProps {
  kind: LegalKind;
  onClose: () => void;
}

/** Edits a text and makes it the current one. */
const LegalTextDialog = ({ kind, onClose }: LegalTextDialogProps) => {
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
        <LoadFailure onRetry={() => void refetch()} />
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
