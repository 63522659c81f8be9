import { Box, ToggleButton, ToggleButtonGroup, Typography } from '@mui/material';
import { useRef, useState } from 'react';
import { Title, useTranslate } from 'react-admin';
import { countedStates, MOST_DAYS, months } from '#contract/dashboard.ts';
import { orderStatuses, orderTypes } from '#contract/orderStates.ts';
import { printOrderStatuses } from '#contract/printOrderStates.ts';
import { dayOf } from '#contract/shanghai.ts';
import { userStatuses } from '#contract/user.ts';
import { formatBadge, formatCount } from '../../../shared/count.ts';
import { formatYuan } from '../../../shared/money.ts';
import { useTexts } from '../../kit/base/hooks.ts';
import { Link } from '../../kit/base/Link.tsx';
import { listPath } from '../../kit/base/listSearch.ts';
import { Quiet } from '../../kit/field/valueFields.tsx';
import { DaysPicker } from '../../kit/list/rangeFilters.tsx';
import { ActivityCard } from './ActivityCard.tsx';
import { Change } from './Change.tsx';
import { CostCard } from './CostCard.tsx';
import { DashboardCard } from './DashboardCard.tsx';
import { DayFigures } from './DayFigures.tsx';
import { EngineCard } from './EngineCard.tsx';
import { ExportButton } from './ExportButton.tsx';
import { KeyFigures } from './KeyFigures.tsx';
import { OrderCard } from './OrderCard.tsx';
import { Shares } from './Shares.tsx';
import { StatusCounts } from './StatusCounts.tsx';
import { TemplateTable } from './TemplateTable.tsx';
import { TodoCard } from './TodoCard.tsx';
import { instantsOf, PERIODS, useDashboard, usePeriod, useWrittenRange } from './useDashboard.ts';

const columns = (wide: string) => ({
  display: 'grid',
  gap: 2,
  alignItems: 'start',
  gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: wide },
});

/** The figures first, then what waits. */
export const Dashboard = () => (
  <>
    <Title title="app.pages.dashboard" preferenceKey={false} />
    <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: 'minmax(0, 1fr)' }}>
      <PeriodPicker />
      <KeyFigures />
      <TodoCard />
      <Box sx={columns('minmax(0, 2fr) minmax(0, 1fr)')}>
        <OrderCard />
        <OrderShares />
      </Box>
      <Box sx={columns('minmax(0, 2fr) minmax(0, 1fr)')}>
        <TemplateTable />
        <ActivityCard />
      </Box>
      <Box sx={columns('minmax(0, 1fr) minmax(0, 1fr)')}>
        <CostCard />
        <UserCard />
      </Box>
      <Box sx={columns('minmax(0, 1fr) minmax(0, 1fr)')}>
        <EngineCard />
        <PrintCard />
      </Box>
    </Box>
  </>
);

const HEIGHT = 220;

const UserCard = () => {
  const translate = useTranslate();
  const [period] = usePeriod();
  const { data, state } = useDashboard('getUserStats', period);
  return (
    <DashboardCard folds title="dashboard.users" {...state} height={HEIGHT + 80}>
      {data && (
        <Box sx={{ display: 'grid', gap: 2 }}>
          <DayFigures
            kind="line"
            title={translate('dashboard.users')}
            data={data}
            height={HEIGHT}
            series={[
              {
                key: 'activeUsers',
                label: translate('dashboard.figure.activeUsers'),
                color: 'success',
                daily: true,
              },
              { key: 'newUsers', label: translate('dashboard.figure.newUsers'), color: 'primary' },
            ]}
          />
          <StatusCounts
            resource="users"
            choices={userStatuses}
            counts={data.statuses}
            counted={countedStates.users}
          />
        </Box>
      )}
    </DashboardCard>
  );
};

/** What the money was paid for, and where all orders stand. */
const OrderShares = () => {
  const translate = useTranslate();
  const [period] = usePeriod();
  const { data, state } = useDashboard('getOrderStats', period);
  return (
    <DashboardCard title="dashboard.types" {...state} height={260}>
      {data && (
        <>
          <Shares
            rows={data.types.map(
              ({ type, paidFen, paidOrders, paidFenBefore, paidOrdersBefore }) => ({
                label: orderTypes[type].label,
                value: paidFen,
                written: formatYuan(paidFen),
                note: (
                  <>
                    {translate('dashboard.orderCount', { count: paidOrders })}{' '}
                    <Change
                      current={paidFen}
                      previous={paidFenBefore}
                      before={data.before}
                      base={paidOrdersBefore}
                      write={formatYuan}
                    />
                  </>
                ),
                to: listPath('orders', { type, payTime: instantsOf(data.period) }),
              }),
            )}
          />
          <Typography
            component="h3"
            sx={{ fontSize: '0.8125rem', fontWeight: 500, color: 'text.secondary', mt: 2, mb: 1 }}
          >
            {translate('dashboard.allOrders')}
          </Typography>
          <StatusCounts
            resource="orders"
            choices={orderStatuses}
            counts={data.statuses}
            counted={countedStates.orders}
          />
        </>
      )}
    </DashboardCard>
  );
};

