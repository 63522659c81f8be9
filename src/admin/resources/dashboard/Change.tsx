import { Tooltip, Typography } from '@mui/material';
import type { ActionOutput } from '#contract/index.ts';
import { MIN_BASE } from '../../../shared/count.ts';
import { useWrittenRange } from './useDashboard.ts';

export interface ChangeProps {
  current: number;
  previous: number;
  /** The days of the earlier value. */
  before: ActionOutput<'adminDashboard', 'getSummary'>['before'];
  /** How many records the comparison stands on; by default as many as the earlier value says. */
  base?: number;
  /** Writes the difference of values that are based on too few records; without it a dash stands there. */
  write?: ((value: number) => string) | undefined;
  /** An increase is bad. */
  bad?: boolean | undefined;
}

/** Change against the period before: direction by sign, judgement by colour; of few records the difference alone. */
export const Change = ({ current, previous, before, base = previous, write, bad }: ChangeProps) => {
  const range = useWrittenRange();
  const difference = current - previous;
  const share = (difference / previous) * 100;
  const isShare = base >= MIN_BASE && previous !== 0;
  const isFlat = difference === 0 || (isShare && Math.abs(share) < 0.05);
  const good = difference > 0 !== (bad === true);
  const text = () => {
    if (!isShare)
      return write && difference ? `${difference > 0 ? '+' : ''}${write(difference)}` : '–';
    if (isFlat) return '±0';
    const size = Math.abs(share) >= 1_000 ? '>999' : Math.abs(share).toFixed(1);
    return `${difference > 0 ? '↑' : '↓'} ${size}%`;
  };
  return (
    <Tooltip title={range(before, 'comparedWith')}>
      <Typography
        component="span"
        sx={{
          fontSize: '0.75rem',
          fontWeight: 500,
          whiteSpace: 'nowrap',
          color: isFlat || !isShare ? 'text.secondary' : good ? 'success.main' : 'error.main',
        }}
      >
        {text()}
      </Typography>
    </Tooltip>
  );
};
