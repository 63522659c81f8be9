import { Box } from '@mui/material';
import { useTexts } from '../../kit/base/hooks.ts';
import { Quiet, StatusLabel } from '../../kit/field/valueFields.tsx';

export interface SettingStateProps {
  /** What is missing for the stored values to take effect: a key of `settings.obstacles`; null for nothing. */
  obstacle: string | null;
  /** Switched off on purpose. */
  isOff?: boolean;
}

/** Whether a part of the stored settings is in effect, and if not, what is missing. */
export const SettingState = ({ obstacle, isOff = false }: SettingStateProps) => {
  const t = useTexts('settings');
  const state = isOff ? 'off' : obstacle ? 'unset' : 'inEffect';
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 1.5, fontSize: '0.8125rem' }}>
      <StatusLabel
        label={t(`state.${state}`)}
        tone={state === 'inEffect' ? 'success' : 'neutral'}
      />
      {obstacle && <Quiet component="span">{t(`obstacles.${obstacle}`)}</Quiet>}
    </Box>
  );
};
