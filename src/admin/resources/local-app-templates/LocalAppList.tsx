import { useTranslate } from 'react-admin';
import { enabledStatuses } from '#contract/category.ts';
import { CardList } from '../../kit/list/CardList.tsx';
import { RecordList } from '../../kit/list/RecordList.tsx';
import { SearchInput } from '../../kit/list/SearchInput.tsx';
import { StatusTabs } from '../../kit/list/StatusTabs.tsx';
import { LocalAppCard } from './LocalAppCard.tsx';
import { LocalAppFilters } from './LocalAppFilters.tsx';
import { LocalAppTable } from './LocalAppTable.tsx';

export const LocalAppList = () => {
  const translate = useTranslate();
  return (
    <RecordList
      sort={{ field: 'sort', order: 'DESC' }}
      withCounts
      tabs={<StatusTabs choices={enabledStatuses} />}
      search={<SearchInput placeholder={translate('resources.local-app-templates.search')} />}
      filters={<LocalAppFilters />}
      table={<LocalAppTable />}
      cards={
        <CardList>
          <LocalAppCard />
        </CardList>
      }
    />
  );
};
