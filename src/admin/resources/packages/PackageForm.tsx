import { Box, MenuItem, Select, Skeleton } from '@mui/material';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslate } from 'react-admin';
import { useFormState, useWatch } from 'react-hook-form';
import { MAX_SUMMED } from '#contract/constants.ts';
import type { ActionOutput } from '#contract/index.ts';
import {
  changedSince,
  COMPARED_ORDERS,
  type CopiedField,
  copiedFields,
  type Package,
  packageEntity,
  packageStatuses,
  packageTypes,
} from '#contract/package.ts';
import { formatCount, formatTotal } from '../../../shared/count.ts';
import { formatYuan } from '../../../shared/money.ts';
import { Beside } from '../../kit/base/Beside.tsx';
import { useDataProvider, useRecord, useTexts } from '../../kit/base/hooks.ts';
import { listPath } from '../../kit/base/listSearch.ts';
import { LoadFailure } from '../../kit/base/LoadFailure.tsx';
import { PlainList } from '../../kit/base/PlainList.tsx';
import { PageLink, Quiet, StatusField, Time } from '../../kit/field/valueFields.tsx';
import { Create } from '../../kit/form/Create.tsx';
import { Edit } from '../../kit/form/Edit.tsx';
import { FieldInputs } from '../../kit/form/FieldInputs.tsx';
import { FormRow, FormSection } from '../../kit/form/FormSection.tsx';
import {
  MoneyInput,
  NumberInput,
  RadioButtonGroupInput,
  TextArrayInput,
} from '../../kit/form/inputs.tsx';
import { RecordHeader } from '../../kit/form/RecordHeader.tsx';
import { SimpleForm } from '../../kit/form/SimpleForm.tsx';
import { EnabledButton } from '../../kit/list/SetStatusButton.tsx';
import { FactList, Panel } from '../../kit/show/Panel.tsx';
import { AuditTrail } from '../audit-logs/parts.ts';
import { GoodsState } from './GoodsState.tsx';
import { PackageDeleteButton } from './PackageDeleteButton.tsx';

export const PackageCreate = () => (
  <Create redirect="edit">
    <SimpleForm entity={packageEntity}>
      <PackageInputs />
    </SimpleForm>
  </Create>
);

export const PackageEdit = () => (
  <Edit width="full">
    <SimpleForm entity={packageEntity}>
      <RecordHeader status={<StatusField choices={packageStatuses} />} actions={<PackageActs />} />
      <Beside
        width={320}
        aside={
          <>
            <PackageSalesPanel />
            <PackageCopyPanel />
            <AuditTrail />
          </>
        }
      >
        <PackageInputs />
      </Beside>
    </SimpleForm>
  </Edit>
);

/** The form starts anew from what they change, so that what is not saved yet would be lost. */
const PackageActs = () => {
  const translate = useTranslate();
  const { dirtyFields } = useFormState();
  const isUnsaved = Object.keys(dirtyFields).length > 0;
  const disabledReason = isUnsaved ? translate('action.saveFirst') : undefined;
  return (
    <>
      <PackageDeleteButton variant="text" redirect="list" disabledReason={disabledReason} />
      <EnabledButton asks variant="outlined" disabledReason={disabledReason} />
    </>
  );
};

const PackageInputs = () => {
  const type = useWatch({ name: 'type' }) as string;
  return (
    <>
      <FormSection name="basic">
        <FieldInputs entity={packageEntity} names={['name', 'badge']} />
        <RadioButtonGroupInput source="type" choices={packageTypes} isRequired />
        <NumberInput source="sort" />
      </FormSection>
      <FormSection name="contents">
        <FormRow columns={type === 'membership' ? 3 : 2}>
          <NumberInput source="credits" />
          <NumberInput source="giftCredits" />
          {type === 'membership' && <NumberInput source="days" isRequired />}
        </FormRow>
        <TextArrayInput ofSentences source="benefits" fullWidth />
      </FormSection>
      <FormSection name="price">
        <FormRow>
          <MoneyInput source="priceFen" />
          <MoneyInput source="originPriceFen" />
        </FormRow>
        <NumberInput source="limitPerUser" />
      </FormSection>
      <FormSection name="channels">
        <FieldInputs entity={packageEntity} names={['payChannels']} />
        <GoodsState kind="package" />
      </FormSection>
    </>
  );
};

type DifferentOrder = ActionOutput<'adminPackage', 'getPackageSales'>['different'][number];

/** What an order keeps of the package, and the latest orders that keep something else than it is now. */
const PackageCopyPanel = () => {
  const t = useTexts('resources.packages.copy');
  const field = useTexts('resources.packages.fields');
  const { soldCount } = useRecord<Package>();
  const { data } = usePackageSales(DEFAULT_PERIOD);
  return (
    <Panel title={t('title')}>
      <Box sx={{ fontSize: '0.8125rem' }}>
        {t('text', { fields: copiedFields.map(name => field(name)).join('、') })}
      </Box>
      {data && soldCount > 0 && (
        <Quiet small sx={{ mt: 1 }}>
          {data.differing > 0
            ? t('differing', { count: data.differing, compared: COMPARED_ORDERS })
            : t('same', { compared: COMPARED_ORDERS })}
        </Quiet>
      )}
      <PlainList>
        {data?.different.map(order => (
          <Box
            key={order._id}
            component="li"
            sx={{ pt: 1, mt: 1, borderTop: 1, borderColor: 'divider', fontSize: '0.8125rem' }}
          >
            <Box sx={{ display: 'flex', justifyContent: 'space-between', gap: 1 }}>
              <PageLink to={`/orders/${encodeURIComponent(order._id)}`}>{order.orderNo}</PageLink>
              <Quiet>{order.payTime !== null && <Time instant={order.payTime} />}</Quiet>
            </Box>
            <Differences item={order.item} />
          </Box>
        ))}
      </PlainList>
    </Panel>
  );
};

const Differences = ({ item }: Pick<DifferentOrder, 'item'>) => {
  const t = useTexts('resources.packages');
  const now = useRecord<Package>();
  const then = { name: item.name, priceFen: item.unitFen, ...item.snapshot };
  const shownValue = (field: CopiedField, value: string | number | null): string => {
    if (value === null || value === '') return t('copy.nothing');
    if (field === 'priceFen') return formatYuan(Number(value));
    if (field === 'type') return packageTypes[value as keyof typeof packageTypes]?.label ?? value;
    return String(value);
  };
  return changedSince(item, now).map(field => (
    <Quiet key={field}>
      {t('copy.change', {
        field: t(`fields.${field}`),
        then: shownValue(field, then[field]),
        now: shownValue(field, now[field]),
      })}
    </Quiet>
  ));
};

const PERIODS = [7, 30, 90, 365] as const;
const DEFAULT_PERIOD = 30;

/** What was sold of the package altogether, and in a period. */
const PackageSalesPanel = () => {
  const translate = useTranslate();
  const t = useTexts('resources.packages.sales');
  const { id, soldCount, lastSoldTime } = useRecord<Package>();
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
        <LoadFailure onRetry={() => void refetch()} />
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

/** What was sold of the package around in the last days; read anew where a change makes orders differ. */
const usePackageSales = (days: number) => {
  const { id, rev } = useRecord<Package>();
  const { invoke } = useDataProvider();
  return useQuery({
    queryKey: ['packages', 'getPackageSales', id, days, rev],
    queryFn: () => invoke('adminPackage', 'getPackageSales', { id, days }),
    placeholderData: keepPreviousData,
  });
};
