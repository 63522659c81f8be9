import { Box, ToggleButton, ToggleButtonGroup } from '@mui/material';
import { useState } from 'react';
import { useTexts } from '../../kit/base/hooks.ts';
import { DashboardCard } from './DashboardCard.tsx';
import { DayFigures } from './DayFigures.tsx';
import { useDashboard, usePeriod } from './useDashboard.ts';

/** Pixels of the chart, and of the sums above it. */
const [HEIGHT, SUMS] = [260, 28];
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
      height={HEIGHT + SUMS}
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
            <DayFigures
              kind="bar"
              title={t('measures.revenue')}
              data={data}
              height={HEIGHT}
              money
              series={[
                {
                  key: 'paidFen',
                  label: label('paidFen'),
                  color: 'primary',
                  base: 'paidOrders',
                },
                {
                  key: 'refundedFen',
                  label: label('refundedFen'),
                  color: 'warning',
                  base: 'refunds',
                  bad: true,
                },
              ]}
            />
          ) : (
            <DayFigures
              kind="line"
              title={t('measures.orders')}
              data={data}
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
