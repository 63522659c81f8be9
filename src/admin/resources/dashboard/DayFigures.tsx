import { Box } from '@mui/material';
import { useTranslate } from 'react-admin';
import { formatCount } from '../../../shared/count.ts';
import { formatYuan } from '../../../shared/money.ts';
import type { DayChartProps, DaySeries } from '../../kit/charts/DayChart.tsx';
import { LazyDayChart } from '../../kit/charts/LazyDayChart.tsx';
import { Quiet } from '../../kit/field/valueFields.tsx';
import { Change, type ChangeProps } from './Change.tsx';

interface Series<K extends string> extends DaySeries<Record<K, number>> {
  key: K;
  /** The figure that counts the records of an amount. */
  base?: K;
  bad?: boolean;
  /** Counts the same each day, so that days cannot be added up. */
  daily?: boolean;
}

interface DayFiguresProps<K extends string> extends Omit<
  DayChartProps<{ day: string }>,
  'days' | 'series'
> {
  data: Record<'current' | 'previous', Record<K, number>> &
    Pick<ChangeProps, 'before'> & { days: (Record<K, number> & { day: string })[] };
  series: Series<K>[];
}

/** The sums of a period beside those of the one before, and each day; of a period without any a sentence. */
export const DayFigures = <K extends string>({ data, series, ...chart }: DayFiguresProps<K>) => {
  const translate = useTranslate();
  const { current, previous, before, days } = data;
  const write = chart.money ? formatYuan : formatCount;
  return (
    <Box sx={{ display: 'grid', gap: 1, gridTemplateColumns: 'minmax(0, 1fr)' }}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 3 }}>
        {series
          .filter(({ daily }) => !daily)
          .map(({ key, label, base = key, bad }) => (
            <Quiet key={key} component="span">
              {label} {write(current[key])}{' '}
              <Change
                current={current[key]}
                previous={previous[key]}
                before={before}
                base={previous[base]}
                write={write}
                bad={bad}
              />
            </Quiet>
          ))}
      </Box>
      {series.every(({ key }) => current[key] === 0) ? (
        <Quiet>{translate('dashboard.nothing')}</Quiet>
      ) : (
        <LazyDayChart {...chart} days={days} series={series} />
      )}
    </Box>
  );
};
