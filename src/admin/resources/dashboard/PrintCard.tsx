import { Box, Typography } from '@mui/material';
import { useTranslate } from 'react-admin';
import { Link } from 'react-router-dom';
import { printOrderStatuses } from '#contract/printOrderStates.ts';
import { formatYuan } from '../../../shared/money.ts';
import { listPath } from '../../kit/base/listPath.ts';
import { LazyDayChart } from '../../kit/charts/LazyDayChart.tsx';
import { DashboardCard } from './DashboardCard.tsx';
import { StatusCounts } from './StatusCounts.tsx';
import { useDashboard, useDays } from './useDashboard.ts';

/** Where the print orders stand, and what the period brought. */
export const PrintCard = () => {
  const translate = useTranslate();
  const [days] = useDays();
  const { data, state } = useDashboard('GET_PRINT_ORDER_STATS', { days });
  return (
    <DashboardCard title="dashboard.prints" {...state} height={300}>
      {data && (
        <Box sx={{ display: 'grid', gap: 2.5 }}>
          <StatusCounts
            resource="print-orders"
            choices={printOrderStatuses}
            counts={data.statuses}
          />
          <LazyDayChart
            kind="bar"
            title={translate('dashboard.prints')}
            days={data.days}
            height={150}
            series={[
              {
                key: 'paidPrints',
                label: translate('dashboard.figure.paidPrints'),
                color: 'primary',
              },
              {
                key: 'shippedPrints',
                label: translate('dashboard.figure.shippedPrints'),
                color: 'success',
              },
            ]}
          />
          <Box sx={{ display: 'grid', gap: 0.75, fontSize: '0.8125rem' }}>
            {data.overdue > 0 && (
              <Typography
                component={Link}
                to={listPath('print-orders', { overdue: true })}
                sx={{ fontSize: 'inherit', color: 'error.main' }}
              >
                {translate('dashboard.overdue', { count: data.overdue })}
              </Typography>
            )}
            <Box sx={{ color: 'text.secondary' }}>
              {translate('dashboard.dueSoon', { count: data.dueSoon })}
            </Box>
            <Box sx={{ color: 'text.secondary' }}>
              {translate('dashboard.printPeriod', {
                paid: data.current.paidPrints,
                photos: data.current.printPhotos.toLocaleString('zh-CN'),
                shipped: data.current.shippedPrints,
                amount: formatYuan(data.current.paidFen),
              })}
            </Box>
          </Box>
        </Box>
      )}
    </DashboardCard>
  );
};
