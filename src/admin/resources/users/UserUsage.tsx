import { Skeleton, ToggleButton, ToggleButtonGroup } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { dayOf, dayStart } from '../../../shared/time.ts';
import { useDataProvider, useTexts } from '../../kit/base/hooks.ts';
import { LoadFailure } from '../../kit/base/LoadFailure.tsx';
import { LazyDayChart } from '../../kit/charts/LazyDayChart.tsx';
import { Quiet } from '../../kit/field/valueFields.tsx';
import { Panel } from '../../kit/show/Panel.tsx';

const RANGES = [30, 90] as const;
const HEIGHT = 220;

/** Pictures made and failed, day by day. */
export const UserUsage = ({ userId }: { userId: string }) => {
  const [range, setRange] = useState<number>(RANGES[0]);
  const { from, to } = lastDays(range);
  const { invoke } = useDataProvider();
  const { data, error, refetch } = useQuery({
    queryKey: ['adminUser', 'getUserUsage', { userId, from, to }],
    queryFn: () => invoke('adminUser', 'getUserUsage', { userId, from, to }),
    placeholderData: previous => previous,
  });
  const say = useTexts('resources.users.usage');
  const known = new Map(data?.list.map(row => [row.day, row]));
  const days = daysBetween(from, to).map(
    day => known.get(day) ?? { day, success: 0, fail: 0, credits: 0 },
  );
  const sum = (key: 'success' | 'fail' | 'credits') =>
    days.reduce((total, day) => total + day[key], 0);
  return (
    <Panel
      title={say('title')}
      action={
        <ToggleButtonGroup
          value={range}
          aria-label={say('range')}
          onChange={(_event, chosen: number | null) => chosen && setRange(chosen)}
          sx={{ '& .MuiToggleButton-root': { py: 0.25 } }}
        >
          {RANGES.map(count => (
            <ToggleButton key={count} value={count}>
              {say('days', { count })}
            </ToggleButton>
          ))}
        </ToggleButtonGroup>
      }
    >
      {error && !data ? (
        <LoadFailure text={(error as Error).message} onRetry={() => void refetch()} />
      ) : !data ? (
        <Skeleton variant="rounded" height={HEIGHT} />
      ) : (
        <>
          <Quiet small sx={{ mb: 1 }}>
            {say('sum', { success: sum('success'), fail: sum('fail'), credits: sum('credits') })}
          </Quiet>
          <LazyDayChart
            title={say('title')}
            kind="bar"
            days={days}
            height={HEIGHT}
            series={[
              { key: 'success', label: say('success'), color: 'success' },
              { key: 'fail', label: say('fail'), color: 'error' },
            ]}
          />
        </>
      )}
    </Panel>
  );
};

const DAY = 86_400_000;
const HOUR = 3_600_000;
const short = (instant: number) => dayOf(instant).replaceAll('-', '');

/** The last so many days of the calendar, today included, as counters name them: `20261120`. */
const lastDays = (count: number, now = Date.now()) => ({
  from: short(now - (count - 1) * DAY),
  to: short(now),
});

/** Every day from one to the other, both included. */
const daysBetween = (from: string, to: string): string[] => {
  const start = dayStart(`${from.slice(0, 4)}-${from.slice(4, 6)}-${from.slice(6)}`);
  const days: string[] = [];
  for (let at = start + HOUR; short(at) <= to; at += DAY) days.push(short(at));
  return days;
};
