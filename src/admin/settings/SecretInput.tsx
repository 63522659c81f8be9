import { PasswordInput, TextInput, useTranslate } from 'react-admin';
import { useStoredSettings } from './SettingsContext.ts';
import { valueAt } from './settingChanges.ts';

export interface SecretInputProps {
  source: string;
  /** A key of several lines is pasted where it can be seen. */
  multiline?: boolean;
}

/** Written, never read: empty keeps what is stored, of which only a mask is known. */
export const SecretInput = ({ source, multiline = false }: SecretInputProps) => {
  const translate = useTranslate();
  const stored = String(valueAt(useStoredSettings().data, source) ?? '');
  const help = stored
    ? translate('settings.secretSet', { mask: stored })
    : translate('settings.secretMissing');
  const common = { source, helperText: help, autoComplete: 'off', fullWidth: true };
  return multiline ? (
    <TextInput {...common} multiline minRows={3} />
  ) : (
    <PasswordInput {...common} />
  );
};
