import { Box, Card, Skeleton, Typography } from '@mui/material';
import { useTranslate } from 'react-admin';
import { Link } from 'react-router-dom';
import type { ActionOutput } from '#contract/index.ts';
import { dayAfter, dayOf } from '#contract/shanghai.ts';
import { formatCount, formatShare } from '../../../shared/count.ts';
import { formatYuan } from '../../../shared/money.ts';
import { useCan } from '../../kit/base/CanAccess.tsx';
import { listPath } from '../../kit/base/listSearch.ts';
import { Change } from './Change.tsx';
import { instantsOf, useDashboard, usePeriod } from './useDashboard.ts';

type Summary = ActionOutput<'adminDashboard', 'getSummary'>;
type Figures = Summary['current'];

interface KeyFigure {
  name: string;
  /** By default the figure of that name. */
  value?: (figures: Figures) => number;
  /** By default the value, with yuan where it is an amount. */
  written?: (figures: Figures) => string;
  /** How many records a comparison stands on; by default as many as the earlier value says. */
  base?: (previous: Figures, current: Figures) => number;
  /** The list behind it, which has a filter by this time. */
  list: string;
  time: string;
  filter?: Record<string, unknown>;
  /** An increase is bad. */
  bad?: boolean;
}

const endedTasks = ({ succeededTasks, failedTasks }: Figures) => succeededTasks + failedTasks;

const figures: KeyFigure[] = [
  { name: 'paidFen', base: ({ paidOrders }) => paidOrders, list: 'orders', time: 'payTime' },
  { name: 'paidOrders', list: 'orders', time: 'payTime' },
  {
    name: 'refundedFen',
    base: ({ refunds }) => refunds,
    list: 'refunds',
    time: 'successTime',
    bad: true,
  },
  { name: 'newUsers', list: 'users', time: 'createTime' },
  {
    name: 'succeededTasks',
    list: 'tasks',
    time: 'createTime',
    filter: { status: 'succeeded' },
  },
  {
    name: 'failureRate',
    value: known => known.failedTasks / Math.max(1, endedTasks(known)),
    written: known => formatShare(known.failedTasks, endedTasks(known)),
    base: (...periods) => Math.min(...periods.map(endedTasks)),
    list: 'tasks',
    time: 'createTime',
    filter: { status: ['failed', 'timeout'] },
    bad: true,
  },
];

const pathOf = ({ list, time, filter }: Pick<KeyFigure, 'list' | 'time' | 'filter'>, to: Summary) =>
  listPath(list, { ...filter, [time]: instantsOf(to.period) });

/** Today and yesterday, where the period has them, newest first. */
const recent = ({ period: { from, to } }: Summary) => {
  const today = dayOf(Date.now());
  const days = { today, yesterday: dayAfter(today, -1) };
  return (['today', 'yesterday'] as const).filter(name => from <= days[name] && days[name] <= to);
};

const grid = {
  display: 'grid',
  gap: 2,
  gridTemplateColumns: { xs: '1fr 1fr', md: 'repeat(3, 1fr)', xl: 'repeat(6, 1fr)' },
};

/**
 * The period compared with the previous one; today and yesterday below where they belong to it. The card below, which makes the same call, shows failures.
 */
export const KeyFigures = () => {
  const translate = useTranslate();
  const [period] = usePeriod();
  const can = useCan();
  const { data, state } = useDashboard('getSummary', period);
  if (state.failed) return null;
  return (
    <Box sx={grid} aria-busy={!data}>
      {figures.map(
        ({
          name,
          value = known => known[name as keyof Figures],
          written,
          base = value,
          bad,
          ...behind
        }) => {
          const write = name.endsWith('Fen') ? formatYuan : formatCount;
          const textOf = written ?? (known => write(value(known)));
          const to = data && can({ to: `/${behind.list}` }) && pathOf(behind, data);
          return (
            <Card
              key={name}
              sx={{ p: 2, ...(to && { '&:hover': { bgcolor: 'action.hover' } }) }}
              {...(to && { component: Link, to })}
              style={{ color: 'inherit', textDecoration: 'none' }}
            >
              <Typography sx={{ fontSize: '0.8125rem', color: 'text.secondary' }}>
                {translate(`dashboard.figure.${name}`)}
              </Typography>
              {/* As high before as after: on a phone change and days take lines of their own. */}
              <Box sx={{ minHeight: { xs: 69, sm: 51 } }}>
                {data ? (
                  <>
                    <Box sx={{ display: 'flex', alignItems: 'baseline', gap: 1, flexWrap: 'wrap' }}>
                      <Typography sx={{ fontSize: '1.375rem', fontWeight: 600, lineHeight: 1.5 }}>
                        {textOf(data.current)}
                      </Typography>
                      <Change
                        current={value(data.current)}
                        previous={value(data.previous)}
                        before={data.before}
                        base={base(data.previous, data.current)}
                        write={written ? undefined : write}
                        bad={bad}
                      />
                    </Box>
                    <Typography
                      sx={{ fontSize: '0.75rem', color: 'text.secondary', wordBreak: 'keep-all' }}
                    >
                      {recent(data)
                        .map(day => translate(`dashboard.${day}`, { value: textOf(data[day]) }))
                        .join(' · ')}
                    </Typography>
                  </>
                ) : (
                  <Skeleton variant="rounded" height={43} sx={{ mt: 1 }} />
                )}
              </Box>
            </Card>
          );
        },
      )}
    </Box>
  );
};
