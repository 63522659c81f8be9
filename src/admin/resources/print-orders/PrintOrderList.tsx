import { useTranslate } from 'react-admin';
import { printOrderStatuses } from '#contract/printOrderStates.ts';
import { CardList } from '../../kit/list/CardList.tsx';
import { RecordList } from '../../kit/list/RecordList.tsx';
import { SearchInput } from '../../kit/list/SearchInput.tsx';
import { StatusTabs } from '../../kit/list/StatusTabs.tsx';
import { PrintOrderCard } from './PrintOrderCard.tsx';
import { PrintOrderFilters } from './PrintOrderFilters.tsx';
import { PrintOrderLinks } from './PrintOrderLinks.tsx';
import { PrintOrderTable } from './PrintOrderTable.tsx';

export const PrintOrderList = () => {
  const translate = useTranslate();
  return (
    <RecordList
      sort={{ field: 'createTime', order: 'DESC' }}
      withCounts
      tabs={<StatusTabs choices={printOrderStatuses} />}
      search={
        <SearchInput
          placeholder={translate('resources.print-orders.search')}
          help={translate('resources.print-orders.searchHelp')}
        />
      }
      filters={<PrintOrderFilters />}
      toolbar={<PrintOrderLinks />}
      table={<PrintOrderTable />}
      cards={
        <CardList>
          <PrintOrderCard />
        </CardList>
      }
    />
  );
};
