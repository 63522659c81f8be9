import { Box } from '@mui/material';
import { rendered, type UserEventName, userEvents } from '#contract/messageEvents.ts';
import { useTexts } from '../../kit/base/hooks.ts';
import { Quiet } from '../../kit/field/valueFields.tsx';

export interface MessagePreviewProps {
  event: UserEventName;
  /** The template's field → its text. */
  fields: Readonly<Record<string, string>>;
  values: Readonly<Record<string, string>>;
}

/** `{退款金额}` → `退款金额`: what a field is about; WeChat alone knows what the template calls it. */
const nameOf = (text = '') => /\{([^{}]+)\}/.exec(text)?.[1];

/** A message as WeChat shows it, and which of its fields WeChat would refuse. */
export const MessagePreview = ({ event, fields, values }: MessagePreviewProps) => {
  const t = useTexts('resources.messages.preview');
  const parts = rendered(event, fields, values);
  return (
    <Box
      role="figure"
      aria-label={t('title')}
      sx={{ p: 1.5, border: 1, borderColor: 'divider', borderRadius: 1, bgcolor: 'action.hover' }}
    >
      <Quiet tiny>{t('head')}</Quiet>
      <Box sx={{ fontWeight: 600, mt: 0.25, mb: 1 }}>{userEvents[event].label}</Box>
      {parts.length === 0 && <Quiet small>{t('empty')}</Quiet>}
      <Box component="dl" sx={{ m: 0, display: 'grid', gap: 0.5, fontSize: '0.8125rem' }}>
        {parts.map(({ key, text, isAccepted }) => (
          <Box key={key} sx={{ display: 'flex', gap: 1.5 }}>
            <Quiet component="dt" sx={{ flex: 'none', width: 112 }}>
              {nameOf(fields[key]) ?? key}
            </Quiet>
            <Box component="dd" sx={{ m: 0, minWidth: 0, overflowWrap: 'anywhere' }}>
              {text}
              {!isAccepted && (
                <Box sx={{ color: 'warning.main', fontSize: '0.75rem' }}>
                  {t(text ? 'refused' : 'blank')}
                </Box>
              )}
            </Box>
          </Box>
        ))}
      </Box>
    </Box>
  );
};
