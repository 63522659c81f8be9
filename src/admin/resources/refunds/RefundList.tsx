import { Box } from '@mui/material';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useListContext } from 'react-admin';
import { MAX_SUMMED } from '#contract/constants.ts';
import type { ActionData } from '#contract/index.ts';
import { payChannels } from '#contract/payChannels.ts';
import { afterVoidStates, type Refund, refundStatuses } from '#contract/refund.ts';
import { refundSentences } from '#contract/sentences/refunds.ts';
import { addTexts } from '#i18n/i18nProvider.ts';
import { refunds } from '#i18n/zh/refunds.ts';
import { formatCount } from '../../../shared/count.ts';
import { formatYuan } from '../../../shared/money.ts';
import { type RecordOf, useDataProvider, useRecord, useTexts } from '../../kit/base/hooks.ts';
import { NamesField } from '../../kit/field/NamesField.tsx';
import { OneLine, PageLink, Quiet, StatusLabel, Time } from '../../kit/field/valueFields.tsx';
import { ChoiceFilter } from '../../kit/list/ChoiceFilter.tsx';
import {
  ActionsColumn,
  DataTable,
  StatusColumn,
  TextColumn,
  TimeColumn,
} from '../../kit/list/DataTable.tsx';
import { List } from '../../kit/list/List.tsx';
import { DateRangeFilter } from '../../kit/list/rangeFilters.tsx';
import { isText, useFilter } from '../../kit/list/useFilter.ts';
import { RelatedCard } from '../../kit/show/ReferenceManyField.tsx';
import { RefundMessage } from '../messages/parts.ts';
import { RefundActs } from '../orders/parts.ts';

addTexts({ refunds });

type RefundRecord = RecordOf<Refund>;
const Column = DataTable.Col<Refund>;

/** Actions on a refund are on its order's page. */
const orderOf = ({ orderId }: RefundRecord) => `/orders/${orderId}`;
const { none: _none, ...toLookAt } = afterVoidStates;
const reasonOf = ({ reasonCode, reason }: RefundRecord) =>
  [...new Set([reasonCode, reason])].filter(Boolean).join(' · ');

export const RefundList = () => (
  <List
    withCounts
    statuses={refundStatuses}
    searchable
    filters={
      <>
        <DateRangeFilter source="createTime" />
        <DateRangeFilter source="successTime" />
        <ChoiceFilter source="payChannel" choices={payChannels} />
        <RefundReasonFilter source="reasonCode" />
        <ChoiceFilter source="afterVoid" choices={toLookAt} />
      </>
    }
    above={<RefundSums />}
    card={<RefundCard />}
  >
    <DataTable<Refund>
      bulkActionButtons={false}
      rowClick={(_id, _resource, record) => orderOf(record)}
    >
      <Column source="orderNo" cellClassName="nowrap" field={RefundOrderNumber} />
      <Column source="userId">
        <NamesField source="userId" reference="users" name="nickName" />
      </Column>
      <Column source="amountFen" align="right" render={({ amountFen }) => formatYuan(amountFen)} />
      <Column
        source="payChannel"
        cellClassName="nowrap"
        render={({ payChannel }) => payChannels[payChannel].label}
      />
      <StatusColumn choices={refundStatuses} />
      <Column source="message" cellClassName="nowrap" field={RefundMessageState} />
      <Column
        source="reason"
        cellClassName="quiet"
        render={refund => <OneLine text={reasonOf(refund)} width={176} />}
      />
      <TextColumn source="applyBy" width={96} />
      <TimeColumn source="createTime" sortByOrder="DESC" />
      <TimeColumn source="successTime" sortByOrder="DESC" />
      <ActionsColumn rights={['orders.refund']} field={RefundRowActs} />
    </DataTable>
  </List>
);

/** A link, so that a keyboard can open the row too. */
const RefundOrderNumber = () => {
  const refund = useRecord<Refund>();
  return (
    <PageLink to={orderOf(refund)} strong>
      {refund.orderNo}
    </PageLink>
  );
};

/** What can be done from here; the rest is on the order's page. */
const RefundRowActs = () => {
  const { id, ...refund } = useRecord<Refund>();
  return <RefundActs refund={{ ...refund, _id: id }} />;
};

/** Whether the user got a message; those of the whole page come with one call. */
const RefundMessageState = () => {
  const { data = [] } = useListContext<RefundRecord>();
  const paid = data.filter(({ status }) => status === 'success').map(({ id }) => id);
  return <RefundMessage id={useRecord<Refund>().id} among={paid} />;
};

const RefundCard = () => {
  const refund = useRecord<Refund>();
  return (
    <>
      <RelatedCard
        to={orderOf(refund)}
        title={formatYuan(refund.amountFen)}
        value={<StatusLabel {...refundStatuses[refund.status]} />}
        lines={[
          `${refund.orderNo} · ${payChannels[refund.payChannel].label}`,
          reasonOf(refund),
          <Time key="time" instant={refund.createTime} />,
          <RefundMessageState key="message" />,
        ]}
      />
      <RefundRowActs />
    </>
  );
};

/** How many refunds the list has on all its pages, and what they make. */
const RefundSums = () => {
  const t = useTexts('resources.refunds.sums');
  const { filterValues, total } = useListContext();
  const { q, ...filter } = filterValues as { q?: string };
  const { invoke } = useDataProvider();
  const { data } = useQuery({
    // The number of matches: what was made or found meanwhile is summed too.
    queryKey: ['refundSums', q, filter, total],
    queryFn: () =>
      invoke('adminOrder', 'getRefundSums', {
        ...(q && { q }),
        filter: filter as NonNullable<ActionData<'adminOrder', 'getRefundSums'>['filter']>,
      }),
    placeholderData: keepPreviousData,
  });
  if (!data) return null;
  const { count, amountFen, successCount, successFen } = data;
  return (
    <Box role="status" sx={{ px: 2, py: 1, fontSize: '0.8125rem' }}>
      {count > MAX_SUMMED ? (
        t('tooMany', { count: formatCount(MAX_SUMMED) })
      ) : (
        <>
          {t('all', { count, sum: formatYuan(amountFen) })}
          <Quiet component="span" sx={{ ml: 1.5 }}>
            {t('success', { count: successCount, sum: formatYuan(successFen) })}
          </Quiet>
        </>
      )}
    </Box>
  );
};

/** The reasons of the settings, the one that cancelling prints gives, and the one that is chosen. */
const RefundReasonFilter = ({ source }: { source: string }) => {
  const [chosen] = useFilter(source, isText);
  const { invoke } = useDataProvider();
  const { data } = useQuery({
    queryKey: ['adminOrder', 'getRefundReasons', {}],
    queryFn: () => invoke('adminOrder', 'getRefundReasons', {}),
    staleTime: 60_000,
  });
  const all = [...(data?.list ?? []), refundSentences.printCancelled, ...(chosen ? [chosen] : [])];
  return (
    <ChoiceFilter
      source={source}
      choices={Object.fromEntries(all.map(reason => [reason, { label: reason }]))}
    />
  );
};
