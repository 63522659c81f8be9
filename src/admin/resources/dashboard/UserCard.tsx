import { Box } from '@mui/material';
import { useTranslate } from 'react-admin';
import { userStatuses } from '#contract/user.ts';
import { LazyDayChart } from '../../kit/charts/LazyDayChart.tsx';
import { DashboardCard } from './DashboardCard.tsx';
import { StatusCounts } from './StatusCounts.tsx';
import { useDashboard, useDays } from './useDashboard.ts';

const HEIGHT = 220;

export const UserCard = () => {
  const translate = useTranslate();
  const [days] = useDays();
  const { data, state } = useDashboard('getUserStats', { days });
  return (
    <DashboardCard title="dashboard.users" {...state} height={HEIGHT + 80}>
      {data && (
        <Box sx={{ display: 'grid', gap: 2 }}>
          <LazyDayChart
            kind="line"
            title={translate('dashboard.users')}
            days={data.days}
            height={HEIGHT}
            series={[
              {
                key: 'activeUsers',
                label: translate('dashboard.figure.activeUsers'),
                color: 'success',
              },
              { key: 'newUsers', label: translate('dashboard.figure.newUsers'), color: 'primary' },
            ]}
          />
          <StatusCounts resource="users" choices={userStatuses} counts={data.statuses} />
        </Box>
      )}
    </DashboardCard>
  );
};
