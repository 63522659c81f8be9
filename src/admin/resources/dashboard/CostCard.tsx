import { Box } from '@mui/material';
import { useTexts } from '../../kit/base/hooks.ts';
import { LazyDayChart } from '../../kit/charts/LazyDayChart.tsx';
import { Quiet } from '../../kit/field/valueFields.tsx';
import { DashboardCard } from './DashboardCard.tsx';
import { useDashboard, useTemplateStats } from './useDashboard.ts';

const HEIGHT = 180;

/** What the provider's coins cost, day by day, against what the paid credits were bought for. */
export const CostCard = () => {
  const t = useTexts('dashboard.cost');
  const { data, state } = useTemplateStats();
  const { data: engine } = useDashboard('getEngine', {});
  const price = engine?.coinPriceFen ?? 0;
  const costOf = (coins: number) => Math.round((coins * price) / 1_000);
  return (
    <DashboardCard folds title="dashboard.cost.title" {...state} height={300}>
      {data && (
        <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: 'minmax(0, 1fr)' }}>
          <LazyDayChart
            kind="bar"
            title={t('title')}
            days={data.days.map(day => ({ ...day, costFen: costOf(day.coins) }))}
            height={HEIGHT}
            money
            series={[
              {
                key: 'earnedFen',
                label: t('earned'),
                color: 'success',
              },
              {
                key: 'costFen',
                label: t('cost'),
                color: 'warning',
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
