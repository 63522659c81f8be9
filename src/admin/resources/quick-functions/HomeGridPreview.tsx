import { Box, FormControl, ToggleButton, ToggleButtonGroup } from '@mui/material';
import { useState } from 'react';
import { type QuickPlatform, quickPlatforms } from '#contract/quickFunction.ts';
import { useTexts } from '../../kit/base/hooks.ts';
import { type Typed, TypedField } from '../../kit/base/TypedField.tsx';
import { typedMinute } from '../../kit/base/typedKinds.ts';
import { useNow } from '../../kit/base/useNow.ts';
import { HomeGrid } from './HomeGrid.tsx';
import { isShown, type QuickFunctionRecord } from './quickFunction.ts';

export interface HomeGridPreviewProps {
  records: readonly QuickFunctionRecord[];
  /** The one being written. */
  current?: string;
}

/** The head of the home page as visitors have it, on either platform, now or at another time. */
export const HomeGridPreview = ({ records, current }: HomeGridPreviewProps) => {
  const t = useTexts('resources.templates/quick-functions.preview');
  const now = useNow();
  const [platform, setPlatform] = useState<QuickPlatform>('mp');
  const [moment, setMoment] = useState<Typed>(null);
  const at = typeof moment === 'number' ? moment : now;
  const shown = records.filter(record => isShown(record, platform, at));
  return (
    <Box component="section" aria-label={t('title')}>
      <Box sx={{ display: 'flex', alignItems: 'center', justifyContent: 'space-between', mb: 1.5 }}>
        <Box sx={{ fontWeight: 600 }}>{t('title')}</Box>
        <ToggleButtonGroup
          value={platform}
          onChange={(_event, next: QuickPlatform | null) => next && setPlatform(next)}
          aria-label={t('platform')}
          sx={{ '& .MuiToggleButton-root': { py: 0.25, px: 1, fontSize: '0.75rem' } }}
        >
          {Object.entries(quickPlatforms).map(([id, { label }]) => (
            <ToggleButton key={id} value={id}>
              {label}
            </ToggleButton>
          ))}
        </ToggleButtonGroup>
      </Box>
      <HomeGrid records={shown} current={current} />
      <FormControl fullWidth sx={{ mt: 1 }}>
        <TypedField
          kind={typedMinute}
          label={t('moment')}
          value={moment ?? now}
          onChange={setMoment}
        />
      </FormControl>
    </Box>
  );
};
