import { Box } from '@mui/material';
import { useTexts } from '../../kit/base/hooks.ts';
import { Quiet } from '../../kit/field/valueFields.tsx';
import { DashboardCard } from './DashboardCard.tsx';
import { DayFigures } from './DayFigures.tsx';
import { useTemplateStats, withCost } from './useDashboard.ts';

const HEIGHT = 180;

/** What the provider's coins cost, day by day, against what the paid credits were bought for. */
export const CostCard = () => {
  const t = useTexts('dashboard.cost');
  const { data, state } = useTemplateStats();
  const price = data?.coinPriceFen ?? 0;
  const costly = data && withCost(data);
  return (
    <DashboardCard folds title="dashboard.cost.title" {...state} height={300}>
      {data && costly && (
        <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: 'minmax(0, 1fr)' }}>
          <DayFigures
            kind="bar"
            title={t('title')}
            data={{
              before: data.before,
              current: costly(data.current),
              previous: costly(data.previous),
              days: data.days.map(costly),
            }}
            height={HEIGHT}
            money
            series={[
              {
                key: 'earnedFen',
                label: t('earned'),
                color: 'success',
                base: 'succeededTasks',
              },
              {
                key: 'costFen',
                label: t('cost'),
                color: 'warning',
                base: 'succeededTasks',
                bad: true,
              },
            ]}
          />
          <Quiet small>{t('help')}</Quiet>
          {price === 0 && <Quiet>{t('noPrice')}</Quiet>}
        </Box>
      )}
    </DashboardCard>
  );
};