/** Where the print orders stand, and what the period brought. */
const PrintCard = () => {
  const translate = useTranslate();
  const [period] = usePeriod();
  const { data, state } = useDashboard('GET_PRINT_ORDER_STATS', period);
  return (
    <DashboardCard folds title="dashboard.prints" {...state} height={300}>
      {data && (
        <Box sx={{ display: 'grid', gap: 2.5 }}>
          <StatusCounts
            resource="print-orders"
            choices={printOrderStatuses}
            counts={data.statuses}
            counted={countedStates.printOrders}
          />
          <DayFigures
            kind="bar"
            title={translate('dashboard.prints')}
            data={data}
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
                {translate('dashboard.overdue', { count: formatBadge(data.overdue) })}
              </Typography>
            )}
            <Quiet>{translate('dashboard.dueSoon', { count: formatBadge(data.dueSoon) })}</Quiet>
            <Quiet>
              {translate('dashboard.printPeriod', {
                paid: data.current.paidPrints,
                photos: formatCount(data.current.printPhotos),
                shipped: data.current.shippedPrints,
                amount: formatYuan(data.current.paidFen),
              })}
            </Quiet>
          </Box>
        </Box>
      )}
    </DashboardCard>
  );
};

/** The period of the figures: a month, the last so many days, or from one day to another. */
const PeriodPicker = () => {
  const t = useTexts('dashboard');
  const [period, setPeriod] = usePeriod();
  const [isOpen, setIsOpen] = useState(false);
  const anchor = useRef<HTMLDivElement>(null);
  const isOwn = 'from' in period;
  const range = useWrittenRange();
  const { data } = useDashboard('getSummary', period);
  const chosen = 'month' in period ? period.month : isOwn ? 'own' : period.days;
  const choose = (next: typeof chosen | null) => {
    // One's own days, chosen again, are asked for again.
    if (next === 'own' || (next === null && isOwn)) setIsOpen(true);
    else if (typeof next === 'number') setPeriod({ days: next });
    else if (next) setPeriod({ month: next });
  };
  return (
    <Box sx={{ display: 'flex', alignItems: 'center', flexWrap: 'wrap', gap: 1, mt: 1 }}>
      <Typography component="h2" sx={{ fontSize: '0.9375rem', fontWeight: 600 }}>
        {t('figures')}
      </Typography>
      {/* Its room is there before it is: two lines on a phone. */}
      <Quiet
        component="span"
        sx={{ mr: 'auto', flexBasis: { xs: '100%', sm: 'auto' }, minHeight: { xs: '2lh', sm: 0 } }}
      >
        {data && `${range(data.period)}，${range(data.before, 'comparedWith')}`}
      </Quiet>
      <ExportButton />
      <ToggleButtonGroup
        ref={anchor}
        value={chosen}
        onChange={(_event, next: typeof chosen | null) => choose(next)}
        aria-label={t('period')}
        sx={{ bgcolor: 'background.paper', flexWrap: 'wrap' }}
      >
        {[...months, ...PERIODS].map(name => (
          <ToggleButton key={name} value={name} sx={{ px: 1.5, py: 0.5 }}>
            {t(`periods.${name}`)}
          </ToggleButton>
        ))}
        <ToggleButton value="own" aria-haspopup="dialog" sx={{ px: 1.5, py: 0.5 }}>
          {isOwn ? range(period) : t('periods.own')}
        </ToggleButton>
      </ToggleButtonGroup>
      <DaysPicker
        open={isOpen}
        anchor={anchor}
        label={t('period')}
        most={MOST_DAYS}
        range={isOwn ? instantsOf(period) : {}}
        onClose={() => setIsOpen(false)}
        onChosen={({ from, to }) => {
          setIsOpen(false);
          setPeriod({ from: dayOf(from), to: dayOf(to) });
        }}
      />
    </Box>
  );
};
