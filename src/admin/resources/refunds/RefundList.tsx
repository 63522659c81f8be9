import { useListContext } from 'react-admin';
import { payChannels } from '#contract/payChannels.ts';
import { afterVoidStates, type Refund, refundStatuses } from '#contract/refund.ts';
import { addTexts } from '#i18n/i18nProvider.ts';
import { refunds } from '#i18n/zh/refunds.ts';
import { formatYuan } from '../../../shared/money.ts';
import { type RecordOf, useRecord } from '../../kit/base/hooks.ts';
import { NamesField } from '../../kit/field/NamesField.tsx';
import { OneLine, PageLink, StatusLabel, Time } from '../../kit/field/valueFields.tsx';
import { ChoiceFilter } from '../../kit/list/ChoiceFilter.tsx';
import { DataTable, StatusColumn, TextColumn, TimeColumn } from '../../kit/list/DataTable.tsx';
import { List } from '../../kit/list/List.tsx';
import { DateRangeFilter } from '../../kit/list/rangeFilters.tsx';
import { RelatedCard } from '../../kit/show/ReferenceManyField.tsx';
import { RefundMessage } from '../messages/parts.ts';
import { RefundReasonFilter } from './RefundReasonFilter.tsx';
import { RefundSums } from './RefundSums.tsx';

addTexts({ refunds });

type RefundRecord = RecordOf<Refund>;
const Column = DataTable.Col<RefundRecord>;

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
        <RefundReasonFilter />
        <ChoiceFilter source="afterVoid" choices={toLookAt} />
      </>
    }
    above={<RefundSums />}
    card={<RefundCard />}
  >
    <DataTable<RefundRecord> rowClick={(_id, _resource, record) => orderOf(record)}>
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
      <StatusColumn cellClassName="nowrap" choices={refundStatuses} />
      <Column source="message" cellClassName="nowrap" field={RefundTold} />
      <Column
        source="reason"
        cellClassName="quiet"
        render={refund => <OneLine text={reasonOf(refund)} width={176} />}
      />
      <TextColumn source="applyBy" width={96} />
      <TimeColumn source="createTime" sortByOrder="DESC" />
      <TimeColumn source="successTime" sortByOrder="DESC" />
    </DataTable>
  </List>
);

/** A link, so that a keyboard can open the row too. */
const RefundOrderNumber = () => {
  const refund = useRecord<RefundRecord>();
  return (
    <PageLink to={orderOf(refund)} strong>
      {refund.orderNo}
    </PageLink>
  );
};

/** Whether the user was told; the messages of the whole page come with one call. */
const RefundTold = () => {
  const { data = [] } = useListContext<RefundRecord>();
  const paid = data.filter(({ status }) => status === 'success').map(({ id }) => id);
  return <RefundMessage id={useRecord<RefundRecord>().id} among={paid} />;
};

const RefundCard = () => {
  const refund = useRecord<RefundRecord>();
  return (
    <RelatedCard
      to={orderOf(refund)}
      title={formatYuan(refund.amountFen)}
      value={<StatusLabel {...refundStatuses[refund.status]} />}
      lines={[
        `${refund.orderNo} · ${payChannels[refund.payChannel].label}`,
        reasonOf(refund),
        <Time key="time" instant={refund.createTime} />,
        <RefundTold key="told" />,
      ]}
    />
  );
};
