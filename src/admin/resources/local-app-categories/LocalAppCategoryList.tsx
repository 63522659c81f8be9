import { enabledStatuses } from '#contract/enabledStatuses.ts';
import { List } from '../../kit/list/List.tsx';
import { LocalAppCategoryRows } from './LocalAppCategoryRows.tsx';

export const LocalAppCategoryList = () => (
  <List whole sort={{ field: 'sort', order: 'DESC' }} statuses={enabledStatuses} searchable>
    <LocalAppCategoryRows />
  </List>
);
