import { useTranslate } from 'react-admin';
import { userStatuses } from '#contract/user.ts';
import { CardList } from '../../kit/list/CardList.tsx';
import { RecordList } from '../../kit/list/RecordList.tsx';
import { SearchInput } from '../../kit/list/SearchInput.tsx';
import { StatusTabs } from '../../kit/list/StatusTabs.tsx';
import { UserCard } from './UserCard.tsx';
import { UserFilters } from './UserFilters.tsx';
import { UserTable } from './UserTable.tsx';

export const UserList = () => {
  const translate = useTranslate();
  return (
    <RecordList
      sort={{ field: 'createTime', order: 'DESC' }}
      withCounts
      tabs={<StatusTabs choices={userStatuses} />}
      search={
        <SearchInput
          placeholder={translate('resources.users.search')}
          help={translate('resources.users.searchHelp')}
        />
      }
      filters={<UserFilters />}
      table={<UserTable />}
      cards={
        <CardList>
          <UserCard />
        </CardList>
      }
    />
  );
};
