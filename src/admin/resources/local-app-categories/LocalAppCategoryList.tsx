import { enabledStatuses } from '#contract/category.ts';
import { RecordList } from '../../kit/list/RecordList.tsx';
import { LocalAppCategoryRows } from './LocalAppCategoryRows.tsx';

export const LocalAppCategoryList = () => (
  <RecordList
    whole
    sort={{ field: 'sort', order: 'DESC' }}
    statuses={enabledStatuses}
    searchable
    table={<LocalAppCategoryRows />}
  />
);
