import { useTranslate } from 'react-admin';
import { Typography } from '@mui/material';
import { orderStatuses, orderTypes } from '#contract/order.ts';
import { formatYuan } from '../../../shared/money.ts';
import { listPath } from '../../kit/base/listPath.ts';
import { DashboardCard } from './DashboardCard.tsx';
import { Shares } from './Shares.tsx';
import { StatusCounts } from './StatusCounts.tsx';
import { instantsOf, useDashboard, useDays } from './useDashboard.ts';

/** What the money was paid for, and where all orders stand. */
export const OrderShares = () => {
  const translate = useTranslate();
  const [days] = useDays();
  const { data, state } = useDashboard('getOrderStats', { days });
  return (
    <DashboardCard title="dashboard.types" {...state} height={260}>
      {data && (
        <>
          <Shares
            rows={data.types.map(({ type, paidFen, paidOrders }) => ({
              label: orderTypes[type].label,
              value: paidFen,
              written: formatYuan(paidFen),
              note: translate('dashboard.orderCount', { count: paidOrders }),
              to: listPath('orders', { type, payTime: instantsOf(data.period) }),
            }))}
          />
          <Typography
            component="h3"
            sx={{ fontSize: '0.8125rem', fontWeight: 500, color: 'text.secondary', mt: 2, mb: 1 }}
          >
            {translate('dashboard.allOrders')}
          </Typography>
          <StatusCounts resource="orders" choices={orderStatuses} counts={data.statuses} />
        </>
      )}
    </DashboardCard>
  );
};
