import { Box, type Theme, Tooltip } from '@mui/material';
import { useRecordContext } from 'react-admin';
import type { Choice, Tone } from '#contract/action.ts';
import { exactTime, relativeTime } from '../../../shared/time.ts';
import { useNow } from '../base/useNow.ts';

const colours: Record<Tone, (theme: Theme) => string> = {
  neutral: theme => theme.palette.text.disabled,
  info: theme => theme.palette.info.main,
  success: theme => theme.palette.success.main,
  warning: theme => theme.palette.warning.main,
  danger: theme => theme.palette.error.main,
};

export const toneColour = (tone: Tone) => colours[tone];

/** A dot and its label, from a table of the contract. */
export const StatusLabel = ({ label, tone }: Choice) => (
  <Box
    component="span"
    sx={{ display: 'inline-flex', alignItems: 'center', gap: 0.875, whiteSpace: 'nowrap' }}
  >
    <Box
      component="span"
      aria-hidden
      sx={{ width: 7, height: 7, borderRadius: '50%', flex: 'none', bgcolor: colours[tone] }}
    />
    {label}
  </Box>
);

export interface StatusFieldProps {
  source?: string;
  choices: Record<string, Choice>;
}

export const StatusField = ({ source = 'status', choices }: StatusFieldProps) => {
  const value = String(useRecordContext()?.[source] ?? '');
  const choice = choices[value];
  return choice ? <StatusLabel {...choice} /> : <span>{value}</span>;
};

export const Time = ({ instant }: { instant: number }) => {
  const now = useNow();
  return (
    <Tooltip title={exactTime(instant)}>
      <time
        dateTime={new Date(instant).toISOString()}
        style={{ whiteSpace: 'nowrap' }}
        aria-label={exactTime(instant)}
      >
        {relativeTime(instant, now)}
      </time>
    </Tooltip>
  );
};

/** Relative, with the exact time on hover. */
export const TimeField = ({ source }: { source: string }) => {
  const instant = useRecordContext()?.[source] as number | null | undefined;
  return instant ? <Time instant={instant} /> : null;
};
