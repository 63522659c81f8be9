import CheckIcon from '@mui/icons-material/CheckCircleOutlined';
import { Box, Button } from '@mui/material';
import { useState } from 'react';
import type { Tone } from '#contract/action.ts';
import type { Attention } from '#contract/dashboard.ts';
import { formatBadge } from '../../../shared/count.ts';
import { useCan } from '../../kit/base/CanAccess.tsx';
import { useTexts } from '../../kit/base/hooks.ts';
import { listPath } from '../../kit/base/listSearch.ts';
import { PlainList } from '../../kit/base/PlainList.tsx';
import { Dot } from '../../kit/field/valueFields.tsx';
import { DashboardCard } from './DashboardCard.tsx';
import { DashboardRow } from './DashboardRow.tsx';
import { useDashboard, usePeriod } from './useDashboard.ts';

/** Most urgent first, with the list behind each number. */
const lists: Record<keyof Attention, { to: string; tone: Tone }> = {
  failedFulfilments: { to: listPath('orders', { fulfilStatus: 'failed' }), tone: 'danger' },
  suspendedTemplates: { to: listPath('templates', { suspended: true }), tone: 'danger' },
  deadKeys: { to: listPath('api-keys', { status: ['exhausted', 'invalid'] }), tone: 'danger' },
  abnormalRefunds: { to: listPath('refunds', { status: 'abnormal' }), tone: 'danger' },
  failedRefunds: { to: listPath('refunds', { status: 'request_failed' }), tone: 'danger' },
  refundsAfterVoid: { to: listPath('refunds', { afterVoid: 'moved' }), tone: 'danger' },
  waitingApprovals: { to: listPath('approvals', { status: 'waiting' }), tone: 'danger' },
  openFeedback: { to: listPath('feedback', { status: 'open' }), tone: 'danger' },
  tasksInReview: { to: listPath('tasks', { inReview: true }), tone: 'danger' },
  openDifferences: {
    to: listPath('reconciliation/differences', { status: 'open' }),
    tone: 'danger',
  },
  maybeChargedTasks: { to: listPath('tasks', { maybeCharged: true }), tone: 'danger' },
  overduePrints: { to: listPath('print-orders', { overdue: true }), tone: 'warning' },
  failedReconciliations: { to: listPath('reconciliation', { status: 'failed' }), tone: 'warning' },
  printsOnHold: { to: listPath('print-orders', { status: 'on_hold' }), tone: 'warning' },
  lowKeys: { to: listPath('api-keys', { low: true }), tone: 'warning' },
};
const kinds = Object.keys(lists) as (keyof Attention)[];

const SHOWN = 5;
const LINE_HEIGHT = 33;

/** What needs attention today of what the role sees, a line each, or a note that nothing does. */
export const AttentionCard = () => {
  const t = useTexts('dashboard.attention');
  const [period] = usePeriod();
  const [isWhole, setIsWhole] = useState(false);
  const { data, state } = useDashboard('getSummary', period);
  const can = useCan();
  const waiting = kinds.filter(kind => (data?.attention[kind] ?? 0) > 0 && can(lists[kind]));
  const folded = waiting.length - SHOWN;
  return (
    <DashboardCard
      title="dashboard.attention.title"
      {...state}
      height={state.loading ? SHOWN * LINE_HEIGHT : 0}
      action={
        folded > 0 && (
          <Button size="small" aria-expanded={isWhole} onClick={() => setIsWhole(!isWhole)}>
            {isWhole ? t('less') : t('more', { count: folded })}
          </Button>
        )
      }
    >
      {data && waiting.length === 0 && (
        <Box sx={{ display: 'flex', alignItems: 'center', gap: 1, py: 1 }}>
          <CheckIcon sx={{ color: 'success.main' }} />
          {t('none')}
        </Box>
      )}
      {data && (
        <PlainList
          sx={{
            display: 'grid',
            columnGap: 2,
            gridTemplateColumns: 'repeat(auto-fill, minmax(220px, 1fr))',
          }}
        >
          {waiting.slice(0, isWhole ? undefined : SHOWN).map(kind => (
            <DashboardRow
              key={kind}
              to={lists[kind].to}
              sx={{ display: 'flex', alignItems: 'center', gap: 1 }}
            >
              <Dot tone={lists[kind].tone} />
              <Box component="span" sx={{ fontWeight: 600 }}>
                {formatBadge(data.attention[kind])}
              </Box>{' '}
              {t(kind)}
            </DashboardRow>
          ))}
        </PlainList>
      )}
    </DashboardCard>
  );
};
