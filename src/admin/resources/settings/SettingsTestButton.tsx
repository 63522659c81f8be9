import { Alert, Box, Button } from '@mui/material';
import { useMutation } from '@tanstack/react-query';
import { useTranslate } from 'react-admin';
import { useFormState } from 'react-hook-form';
import type { ActionOutput } from '#contract/index.ts';
import type { Right } from '#contract/rights/rights.ts';
import { useCan } from '../../kit/base/CanAccess.tsx';
import { Quiet } from '../../kit/field/valueFields.tsx';
import { useStoredSettings } from './SettingsContext.ts';

export interface SettingsTestButtonProps {
  /** Without it there is no button. */
  right: Right;
  label: string;
  run: () => Promise<ActionOutput<'adminSettings', 'testStorage'>>;
}

/**
 * Tests the stored settings for real, and shows the result beside the button, until others are stored: of those it says
 * nothing.
 */
export const SettingsTestButton = ({ right, ...props }: SettingsTestButtonProps) => {
  const isShown = useCan()(right);
  const { rev } = useStoredSettings();
  return isShown && <TestOfVersion key={rev} {...props} />;
};

const TestOfVersion = ({ label, run }: Omit<SettingsTestButtonProps, 'right'>) => {
  const translate = useTranslate();
  const { isDirty } = useFormState();
  const { mutate, data, error, isPending } = useMutation({ mutationFn: run });
  return (
    <Box sx={{ display: 'grid', gap: 1, justifyItems: 'start', mt: 1 }}>
      <Button variant="outlined" loading={isPending} disabled={isDirty} onClick={() => mutate()}>
        {translate(label)}
      </Button>
      {isDirty && <Quiet small>{translate('settings.saveBeforeTest')}</Quiet>}
      {!isPending && data && (
        <Alert severity={data.ok ? 'success' : 'error'}>
          {data.message}
          {data.ok && translate('settings.took', { ms: data.costMs })}
        </Alert>
      )}
      {!isPending && error && <Alert severity="error">{error.message}</Alert>}
    </Box>
  );
};
