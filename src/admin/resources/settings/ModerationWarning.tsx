import { Alert } from '@mui/material';
import { moderationNeeds } from '#contract/legal.ts';
import { useTexts } from '../../kit/base/hooks.ts';
import { useLegalTexts } from './useLegalTexts.ts';

/** What visitors upload, write or are shown and nothing looks at, be it switched off or without keys. */
export const ModerationWarning = () => {
  const t = useTexts('settings.legal');
  const { data } = useLegalTexts();
  const needs = Object.values<string>(moderationNeeds);
  const missing = data?.missing.filter(one => needs.includes(one)) ?? [];
  return missing.length > 0 ? (
    <Alert severity="error" variant="filled" sx={{ mb: 1 }}>
      {t('unmoderated', { missing: missing.join('、') })}
    </Alert>
  ) : null;
};
