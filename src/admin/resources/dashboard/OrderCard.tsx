import { Box, ToggleButton, ToggleButtonGroup } from '@mui/material';
import { useState } from 'react';
import { useTexts } from '../../kit/base/hooks.ts';
import { LazyDayChart } from '../../kit/charts/LazyDayChart.tsx';
import { DashboardCard } from './DashboardCard.tsx';
import { useDashboard, usePeriod } from './useDashboard.ts';

const HEIGHT = 260;
const measures = ['revenue', 'orders'] as const;

/** Revenue or orders, day by day. */
export const OrderCard = () => {
  const t = useTexts('dashboard');
  const [period] = usePeriod();
  const [measure, setMeasure] = useState<(typeof measures)[number]>('revenue');
  const { data, state } = useDashboard('getOrderStats', period);
  const label = useTexts('dashboard.figure');
  return (
    <DashboardCard
      title="dashboard.orders"
      {...state}
      height={HEIGHT}
      action={
        <ToggleButtonGroup
          value={measure}
          onChange={(_event, next: typeof measure | null) => next && setMeasure(next)}
          aria-label={t('measure')}
        >
          {measures.map(name => (
            <ToggleButton key={name} value={name} sx={{ px: 1.25, py: 0.25 }}>
              {t(`measures.${name}`)}
            </ToggleButton>
          ))}
        </ToggleButtonGroup>
      }
    >
      {data && (
        <Box>
          {measure === 'revenue' ? (
            <LazyDayChart
              kind="bar"
              title={t('measures.revenue')}
              days={data.days}
              height={HEIGHT}
              money
              series={[
                { key: 'paidFen', label: label('paidFen'), color: 'primary' },
                {
                  key: 'refundedFen',
                  label: label('refundedFen'),
                  color: 'warning',
                },
              ]}
            />
          ) : (
            <LazyDayChart
              kind="line"
              title={t('measures.orders')}
              days={data.days}
              height={HEIGHT}
              series={[
                { key: 'createdOrders', label: label('createdOrders'), color: 'info' },
                { key: 'paidOrders', label: label('paidOrders'), color: 'primary' },
              ]}
            />
          )}
        </Box>
      )}
    </DashboardCard>
  );
};
