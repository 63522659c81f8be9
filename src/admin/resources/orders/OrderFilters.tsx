import { fulfilStatuses, orderRefundStatuses, orderTypes, payChannels } from '#contract/order.ts';
import { ChoiceFilter } from '../../kit/list/ChoiceFilter.tsx';
import { DateRangeFilter } from '../../kit/list/DateRangeFilter.tsx';
import { MoneyRangeFilter } from '../../kit/list/MoneyRangeFilter.tsx';
import { ReferenceFilter } from '../../kit/list/ReferenceFilter.tsx';

export const OrderFilters = () => (
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
