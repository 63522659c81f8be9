import { Tooltip } from '@mui/material';
import { useRecordContext } from 'react-admin';
import { exactTime, relativeTime } from '../../../shared/time.ts';
import { useNow } from '../base/useNow.ts';

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
