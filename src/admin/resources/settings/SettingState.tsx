import { Box } from '@mui/material';
import { useTexts } from '../../kit/base/hooks.ts';
import { Quiet, StatusLabel } from '../../kit/field/valueFields.tsx';

export interface SettingStateProps {
  /** What keeps the stored values from taking effect: a key of `settings.obstacles`; null for nothing. */
  obstacle: string | null;
}

/** Whether a part of the stored settings is in effect, and if not, what is missing. */
export const SettingState = ({ obstacle }: SettingStateProps) => {
  const t = useTexts('settings');
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 1.5, fontSize: '0.8125rem' }}>
      <StatusLabel
        label={t(obstacle ? 'state.unset' : 'state.inEffect')}
        tone={obstacle ? 'neutral' : 'success'}
      />
      {obstacle && <Quiet component="span">{t(`obstacles.${obstacle}`)}</Quiet>}
    </Box>
  );
};
