import { Box, Button, FormHelperText } from '@mui/material';
import { useTranslate } from 'react-admin';
import { useFormContext, useWatch } from 'react-hook-form';
import { clearedSecret } from '#contract/settingFields.ts';
import { KeyInput } from '../../kit/form/inputs.tsx';
import { valueAt } from './settingChanges.ts';
import { useStoredSettings } from './SettingsContext.ts';

export interface SecretInputProps {
  source: string;
  /** A key of several lines is pasted into a visible text area. */
  multiline?: boolean;
}

/** Write-only: empty keeps the stored value, of which only a mask is known; removing it is a separate action. */
export const SecretInput = ({ source, multiline = false }: SecretInputProps) => {
  const translate = useTranslate();
  const { setValue } = useFormContext();
  const value: unknown = useWatch({ name: source });
  const settings = useStoredSettings();
  const stored = String(valueAt(settings.data, source) ?? '');
  const isDamaged = settings.damagedSecrets.includes(source);
  const set = (next: unknown) =>
    setValue(source, next, { shouldDirty: true, shouldTouch: true, shouldValidate: true });

  if (clearedSecret.safeParse(value).success) {
    return (
      <Box sx={{ mb: 2 }}>
        <Box>{translate(`resources.settings.fields.${source}`)}</Box>
        <FormHelperText sx={{ color: 'warning.main' }}>
          {translate('settings.secretClearing')}
        </FormHelperText>
        <Button size="small" onClick={() => set('')}>
          {translate('settings.secretKeep')}
        </Button>
      </Box>
    );
  }
  const help = isDamaged
    ? translate('settings.secretDamaged')
    : stored
      ? translate('settings.secretSet', { mask: stored })
      : translate('settings.secretMissing');
  const common = {
    source,
    helperText: help,
    ...(isDamaged && { color: 'warning' as const, focused: true }),
  };
  return (
    <Box>
      {multiline ? (
        <KeyInput {...common} isVisible multiline minRows={3} />
      ) : (
        <KeyInput {...common} />
      )}
      {stored && (
        <Button
          size="small"
          color="inherit"
          sx={{ mt: -1, mb: 1 }}
          onClick={() => set({ clear: true })}
        >
          {translate('settings.secretClear')}
        </Button>
      )}
    </Box>
  );
};
