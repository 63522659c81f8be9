import { DataTable } from 'react-admin';
import {
  fulfilStatuses,
  orderRefundStatuses,
  orderStatuses,
  orderTypes,
  payChannels,
} from '#contract/order.ts';
import { isUndelivered, isUnpaid } from '#contract/orderRules.ts';
import { ChoiceFilter } from '../../kit/list/ChoiceFilter.tsx';
import { ListColumn, StatusColumn, TimeColumn } from '../../kit/list/columns.tsx';
import { DateRangeFilter } from '../../kit/list/DateRangeFilter.tsx';
import { MoneyRangeFilter } from '../../kit/list/MoneyRangeFilter.tsx';
import { RecordList } from '../../kit/list/RecordList.tsx';
import { ReferenceFilter } from '../../kit/list/ReferenceFilter.tsx';
import { SearchInput } from '../../kit/list/SearchInput.tsx';
import { StatusTabs } from '../../kit/list/StatusTabs.tsx';
import { OrderAmountField } from './OrderAmountField.tsx';
import { OrderBulkActions } from './OrderBulkActions.tsx';
import { OrderCard } from './OrderCard.tsx';
import { OrderNumberField } from './OrderNumberField.tsx';
import { orderPath, type OrderRecord } from './orderRecord.ts';
import { OrderRefundStatusField } from './OrderRefundStatusField.tsx';
import { OrderUserField } from './OrderUserField.tsx';

export const OrderList = () => (
  <RecordList
    sort={{ field: 'createTime', order: 'DESC' }}
    withCounts
    tabs={<StatusTabs choices={orderStatuses} />}
    search={<SearchInput />}
    filters={<OrderFilters />}
    table={<OrderTable />}
    card={<OrderCard />}
  />
);

const OrderFilters = () => (
  <>
    <DateRangeFilter source="createTime" />
    <ChoiceFilter source="type" choices={orderTypes} />
    <ChoiceFilter source="payChannel" choices={payChannels} />
    <ChoiceFilter source="refundStatus" choices={orderRefundStatuses} />
    <ChoiceFilter source="fulfilStatus" choices={fulfilStatuses} />
    <MoneyRangeFilter source="payFen" />
    <ReferenceFilter
      source="userId"
      reference="users"
      name="nickName"
      sort={{ field: 'lastActiveTime', order: 'DESC' }}
    />
  </>
);

const Column = ListColumn<OrderRecord>;

const OrderTable = () => (
  <DataTable<OrderRecord>
    rowClick={orderPath}
    isRowSelectable={order => isUnpaid(order) || isUndelivered(order)}
    bulkActionButtons={<OrderBulkActions />}
    hiddenColumns={['payTime']}
  >
    <Column source="orderNo" field={OrderNumberField} />
    <Column source="userId" field={OrderUserField} />
    <Column source="payFen" sortByOrder="DESC" align="right" field={OrderAmountField} />
    <Column
      source="payChannel"
      cellClassName="nowrap"
      render={({ payChannel }) => payChannels[payChannel].label}
    />
    <StatusColumn choices={orderStatuses} />
    <Column source="refundStatus" field={OrderRefundStatusField} />
    <TimeColumn source="payTime" sortByOrder="DESC" />
    <TimeColumn source="createTime" sortByOrder="DESC" />
  </DataTable>
);
