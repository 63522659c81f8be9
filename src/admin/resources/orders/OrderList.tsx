import { useTranslate } from 'react-admin';
import { orderStatuses } from '#contract/order.ts';
import { CardList } from '../../kit/list/CardList.tsx';
import { RecordList } from '../../kit/list/RecordList.tsx';
import { SearchInput } from '../../kit/list/SearchInput.tsx';
import { StatusTabs } from '../../kit/list/StatusTabs.tsx';
import { OrderCard } from './OrderCard.tsx';
import { OrderFilters } from './OrderFilters.tsx';
import { OrderTable } from './OrderTable.tsx';

export const OrderList = () => {
  const translate = useTranslate();
  return (
    <RecordList
      sort={{ field: 'createTime', order: 'DESC' }}
      withCounts
      tabs={<StatusTabs choices={orderStatuses} />}
      search={
        <SearchInput
          placeholder={translate('resources.orders.search')}
          help={translate('resources.orders.searchHelp')}
        />
      }
      filters={<OrderFilters />}
      table={<OrderTable />}
      cards={
        <CardList>
          <OrderCard />
        </CardList>
      }
    />
  );
};
