import { Tooltip, Typography } from '@mui/material';
import { useTranslate } from 'react-admin';
import { changeOf } from '../../kit/charts/change.ts';

export interface ChangeProps {
  current: number;
  previous: number;
  /** An increase is bad. */
  bad: boolean;
}

/** Change against the previous period: direction by sign, judgement by colour. */
export const Change = ({ current, previous, bad }: ChangeProps) => {
  const translate = useTranslate();
  const change = changeOf(current, previous);
  if (change === null) return null;
  const flat = Math.abs(change) < 0.05;
  const good = change > 0 !== bad;
  const size = Math.abs(change) >= 1_000 ? '>999' : Math.abs(change).toFixed(1);
  return (
    <Tooltip title={translate('dashboard.comparedWith')}>
      <Typography
        component="span"
        sx={{
          fontSize: '0.75rem',
          fontWeight: 500,
          whiteSpace: 'nowrap',
          color: flat ? 'text.secondary' : good ? 'success.main' : 'error.main',
        }}
      >
        {flat ? '±0' : `${change > 0 ? '↑' : '↓'} ${size}%`}
      </Typography>
    </Tooltip>
  );
};
