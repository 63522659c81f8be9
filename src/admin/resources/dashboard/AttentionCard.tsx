import CheckIcon from '@mui/icons-material/CheckCircleOutlined';
import { Box, Card, Skeleton, Typography } from '@mui/material';
import { useTranslate } from 'react-admin';
import { Link } from 'react-router-dom';
import type { Attention } from '#contract/dashboard.ts';
import { formatBadge } from '../../../shared/count.ts';
import { listPath } from '../../kit/base/listSearch.ts';
import { LoadFailure } from '../../kit/base/LoadFailure.tsx';
import { useDashboard, useDays } from './useDashboard.ts';

/** Most urgent first, with the list behind each number. */
const lists: Record<keyof Attention, { to: string; tone: 'error' | 'warning' }> = {
  abnormalRefunds: { to: listPath('refunds', { status: 'abnormal' }), tone: 'error' },
  failedRefunds: { to: listPath('refunds', { status: 'request_failed' }), tone: 'error' },
  refundsAfterVoid: { to: listPath('refunds', { afterVoid: 'moved' }), tone: 'error' },
  failedFulfilments: { to: listPath('orders', { fulfilStatus: 'failed' }), tone: 'error' },
  deadKeys: { to: listPath('api-keys', { status: ['exhausted', 'invalid'] }), tone: 'error' },
  openFeedback: { to: listPath('feedback', { status: 'open' }), tone: 'error' },
  tasksInReview: { to: listPath('tasks', { inReview: true }), tone: 'error' },
  maybeChargedTasks: { to: listPath('tasks', { maybeCharged: true }), tone: 'error' },
  suspendedTemplates: { to: listPath('templates', { suspended: true }), tone: 'error' },
  openDifferences: {
    to: listPath('reconciliation/differences', { status: 'open' }),
    tone: 'error',
  },
  failedReconciliations: { to: listPath('reconciliation', { status: 'failed' }), tone: 'warning' },
  overduePrints: { to: listPath('print-orders', { overdue: true }), tone: 'warning' },
  printsOnHold: { to: listPath('print-orders', { status: 'on_hold' }), tone: 'warning' },
  lowKeys: { to: listPath('api-keys', { low: true }), tone: 'warning' },
};
const kinds = Object.keys(lists) as (keyof Attention)[];

/** What needs attention today, or a note that nothing does. */
export const AttentionCard = () => {
  const translate = useTranslate();
  const [days] = useDays();
  const { data, state } = useDashboard('getSummary', { days });
  const waiting = kinds.filter(kind => (data?.attention[kind] ?? 0) > 0);
  return (
    <Box component="section" aria-label={translate('dashboard.attention.title')}>
      {state.failed ? (
        <LoadFailure text={translate('dashboard.failed')} onRetry={state.onRetry} />
      ) : !data ? (
        <Box sx={grid} aria-busy>
          {[0, 1, 2, 3].map(at => (
            <Skeleton key={at} variant="rounded" height={76} />
          ))}
        </Box>
      ) : waiting.length === 0 ? (
        <Card sx={{ p: 2, display: 'flex', alignItems: 'center', gap: 1 }}>
          <CheckIcon sx={{ color: 'success.main' }} />
          {translate('dashboard.attention.none')}
        </Card>
      ) : (
        <Box sx={grid}>
          {waiting.map(kind => (
            <Card
              key={kind}
              component={Link}
              to={lists[kind].to}
              sx={{
                p: 1.75,
                display: 'block',
                color: 'text.primary',
                textDecoration: 'none',
                borderLeft: 3,
                borderLeftColor: `${lists[kind].tone}.main`,
                '&:hover': { bgcolor: 'action.hover' },
              }}
            >
              <Typography
                component="span"
                sx={{ display: 'block', fontSize: '1.375rem', fontWeight: 600, lineHeight: 1.25 }}
              >
                {formatBadge(data.attention[kind])}
              </Typography>
              <Typography component="span" sx={{ fontSize: '0.8125rem', color: 'text.secondary' }}>
                {translate(`dashboard.attention.${kind}`)}
              </Typography>
            </Card>
          ))}
        </Box>
      )}
    </Box>
  );
};

const grid = {
  display: 'grid',
  gap: 1.5,
  gridTemplateColumns: { xs: '1fr 1fr', sm: 'repeat(auto-fit, minmax(150px, 1fr))' },
};
