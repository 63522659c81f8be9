import { orderRefundStatuses, orderStatuses, orderTypes } from '#contract/orderStates.ts';
import { type PayChannel, payChannels } from '#contract/payChannels.ts';
import type { userOrder } from '#contract/userActions.ts';
import type { z } from '#contract/zod.ts';
import { formatYuan } from '../../../shared/money.ts';
import { useCreatePath, useRecord } from '../../kit/base/hooks.ts';
import { PageLink, StatusField, Time } from '../../kit/field/valueFields.tsx';
import { ChoiceFilter } from '../../kit/list/ChoiceFilter.tsx';
import { DataTable, StatusColumn, TimeColumn } from '../../kit/list/DataTable.tsx';
import { DateRangeFilter } from '../../kit/list/rangeFilters.tsx';
import { ReferenceManyField, RelatedCard } from '../../kit/show/ReferenceManyField.tsx';

type Order = z.output<typeof userOrder>;
const Column = DataTable.Col<Order>;
const goods = ({ items, type }: Pick<Order, 'items' | 'type'>) =>
  items.map(({ name, qty }) => (qty > 1 ? `${name} × ${qty}` : name)).join('、') ||
  orderTypes[type as keyof typeof orderTypes]?.label;

export const UserOrders = () => {
  const createPath = useCreatePath();
  return (
    <ReferenceManyField
      reference="users/orders"
      target="userId"
      filters={
        <>
          <ChoiceFilter source="status" choices={orderStatuses} />
          <DateRangeFilter source="createTime" />
        </>
      }
      rowClick={id => createPath({ resource: 'orders', type: 'show', id })}
      card={<OrderCard />}
    >
      <Column source="orderNo" field={OrderNumber} />
      <Column source="items" render={goods} />
      <Column source="payFen" align="right" render={({ payFen }) => formatYuan(payFen)} />
      <Column
        source="refundedFen"
        align="right"
        render={({ refundedFen }) => (refundedFen > 0 ? formatYuan(refundedFen) : null)}
      />
      <Column
        source="payChannel"
        render={({ payChannel }) => payChannels[payChannel as PayChannel]?.label}
      />
      <StatusColumn choices={orderStatuses} />
      <Column source="refundStatus" field={RefundState} />
      <TimeColumn source="createTime" sortByOrder="DESC" />
    </ReferenceManyField>
  );
};

const OrderNumber = () => {
  const order = useRecord<Order>();
  return (
    <PageLink to={useCreatePath()({ resource: 'orders', type: 'show', id: order.id })} strong>
      {order.orderNo}
    </PageLink>
  );
};

const RefundState = () =>
  useRecord<Order>().refundStatus === 'none' ? null : (
    <StatusField source="refundStatus" choices={orderRefundStatuses} />
  );

const OrderCard = () => {
  const order = useRecord<Order>();
  return (
    <RelatedCard
      to={useCreatePath()({ resource: 'orders', type: 'show', id: order.id })}
      title={goods(order)}
      value={formatYuan(order.payFen)}
      lines={[
        order.orderNo,
        <>
          <StatusField choices={orderStatuses} /> · <Time instant={order.createTime} />
        </>,
        order.refundStatus !== 'none' && (
          <StatusField source="refundStatus" choices={orderRefundStatuses} />
        ),
      ]}
    />
  );
};
