import { Box, useTheme } from '@mui/material';
import { visuallyHidden } from '@mui/utils';
import { BarChart } from '@mui/x-charts/BarChart';
import { LineChart } from '@mui/x-charts/LineChart';
import { formatCount } from '../../../shared/count.ts';
import { formatYuan } from '../../../shared/money.ts';
import { shortDay, writtenDay } from './days.ts';

export interface DaySeries<D> {
  key: keyof D & string;
  label: string;
  /** A colour of the theme's palette. */
  color: 'primary' | 'success' | 'warning' | 'error' | 'info' | 'secondary';
}

export interface DayChartProps<D extends { day: string }> {
  /** Text alternative of the chart. */
  title: string;
  kind: 'bar' | 'line';
  days: readonly D[];
  series: readonly DaySeries<D>[];
  height: number;
  /** The figures are fen, and are written in yuan. */
  money?: boolean;
}

/** Whole yuan: the axis is as wide as its largest label, so none may be longer than that one. */
const axisYuan = (fen: number) => `¥${formatCount(fen / 100)}`;
const LABELS = 8;

/** Figures by day, as bars or lines, with a table for screen readers. Load it lazily, because charts are large. */
export const DayChart = <D extends { day: string }>(props: DayChartProps<D>) => {
  const { title, kind, days, series, height, money = false } = props;
  const format = money ? formatYuan : formatCount;
  const { palette, typography } = useTheme();
  // What is measured is what is drawn.
  const tickLabelStyle = {
    fill: palette.text.secondary,
    fontSize: 12,
    ...(typography.fontFamily && { fontFamily: typography.fontFamily }),
  };
  const every = Math.max(1, Math.ceil(days.length / LABELS));
  const of = (day: D, key: string) => Number(day[key as keyof D]);
  const common = {
    height,
    margin: { top: 12, right: 16, bottom: 0, left: 0 },
    hideLegend: series.length < 2,
    skipAnimation: true,
    // Hidden from screen readers, so nothing in it may take the focus.
    disableKeyboardNavigation: true,
    grid: { horizontal: true },
    xAxis: [
      {
        data: days.map(({ day }) => day),
        scaleType: kind === 'bar' ? ('band' as const) : ('point' as const),
        height: 'auto' as const,
        tickLabelStyle,
        disableLine: true,
        disableTicks: true,
        tickLabelInterval: (_day: string, at: number) => (days.length - 1 - at) % every === 0,
        valueFormatter: (day: string, { location }: { location: string }) =>
          location === 'tick' ? shortDay(day) : writtenDay(day),
      },
    ],
    yAxis: [
      {
        width: 'auto' as const,
        tickLabelStyle,
        disableLine: true,
        disableTicks: true,
        tickNumber: 4,
        // Whole records, whole yuan.
        tickMinStep: money ? 100 : 1,
        min: 0,
        valueFormatter: money ? axisYuan : formatCount,
      },
    ],
    sx: { '& .MuiChartsGrid-line': { stroke: palette.divider } },
  };
  const drawn = series.map(({ key, label, color }) => ({
    id: key,
    label,
    color: palette[color].main,
    data: days.map(day => of(day, key)),
    valueFormatter: (value: number | null) => format(value ?? 0),
  }));
  return (
    <Box>
      <Box aria-hidden>
        {kind === 'bar' ? (
          <BarChart {...common} borderRadius={2} series={drawn} />
        ) : (
          <LineChart
            {...common}
            series={drawn.map(line => ({ ...line, showMark: false, curve: 'linear' as const }))}
          />
        )}
      </Box>
      <Box sx={visuallyHidden}>
        <table>
          <caption>{title}</caption>
          <thead>
            <tr>
              <td />
              {series.map(({ key, label }) => (
                <th key={key} scope="col">
                  {label}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {days.map(day => (
              <tr key={day.day}>
                <th scope="row">{writtenDay(day.day)}</th>
                {series.map(({ key }) => (
                  <td key={key}>{format(of(day, key))}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </Box>
    </Box>
  );
};
