import { Box, Button } from '@mui/material';
import { useTexts } from '../../kit/base/hooks.ts';
import { PlainDialog } from '../../kit/base/PlainDialog.tsx';
import { CopyText } from '../../kit/field/CopyText.tsx';

export interface OneTimePasswordDialogProps {
  name: string;
  /** null where the answer that contained it was lost. */
  password: string | null;
  onClose: () => void;
}

/** Only its button closes it: a stray click would lose what is shown once. */
export const OneTimePasswordDialog = ({ name, password, onClose }: OneTimePasswordDialogProps) => {
  const t = useTexts('resources.administrators.oneTime');
  return (
    <PlainDialog
      title={t('title', { name })}
      onClose={() => undefined}
      actions={
        <Button variant="contained" onClick={onClose}>
          {t(password ? 'noted' : 'close')}
        </Button>
      }
    >
      {password ? (
        <>
          {t('text')}
          <Box
            sx={{
              display: 'flex',
              alignItems: 'center',
              justifyContent: 'center',
              gap: 1,
              mt: 2,
              p: 2,
              borderRadius: 1,
              bgcolor: 'action.hover',
            }}
          >
            <Box component="code" aria-label={t('label')} sx={{ fontSize: '1.25rem' }}>
              {password}
            </Box>
            <CopyText text={password} name={t('label')} />
          </Box>
        </>
      ) : (
        t('lost')
      )}
    </PlainDialog>
  );
};
