import { Box } from '@mui/material';
import type { ReactNode } from 'react';
import type { Tone } from '#contract/action.ts';
import { exactTime } from '../../../shared/time.ts';
import { PlainList } from '../base/PlainList.tsx';
import { Quiet, Time, toneColour } from '../field/valueFields.tsx';

export interface TimelineEvent {
  time: number;
  title: ReactNode;
  tone?: Tone;
  /** Who did it. */
  by?: string;
  note?: ReactNode;
}

export interface TimelineProps {
  events: readonly TimelineEvent[];
  /** To the second, where events are seconds apart. */
  exact?: boolean;
}

/** What has happened, newest first. */
export const Timeline = ({ events, exact = false }: TimelineProps) => (
  <PlainList component="ol">
    {[...events]
      .sort((a, b) => b.time - a.time)
      .map(({ time, title, tone = 'neutral', by, note }, at) => (
        <Box
          component="li"
          key={`${time} ${at}`}
          sx={{
            position: 'relative',
            pl: 2.5,
            pb: 2,
            '&:last-child': { pb: 0 },
            '&::before': {
              content: '""',
              position: 'absolute',
              left: 3,
              top: 16,
              bottom: -4,
              width: '1px',
              bgcolor: 'divider',
            },
            '&:last-child::before': { display: 'none' },
          }}
        >
          <Box
            aria-hidden
            sx={{
              position: 'absolute',
              left: 0,
              top: 7,
              width: 7,
              height: 7,
              borderRadius: '50%',
              bgcolor: toneColour(tone),
            }}
          />
          <Box sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 1, fontSize: '0.875rem' }}>
            <Box component="span" sx={{ fontWeight: 500 }}>
              {title}
            </Box>
            <Quiet component="span" small sx={{ minWidth: 0, ml: 'auto' }}>
              {by && `${by} · `}
              {exact ? exactTime(time).slice(5) : <Time instant={time} />}
            </Quiet>
          </Box>
          {note && (
            <Quiet small sx={{ overflowWrap: 'anywhere' }}>
              {note}
            </Quiet>
          )}
        </Box>
      ))}
  </PlainList>
);
