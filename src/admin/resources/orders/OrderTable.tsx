import { DataTable } from 'react-admin';
import { orderStatuses, payChannels } from '#contract/order.ts';
import { StatusField } from '../../kit/field/StatusField.tsx';
import { stickyTable } from '../../kit/list/stickyTable.ts';
import { TimeField } from '../../kit/field/TimeField.tsx';
import { OrderAmountField } from './OrderAmountField.tsx';
import { OrderBulkActions } from './OrderBulkActions.tsx';
import { OrderNumberField } from './OrderNumberField.tsx';
import { OrderRefundStatusField } from './OrderRefundStatusField.tsx';
import { OrderUserField } from './OrderUserField.tsx';
import { isUndelivered, isUnpaid } from '#contract/orderRules.ts';
import { orderPath, type OrderRecord } from './orderRecord.ts';

const Column = DataTable.Col<OrderRecord>;

export const OrderTable = () => (
  <DataTable<OrderRecord>
    rowClick={orderPath}
    isRowSelectable={order => isUnpaid(order) || isUndelivered(order)}
    bulkActionButtons={<OrderBulkActions />}
    hiddenColumns={['payTime']}
    sx={stickyTable}
  >
    <Column source="orderNo" disableSort field={OrderNumberField} />
    <Column source="userId" disableSort field={OrderUserField} />
    <Column source="payFen" sortByOrder="DESC" align="right" field={OrderAmountField} />
    <Column
      source="payChannel"
      disableSort
      cellClassName="nowrap"
      render={({ payChannel }) => payChannels[payChannel].label}
    />
    <Column source="status" disableSort>
      <StatusField choices={orderStatuses} />
    </Column>
    <Column source="refundStatus" disableSort field={OrderRefundStatusField} />
    <Column source="payTime" sortByOrder="DESC" cellClassName="quiet">
      <TimeField source="payTime" />
    </Column>
    <Column source="createTime" sortByOrder="DESC" cellClassName="quiet">
      <TimeField source="createTime" />
    </Column>
  </DataTable>
);
