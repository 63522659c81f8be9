import { Box, Card, Skeleton, Tooltip, Typography } from '@mui/material';
import { useTranslate } from 'react-admin';
import { Link } from 'react-router-dom';
import type { ActionOutput } from '#contract/index.ts';
import { formatCount, formatShare, MIN_BASE } from '../../../shared/count.ts';
import { formatYuan } from '../../../shared/money.ts';
import { useCan } from '../../kit/base/CanAccess.tsx';
import { listPath } from '../../kit/base/listSearch.ts';
import { instantsOf, useDashboard, usePeriod } from './useDashboard.ts';

type Summary = ActionOutput<'adminDashboard', 'getSummary'>;
type Figures = Summary['current'];

interface KeyFigure {
  name: string;
  value: (figures: Figures) => number;
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
  {
    name: 'paidFen',
    value: ({ paidFen }) => paidFen,
    written: ({ paidFen }) => formatYuan(paidFen),
    base: ({ paidOrders }) => paidOrders,
    list: 'orders',
    time: 'payTime',
  },
  { name: 'paidOrders', value: ({ paidOrders }) => paidOrders, list: 'orders', time: 'payTime' },
  {
    name: 'refundedFen',
    value: ({ refundedFen }) => refundedFen,
    written: ({ refundedFen }) => formatYuan(refundedFen),
    base: ({ refunds }) => refunds,
    list: 'refunds',
    time: 'successTime',
    bad: true,
  },
  { name: 'newUsers', value: ({ newUsers }) => newUsers, list: 'users', time: 'createTime' },
  {
    name: 'succeededTasks',
    value: ({ succeededTasks }) => succeededTasks,
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

const grid = {
  display: 'grid',
  gap: 2,
  gridTemplateColumns: { xs: '1fr 1fr', md: 'repeat(3, 1fr)', xl: 'repeat(6, 1fr)' },
};

/**
 * The period compared with the previous one; today below. The card below, which makes the same call, shows failures.
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
          value,
          written = known => formatCount(value(known)),
          base = value,
          bad = false,
          ...behind
        }) => {
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
                        {written(data.current)}
                      </Typography>
                      {base(data.previous, data.current) >= MIN_BASE && (
                        <Change
                          current={value(data.current)}
                          previous={value(data.previous)}
                          bad={bad}
                        />
                      )}
                    </Box>
                    <Typography
                      sx={{ fontSize: '0.75rem', color: 'text.secondary', wordBreak: 'keep-all' }}
                    >
                      {translate('dashboard.today', {
                        today: written(data.today),
                        yesterday: written(data.yesterday),
                      })}
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

interface ChangeProps {
  current: number;
  previous: number;
  /** An increase is bad. */
  bad: boolean;
}

/** Change against the previous period: direction by sign, judgement by colour. */
const Change = ({ current, previous, bad }: ChangeProps) => {
  const translate = useTranslate();
  if (previous === 0) return null;
  const change = ((current - previous) / previous) * 100;
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
