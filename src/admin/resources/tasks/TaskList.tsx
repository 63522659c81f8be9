import { Link as MuiLink } from '@mui/material';
import { useGetManyAggregate, useRecordContext, useTranslate } from 'react-admin';
import { Link } from 'react-router-dom';
import type { Task } from '#contract/task.ts';
import type { User } from '#contract/user.ts';
import { CardList } from '../../list/CardList.tsx';
import { DateRangeFilter } from '../../list/DateRangeFilter.tsx';
import { RecordList } from '../../list/RecordList.tsx';
import { ReferenceFilter } from '../../list/ReferenceFilter.tsx';
import { SearchInput } from '../../list/SearchInput.tsx';
import type { RecordOf } from '../../record.ts';
import { nameOfUser } from '../users/nameOfUser.ts';
import { TaskItem } from './TaskItem.tsx';
import { TaskStatusFilter } from './TaskStatusFilter.tsx';

/** All that was asked of the picture engines, whoever asked. */
export const TaskList = () => {
  const translate = useTranslate();
  const tasks = (
    <CardList>
      <OwnedTask />
    </CardList>
  );
  return (
    <RecordList
      sort={{ field: 'createTime', order: 'DESC' }}
      search={<SearchInput placeholder={translate('resources.tasks.search')} />}
      filters={
        <>
          <TaskStatusFilter />
          <ReferenceFilter
            source="templateId"
            reference="templates"
            name="name"
            sort={{ field: 'sort', order: 'DESC' }}
          />
          <DateRangeFilter source="createTime" />
        </>
      }
      hasColumns={false}
      table={tasks}
      cards={tasks}
    />
  );
};

/** A task and whose it is; what may be done with it depends on both. */
const OwnedTask = () => {
  const userId = useRecordContext<RecordOf<Task>>()?.userId ?? '';
  const { data: [user] = [] } = useGetManyAggregate<RecordOf<User>>(
    'users',
    { ids: [userId] },
    { enabled: userId !== '', staleTime: 30_000 },
  );
  return (
    <TaskItem
      userStatus={user?.status ?? 'deleted'}
      owner={
        user && (
          <MuiLink component={Link} underline="always" to={`/users/${user.id}`}>
            {nameOfUser(user)}
          </MuiLink>
        )
      }
    />
  );
};
