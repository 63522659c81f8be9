import { useTranslate } from 'react-admin';
import { enabledStatuses } from '#contract/category.ts';
import { RecordList } from '../../kit/list/RecordList.tsx';
import { SearchInput } from '../../kit/list/SearchInput.tsx';
import { StatusTabs } from '../../kit/list/StatusTabs.tsx';
import { LocalAppCategoryRows } from './LocalAppCategoryRows.tsx';

export const LocalAppCategoryList = () => {
  const translate = useTranslate();
  const rows = <LocalAppCategoryRows />;
  return (
    <RecordList
      whole
      sort={{ field: 'sort', order: 'DESC' }}
      tabs={<StatusTabs choices={enabledStatuses} />}
      search={<SearchInput placeholder={translate('resources.local-app-categories.search')} />}
      table={rows}
      cards={rows}
    />
  );
};
