import { Skeleton } from '@mui/material';
import { lazy, type ReactElement, Suspense } from 'react';
import type { DayChartProps } from './DayChart.tsx';

const Chart = lazy(() => import('./DayChart.tsx').then(module => ({ default: module.DayChart })));

/** The chart and its library, fetched when one is shown. */
export const LazyDayChart = <D extends { day: string }>(props: DayChartProps<D>): ReactElement => (
  <Suspense fallback={<Skeleton variant="rounded" height={props.height} />}>
    <Chart {...(props as unknown as DayChartProps<{ day: string }>)} />
  </Suspense>
);
