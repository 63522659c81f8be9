import { enabledStatuses } from '#contract/category.ts';
import { RecordList } from '../../kit/list/RecordList.tsx';
import { SearchInput } from '../../kit/list/SearchInput.tsx';
import { StatusTabs } from '../../kit/list/StatusTabs.tsx';
import { CategoryTree } from './CategoryTree.tsx';

export const CategoryList = () => (
  <RecordList
    whole
    sort={{ field: 'sort', order: 'DESC' }}
    tabs={<StatusTabs choices={enabledStatuses} />}
    search={<SearchInput />}
    table={<CategoryTree />}
  />
);
