import { MenuItem, Select, Skeleton } from '@mui/material';
import { useState } from 'react';
import { useTranslate } from 'react-admin';
import { MAX_SUMMED } from '#contract/constants.ts';
import { formatCount, formatTotal } from '../../../shared/count.ts';
import { formatYuan } from '../../../shared/money.ts';
import { useRecord, useTexts } from '../../kit/base/hooks.ts';
import { listPath } from '../../kit/base/listSearch.ts';
import { LoadFailure } from '../../kit/base/LoadFailure.tsx';
import { PageLink, Time } from '../../kit/field/valueFields.tsx';
import { FactList, Panel } from '../../kit/show/Panel.tsx';
import type { PackageRecord } from './packageRecord.ts';
import { usePackageSales } from './usePackageSales.ts';

const PERIODS = [7, 30, 90, 365] as const;
export const DEFAULT_PERIOD = 30;

/** What was sold of the package altogether, and in a period. */
export const PackageSalesPanel = () => {
  const translate = useTranslate();
  const t = useTexts('resources.packages.sales');
  const { id, soldCount, lastSoldTime } = useRecord<PackageRecord>();
  const [days, setDays] = useState<number>(DEFAULT_PERIOD);
  const { data, isError, refetch } = usePackageSales(days);
  const isMore = (data?.orders ?? 0) > MAX_SUMMED;
  const amount = (fen = 0) => (isMore ? t('tooMany') : formatYuan(fen));
  const waiting = data ? undefined : <Skeleton width={56} />;
  return (
    <Panel
      title={t('title')}
      action={
        <PageLink
          isOnlyWay
          to={listPath('orders', { packageId: id })}
          sx={{ fontSize: '0.8125rem' }}
        >
          {t('orders')}
        </PageLink>
      }
    >
      <FactList
        facts={[
          [t('soldCount'), t('times', { count: formatCount(soldCount) })],
          [t('lastSoldTime'), lastSoldTime === null ? '' : <Time key="l" instant={lastSoldTime} />],
        ]}
      />
      <Select
        size="small"
        fullWidth
        value={days}
        onChange={({ target }) => setDays(Number(target.value))}
        inputProps={{ 'aria-label': t('period') }}
        sx={{ my: 1.5 }}
      >
        {PERIODS.map(period => (
          <MenuItem key={period} value={period}>
            {translate(`resources.packages.sales.periods.${period}`)}
          </MenuItem>
        ))}
      </Select>
      {isError ? (
        <LoadFailure text={translate('app.failure.load')} onRetry={() => void refetch()} />
      ) : (
        <FactList
          facts={[
            [t('paidOrders'), waiting ?? (data && formatTotal(data.orders, MAX_SUMMED))],
            [t('paidFen'), waiting ?? amount(data?.paidFen)],
            [t('refundedFen'), waiting ?? amount(data?.refundedFen)],
            [t('incomeFen'), waiting ?? amount((data?.paidFen ?? 0) - (data?.refundedFen ?? 0))],
          ]}
        />
      )}
    </Panel>
  );
};
