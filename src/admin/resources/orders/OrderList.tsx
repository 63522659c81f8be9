import BlockIcon from '@mui/icons-material/Block';
import ReplayIcon from '@mui/icons-material/Replay';
import { DataTable, useListContext, useTranslate } from 'react-admin';
import {
  fulfilStatuses,
  orderRefundStatuses,
  orderStatuses,
  orderTypes,
  payChannels,
} from '#contract/order.ts';
import { isUndelivered, isUnpaid } from '#contract/orderRules.ts';
import { useInvoke } from '../../kit/base/hooks.ts';
import { BulkActionButton } from '../../kit/list/BulkActionButton.tsx';
import { ChoiceFilter } from '../../kit/list/ChoiceFilter.tsx';
import { ListColumn, StatusColumn, TimeColumn } from '../../kit/list/columns.tsx';
import { DateRangeFilter } from '../../kit/list/DateRangeFilter.tsx';
import { MoneyRangeFilter } from '../../kit/list/MoneyRangeFilter.tsx';
import { RecordList } from '../../kit/list/RecordList.tsx';
import { ReferenceFilter } from '../../kit/list/ReferenceFilter.tsx';
import { SearchInput } from '../../kit/list/SearchInput.tsx';
import { StatusTabs } from '../../kit/list/StatusTabs.tsx';
import { OrderAmountField } from './OrderAmountField.tsx';
import { OrderCard } from './OrderCard.tsx';
import { OrderNumberField } from './OrderNumberField.tsx';
import { orderPath, type OrderRecord } from './orderRecord.ts';
import { OrderRefundStatusField } from './OrderRefundStatusField.tsx';
import { OrderUserField } from './OrderUserField.tsx';

export const OrderList = () => (
  <RecordList
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

/** Only actions possible for at least one selected order; the others are refused with a reason. */
const OrderBulkActions = () => {
  const translate = useTranslate();
  const invoke = useInvoke();
  const { data = [], selectedIds } = useListContext<OrderRecord>();
  const selected = data.filter(({ id }) => selectedIds.includes(id));
  const unpaid = selected.some(isUnpaid);
  const undelivered = selected.some(isUndelivered);
  return (
    <>
      {unpaid && (
        <BulkActionButton
          label={translate('resources.orders.close.action')}
          icon={<BlockIcon />}
          color="error"
          title={count => translate('resources.orders.close.many', { count })}
          actOn={({ id }) =>
            invoke('adminOrder', 'updateOrderStatus', {
              id: String(id),
              status: 'closed',
              reason: translate('resources.orders.close.manyReason'),
            })
          }
        >
          {translate('resources.orders.close.facts')}
        </BulkActionButton>
      )}
      {undelivered && (
        <BulkActionButton
          label={translate('resources.orders.fulfil.retry')}
          icon={<ReplayIcon />}
          title={count => translate('resources.orders.fulfil.many', { count })}
          actOn={({ id }) => invoke('adminOrder', 'retryFulfil', { id: String(id) })}
        >
          {translate('resources.orders.fulfil.manyEffect')}
        </BulkActionButton>
      )}
    </>
  );
};
