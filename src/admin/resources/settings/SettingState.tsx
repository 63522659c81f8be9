import { Box } from '@mui/material';
import type { Tone } from '#contract/action.ts';
import { useTexts } from '../../kit/base/hooks.ts';
import { Quiet, StatusLabel } from '../../kit/field/valueFields.tsx';

const tones = { on: 'success', missing: 'warning', off: 'neutral' } satisfies Record<string, Tone>;

export interface SettingStateProps {
  /** In effect; without what it needs; switched off. */
  state: keyof typeof tones;
  /** What is missing, or what it means. */
  text?: string | undefined;
}

/** Whether a part of the stored settings is in effect. */
export const SettingState = ({ state, text }: SettingStateProps) => {
  const t = useTexts('settings.state');
  return (
    <Box sx={{ mt: 1, fontSize: '0.8125rem' }}>
      <StatusLabel label={t(state)} tone={tones[state]} />
      {text && <Quiet small>{text}</Quiet>}
    </Box>
  );
};

export interface ObstacleStateProps {
  /** What is missing for the stored values to take effect: a key of `settings.obstacles`; null for nothing. */
  obstacle: string | null;
  /** Switched off on purpose. */
  isOff?: boolean;
}

/** The same, by what stands in its way. */
export const ObstacleState = ({ obstacle, isOff = false }: ObstacleStateProps) => {
  const t = useTexts('settings.obstacles');
  const state = isOff ? 'off' : obstacle ? 'missing' : 'on';
  return <SettingState state={state} text={obstacle ? t(obstacle) : undefined} />;
};
