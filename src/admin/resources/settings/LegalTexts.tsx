import { Alert, Box, Button, Stack, Typography } from '@mui/material';
import { useState } from 'react';
import { useTranslate } from 'react-admin';
import type { LegalText } from '#contract/adminSettings.ts';
import { type LegalKind, legalTexts } from '#contract/legal.ts';
import { useCan } from '../../kit/base/CanAccess.tsx';
import { useTexts } from '../../kit/base/hooks.ts';
import { LoadFailure } from '../../kit/base/LoadFailure.tsx';
import { Quiet, StatusLabel } from '../../kit/field/valueFields.tsx';
import { LegalTextDialog } from './LegalTextDialog.tsx';
import { useLegalTexts } from './useLegalTexts.ts';

/** The texts that visitors read and agree to, and what is missing before the service may be opened. */
export const LegalTexts = () => {
  const translate = useTranslate();
  const t = useTexts('settings.legal');
  const [editing, setEditing] = useState<LegalKind | null>(null);
  const { data, isError, refetch } = useLegalTexts();
  if (isError)
    return <LoadFailure text={translate('app.failure.load')} onRetry={() => void refetch()} />;
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
